#!/bin/bash
# shell.sh PREFIX: tests bash's completion of the commands' options, and the environment module where there is a `module` command.
set -eu
prefix=$(cd "$1" && pwd -P)
export PATH=$prefix/bin:$PATH

# completions WORD...: what the last word is completed to
completions() {
  COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
  _isthmus "$1"
  echo "${COMPREPLY[*]}"
}
expect() {  # expect WHAT WANTED SEEN
  [ "$2" = "$3" ] || { echo "$1: expected '$2', got '$3'"; exit 1; }
}
# shellcheck disable=SC1091  # the file is installed by the test before
. "$prefix/share/bash-completion/completions/oshrun"
expect "an option" "--timeout" "$(completions oshrun --ti)"
expect "options that begin alike" "--launcher --launcher-args" "$(completions oshrun --launch)"
expect "an option's values" "core" "$(completions oshrun --bind c)"
expect "no number" "" "$(completions oshrun -n "")"
expect "another command" "--collectives" "$(completions osh_info --coll)"
expect "a command of a layer" "-show" "$(completions upcc -sh)"
for command in osh_info osh_ps osh_tune isthmus-mpi gasnetrun_isthmus upcc oshcc oshc++; do
  [ -s "$prefix/share/bash-completion/completions/$command" ] || { echo "no completion of $command"; exit 1; }
done

init=/usr/share/modules/init/bash
if [ ! -e $init ]; then
  echo "no environment-modules here: the module is not loaded"
  exit 0
fi
set +u
# shellcheck disable=SC1090
. $init
PATH=/usr/bin:/bin
module use "$prefix/share/isthmus/modulefiles"
module load isthmus
expect "the module's oshrun" "$prefix/bin/oshrun" "$(command -v oshrun)"
expect "pkg-config in the module" "$(oshrun --version | grep -oE '[0-9]+\.[0-9]+\.[0-9]+' | head -n 1)" "$(pkg-config --modversion isthmus)"
expect "the prefix" "$prefix" "$ISTHMUS_PREFIX"
module unload isthmus
expect "the path afterwards" "/usr/bin:/bin" "$PATH"

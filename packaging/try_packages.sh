#!/bin/bash
# try_packages.sh DIR MODULES: installs the packages in DIR on a bare Debian, tries them, purges them, and looks at what they left
# behind. MODULES is Debian's package of environment modules: environment-modules or lmod. It changes the system that it runs on: it
# is for a chroot of tools/fresh_machine (--packages), as root.
set -eu
packages=$(cd "$1" && pwd) modules=$2
here=$(cd "$(dirname "$0")" && pwd)
lists=$(mktemp -d)
trap 'rm -rf "$lists"' EXIT
fail() { echo "try_packages: $*" >&2; exit 1; }
quietly() { "$@" >"$lists/log" 2>&1 || { tail -n 20 "$lists/log" >&2; fail "failed: $*"; }; }
export DEBIAN_FRONTEND=noninteractive

# Everything but what apt, dpkg and other packages note about themselves.
files() {
  find / -xdev \( -path /proc -o -path /sys -o -path /dev -o -path /tmp -o -path /root -o -path /var/cache -o -path /var/log \
    -o -path /var/lib/apt -o -path /var/lib/dpkg -o -path /etc/ld.so.cache \) -prune -o -print | sort
}

names=$(for package in "$packages"/*.deb; do dpkg-deb -f "$package" Package; done)
# A trial that failed has left them, for somebody to look.
# shellcheck disable=SC2086  # a list of words
quietly dpkg --purge $names
# What a trial needs and a bare Debian lacks.
quietly apt-get -qq install -y --purge --no-install-recommends gcc libc6-dev python3 man-db bash-completion "$modules"
quietly apt-get -qq autoremove -y --purge
files >"$lists/before"
quietly apt-get -qq install -y --no-install-recommends "$packages"/*.deb
# shellcheck disable=SC2086  # a list of words
echo "installed:" $names

for command in oshrun oshcc oshc++ oshcxx oshCC; do
  /usr/bin/$command.isthmus --help >/dev/null || fail "/usr/bin/$command.isthmus --help failed"
  man -w $command.isthmus >/dev/null || fail "no manual page of $command.isthmus"
done

# A login shell, as a user has it, with the module. Debian's Lmod does not look where environment-modules does.
bash -lc '
  set -e
  if [ "$2" = lmod ]; then module use /usr/share/isthmus/modulefiles; fi
  module load isthmus
  [ "$(command -v oshrun)" = /usr/lib/isthmus/bin/oshrun ] || { echo "oshrun is $(command -v oshrun)"; exit 1; }
  "$1/try_installed.sh" /usr/lib/isthmus/bin
  module unload isthmus
  ! command -v oshrun || { echo "oshrun is there without the module"; exit 1; }
' trial "$here" "$modules" || fail "the trial with the module failed"
echo "module load isthmus: tried with $modules"

bash -c '
  set -e
  . /usr/share/bash-completion/bash_completion
  for command in oshrun.isthmus osh_ps; do
    _completion_loader $command || [ $? = 124 ]
    COMP_WORDS=($command --vers) COMP_CWORD=1
    _isthmus $command
    [ "${COMPREPLY[*]}" = --version ] || { echo "$command --vers is completed to \"${COMPREPLY[*]}\""; exit 1; }
  done' || fail "completion failed"
echo "bash completes options"

# shellcheck disable=SC2086  # a list of words
quietly apt-get -qq purge -y --autoremove $names
files >"$lists/after"
diff "$lists/before" "$lists/after" >"$lists/difference" || { cat "$lists/difference"; fail "the packages left these behind, or took them"; }
echo "purged: nothing is left behind"

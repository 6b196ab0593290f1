#!/bin/sh
# wrapper_options.sh PREFIX WORK: tests which options oshcc adds and when, and that arguments are passed on unchanged.
set -eu
prefix=$(cd "$1" && pwd -P) work=$2
here=$(dirname "$0")
oshcc=$prefix/bin/oshcc
rm -rf "$work"
mkdir -p "$work"

expect() {  # expect WHAT PATTERN TEXT
  printf '%s\n' "$3" | grep -q -e "$2" || { echo "$1: expected $2 in: $3"; exit 1; }
}
refuse() {
  if printf '%s\n' "$3" | grep -q -e "$2"; then echo "$1: did not expect $2 in: $3"; exit 1; fi
}

expect "compile flags" "^-I$prefix/include" "$("$oshcc" --showme:compile)"
expect "link flags" "^-L$prefix/lib.* -listhmus .*-rpath" "$("$oshcc" --showme:link)"
expect "link" "-listhmus" "$("$oshcc" --showme -o a a.c)"
expect "order" "a.c .*-listhmus" "$("$oshcc" --showme -o a a.c)"
expect "-MMD links" "-listhmus" "$("$oshcc" --showme -MMD -MF a.d a.c -o a)"
expect "-Xlinker -E links" "-listhmus" "$("$oshcc" --showme -Xlinker -E a.c)"
for offload in -fopenmp-targets=x86_64-linux-gnu --offload-arch=sm_90; do
  expect "$offload" "-listhmus_omp -listhmus" "$("$oshcc" --showme -fopenmp $offload a.c)"
done
refuse "no offloading" "-listhmus_omp" "$("$oshcc" --showme -fopenmp a.c)"
refuse "no OpenMP" "-listhmus_omp" "$("$oshcc" --showme --offload-arch=sm_90 a.c)"
for stop in -c -S -E -M -MM -fsyntax-only; do refuse "$stop" "-listhmus" "$("$oshcc" --showme $stop a.c)"; done
refuse "no input" "-listhmus" "$("$oshcc" --showme -v)"
expect "version" "^oshcc (Isthmus) [0-9]" "$("$oshcc" --version)"
expect "help" "^usage: oshcc" "$("$oshcc" --help)"
expect "other compiler" "^my-cc -O1 -I" "$(OSHCC_CC='env my-cc -O1' "$oshcc" --showme -c a.c | sed 's/^env //')"
expect "other C++ compiler" "^true -I" "$(OSHCC_CXX=true "$prefix/bin/oshCC" --showme -c a.c)"
if "$oshcc" --showme:nonsense 2>"$work/error"; then exit 1; fi
expect "unknown option" "unknown option --showme:nonsense" "$(cat "$work/error")"
if OSHCC_CC=/no/such/compiler "$oshcc" -c a.c 2>"$work/error"; then exit 1; fi
expect "no compiler" "compiler /no/such/compiler not found.*OSHCC_CC" "$(cat "$work/error")"

# Arguments with spaces, quotes and globs; the wrapper reached through a link, and by PATH.
cp "$here/consumer.c" "$work/it's a *.c"
ln -s "$oshcc" "$work/my oshcc"
"$work/my oshcc" "-DTEXT=\"a  'b' *\"" -o "$work/an output" "$work/it's a *.c"
test -x "$work/an output"
(cd "$work" && PATH="$prefix/bin:$PATH" oshcc -c -o by_path.o "it's a *.c")
test -f "$work/by_path.o"
# What --showme prints is what a shell runs.
eval "$("$oshcc" --showme -o "$work/shown output" "$work/it's a *.c")"
test -x "$work/shown output"
# The status is the compiler's.
if echo 'int main(void) { return nothing; }' | "$oshcc" -x c - -o "$work/bad" 2>/dev/null; then exit 1; fi
echo "oshcc: all options as documented"

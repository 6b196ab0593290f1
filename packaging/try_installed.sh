#!/bin/bash
# try_installed.sh BIN: does with the installed commands of folder BIN what a newcomer does: README's program, the tutorial, a profile,
# the manual pages, completion. It needs a C compiler, python3, man and bash-completion, and leaves nothing behind.
set -eu
bin=$(cd "$1" && pwd)
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "try_installed: $*" >&2; exit 1; }
export PATH=$bin:$PATH

"$root/tests/package/consume.sh" "$root" cc c++ readme "${bin%/bin}" "$work/readme"
echo "README's program prints what README says"

python3 -B "$root/examples/tutorial_test.py" "$root/examples" "$root/docs/tutorial.md" "$bin"

oshcc -g -O2 "$root/examples/07_collectives.c" -o "$work/collectives"
(cd "$work" && oshrun --profile --trace trace.json -n 4 ./collectives >output 2>&1) || { cat "$work/output"; fail "no profile"; }
grep -q 'PE 3: pi is about 3.141593' "$work/output" || fail "the program printed something else under --profile"
python3 - "$work/profile.html" "$work/trace.json" <<'PYTHON' || fail "the profile or the trace is not what it should be"
import json
import re
import sys
page = open(sys.argv[1], encoding="utf-8").read()
# Self-contained: nothing is fetched from elsewhere.
assert page.lstrip().lower().startswith("<!doctype html>") and not re.search(r'(src|href)="https?:', page)
assert "shmem_double_sum_reduce" in page, "no call of the program is on the page"
events = json.load(open(sys.argv[2], encoding="utf-8"))["traceEvents"]
assert {event["pid"] for event in events} == {0, 1, 2, 3}
print(f"profile.html has {len(page)} characters, the trace {len(events)} events")
PYTHON

for command in oshrun oshcc osh_info osh_ps osh_tune; do
  "$command" --help | grep -q '^usage: ' || fail "$command --help failed"
done
osh_info --version

# man finds the pages of a folder in PATH, beside it or in share/; the packages' by the module.
if command -v man >/dev/null; then
  for page in oshrun oshcc oshc++ osh_info osh_ps osh_tune shmem_put shmem_team_split_strided isthmus; do
    man -w "$page" >/dev/null || fail "no manual page of $page"
    man "$page" 2>/dev/null | grep -q 'DESCRIPTION' || fail "the page of $page is empty"
  done
  man oshrun | grep -q -- --profile || fail "man oshrun shows the page of another oshrun"
  echo "man shows the pages"
fi

#!/bin/sh
# expect.sh STATUS PATTERN COMMAND...: runs the command, which must end with this status and print a line that matches
# the pattern. (CTest's PASS_REGULAR_EXPRESSION would ignore the status.)
status=$1 pattern=$2
shift 2
output=$("$@" 2>&1)
got=$?
printf '%s\n' "$output"
if [ "$got" -ne "$status" ]; then
  echo "expected status $status, got $got"
  exit 1
fi
printf '%s\n' "$output" | grep -q -e "$pattern" || { echo "expected a line like: $pattern"; exit 1; }

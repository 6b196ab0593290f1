#!/bin/sh
# other_launcher.sh PROTOCOL EXCHANGE_PE SHMEM_PE LAUNCHER [OPTION...]: the exchange, and the ends of failed jobs, under a
# launcher that speaks PMIx or PMI.
set -u
protocol=$1 exchange_pe=$2 shmem_pe=$3
shift 3
launcher=$*
# shellcheck disable=SC2086  # a command of several words
run() { timeout -k 5 30 $launcher -n 4 "$@" 2>&1; }
running() { for exe in /proc/[0-9]*/exe; do [ "$(readlink "$exe")" = "$1" ] && return 0; done; return 1; }
fail() { echo "FAILED: $*"; exit 1; }

out=$(run "$exchange_pe" values) || fail "values: $out"
for pe in 0 1 2 3; do
  echo "$out" | grep -qx "$pe of 4 on node 0 by $protocol" || fail "PE $pe is missing in: $out"
done

# Open MPI's exit code for a process that died or aborted the job varies, and sometimes (4.1.4) mpirun itself hangs
# after all processes have ended. So this only checks that the processes end, and that the launcher does not
# report success.
for program in "$exchange_pe" "$shmem_pe"; do
  for ending in exit0 exit3 segv kill end5; do
    out=$(run "$program" $ending 2)
    code=$?
    [ $code -ne 0 ] || fail "$program $ending: exit code $code: $out"
    ! running "$program" || fail "$program $ending: a PE is still there: $out"
  done
done
echo "all endings as expected"

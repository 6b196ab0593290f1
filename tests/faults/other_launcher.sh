#!/bin/sh
# other_launcher.sh PROTOCOL EXCHANGE_PE SHMEM_PE HANG_PE OSH_PS LAUNCHER [OPTION...]: the exchange, the ends of failed jobs,
# and where a job hangs, under a launcher that speaks PMIx or PMI.
set -u
protocol=$1 exchange_pe=$2 shmem_pe=$3 hang_pe=$4 osh_ps=$5
shift 5
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
    # Hydra says nothing itself of a PE that exits, and dies of SIGPIPE at times, whatever it starts.
    if [ "$protocol$ending" = pmiexit3 ]; then
      for _ in 1 2 3; do
        case $code$out in 3*"exits with status 3 before shmem_finalize"*) said=yes; break ;; *) said=no ;; esac
        out=$(run "$program" $ending 2)
        code=$?
      done
      [ "$said" = yes ] || fail "$program $ending: exit code $code: $out"
    fi
    ! running "$program" || fail "$program $ending: a PE is still there: $out"
  done
done

# osh_ps finds PEs that another launcher started, and lists their job once.
# shellcheck disable=SC2086  # a command of several words
$launcher -n 4 "$hang_pe" barrier 2 >/dev/null 2>&1 &
launched=$!
for _ in $(seq 100); do
  job=$("$osh_ps" | sed -n "s|^\([0-9]*\)  *4  *4  *? .* $hang_pe\$|\1|p" | head -n 1)
  said=$("$osh_ps" "${job:-none}" 2>&1)
  case $said in *"PEs 0-1,3 (pids "*"waits for PE 2 of its team, PEs 0-3"*"PE 2 (pid "*": sleeping; "*) break ;; esac
  sleep 0.1
done
pids=$(echo "$said" | sed -n 's/.*(pids* \([0-9 ]*\)).*/\1/p' | tr '\n' ' ')
# shellcheck disable=SC2086  # a list of numbers
listed=$("$osh_ps" | grep -cE "^($(echo $pids | tr ' ' '|')) ")
# PEs do not outlive their launcher, even if it has no time to end them.
kill -9 $launched
wait $launched 2>/dev/null
left() { for pid in $pids; do [ ! -e "/proc/$pid" ] || return 0; done; return 1; }
for _ in $(seq 100); do left || break; sleep 0.1; done
# shellcheck disable=SC2086  # a list of numbers
! left || { kill -9 $pids; fail "PEs are there 10 s after their launcher was killed"; }
for words in "PEs 0-1,3 (pids " ": in shmem_barrier_all for " "; waits for PE 2 of its team, PEs 0-3" "stack: main > everybody_meets > " \
             ": sleeping; between shmem_init and shmem_finalize"; do
  case $said in *"$words"*) ;; *) fail "'$words' is missing in: $said" ;; esac
done
[ "$listed" -eq 1 ] || fail "osh_ps lists $listed jobs"
echo "all endings and hangs as expected"

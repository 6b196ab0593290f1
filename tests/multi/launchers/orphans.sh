# Processes that a PE starts and abandons must be reaped by oshrun while the job runs. For one PE: fails if zombies
# stay.
for _ in 1 2 3 4 5; do (true &); done
sleep 0.3
for _ in 1 2 3 4 5 6 7 8 9 10; do # oshrun may need a while where others have the cores
  # shellcheck disable=SC2046  # a list of files
  dead=$(grep -l '^State:.Z' $(grep -l "^PPid:[[:space:]]*$PPID\$" /proc/[0-9]*/status 2>/dev/null) /dev/null 2>/dev/null)
  [ -n "$dead" ] || exit 0
  sleep 0.5
done
echo "oshrun ($PPID) has dead children: $dead" >&2
exit 1

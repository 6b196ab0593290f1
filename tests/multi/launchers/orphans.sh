# What a PE starts and leaves behind is buried by oshrun while the job runs.
for _ in 1 2 3 4 5; do (true &); done
sleep 0.5
# shellcheck disable=SC2046  # a list of files
dead=$(grep -l '^State:.Z' $(grep -l "^PPid:[[:space:]]*$PPID\$" /proc/[0-9]*/status 2>/dev/null) /dev/null)
[ -z "$dead" ] || { echo "oshrun ($PPID) has dead children: $dead" >&2; exit 1; }

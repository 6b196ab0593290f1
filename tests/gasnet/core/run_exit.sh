#!/bin/sh
# run_exit.sh CODE RANKS OUTPUT COMMAND...: the command ends with this code within 20 seconds, and every rank's line is seen
# (OUTPUT 1) or need not be (0).
code=$1 ranks=$2 output=$3
shift 3
said=$(timeout 20 "$@" 2>&1)
ended=$?
if [ $ended != "$code" ]; then
  echo "ended with $ended, expected $code: $said"
  exit 1
fi
seen=$(echo "$said" | grep -c 'rank [0-9]* was here')
if [ "$output" = 1 ] && [ "$seen" != "$ranks" ]; then
  echo "$seen lines of $ranks ranks: $said"
  exit 1
fi

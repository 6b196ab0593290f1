#!/bin/sh
# run_exit.sh CODES RANKS OUTPUT COMMAND...: the command ends with this code, or with one of several with commas between
# them, within 20 seconds, and every rank's line is seen (OUTPUT 1) or need not be (0).
codes=$1 ranks=$2 output=$3
shift 3
said=$(timeout 20 "$@" 2>&1)
ended=$?
case ",$codes," in
  *",$ended,"*) ;;
  *)
    echo "ended with $ended, expected $codes: $said"
    exit 1
    ;;
esac
seen=$(echo "$said" | grep -c 'rank [0-9]* was here')
if [ "$output" = 1 ] && [ "$seen" != "$ranks" ]; then
  echo "$seen lines of $ranks ranks: $said"
  exit 1
fi

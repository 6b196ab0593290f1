# on_nodes.sh PROGRAM: runs PE p on the virtual node that the p-th word of TEST_NODES names; oshrun has no option for
# that.
set -e
program=$1
pe=${ISTHMUS_LAUNCH#*pe=}
pe=${pe%%,*}
set -- $TEST_NODES
shift "$pe"
ISTHMUS_LAUNCH=$(echo "$ISTHMUS_LAUNCH" | sed "s/,node=[0-9]*,/,node=$1,/")
export ISTHMUS_LAUNCH
exec "$program"

#!/bin/sh
# short_sockets.sh COMMAND...: runs it in a network namespace of its own, whose sockets hold 64 KiB at most, so that
# many messages arrive in parts. Exits with 77, for a test that is skipped, where it may not make one.
{ unshare --net true && command -v ip; } >/dev/null 2>&1 || exit 77
exec unshare --net sh -c '
  ip link set lo up && cd /proc/sys/net/ipv4 && echo 4096 32768 65536 >tcp_wmem && echo 4096 32768 65536 >tcp_rmem &&
  cd "$OLDPWD" && exec "$@"' sh "$@"

#!/bin/sh
# hide_kallsyms.sh COMMAND [ARGUMENT...]: runs it where /proc/kallsyms is empty, if this user may mount. The verbs provider
# of libfabric 1.17 reads that file twice at the start of every process, some 20 ms, for a symbol of InfiniBand's kernel
# modules, which no test needs.
if unshare --mount true 2>/dev/null; then
  exec unshare --mount sh -c 'mount --bind /dev/null /proc/kallsyms 2>/dev/null; exec "$@"' sh "$@"
fi
exec "$@"

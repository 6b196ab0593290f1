#!/bin/sh
# Runs a rank's program under another host name, so that the library takes odd and even ranks for two nodes. Needs root.
rank=${OMPI_COMM_WORLD_RANK:-${PMI_RANK:?the launcher does not say which rank this is}}
exec unshare --uts sh -c 'hostname "$0" && exec "$@"' "node$((rank % 2))" "$@"

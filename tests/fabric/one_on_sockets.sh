# one_on_sockets.sh PROGRAM: runs the program with the sockets provider on PE 1 and the usual one on all others.
case "$ISTHMUS_LAUNCH" in *pe=1,*) export SHMEM_OFI_PROVIDER=sockets ;; esac
exec "$1"

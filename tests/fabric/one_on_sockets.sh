# one_on_sockets.sh PROGRAM: PE 1 with another provider than the rest.
case "$ISTHMUS_LAUNCH" in *pe=1,*) export SHMEM_OFI_PROVIDER=sockets ;; esac
exec "$1"

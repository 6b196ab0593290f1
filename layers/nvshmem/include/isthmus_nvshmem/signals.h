/* Calls of NVSHMEM whose counterparts in OpenSHMEM have other names. */
#ifndef ISTHMUS_NVSHMEM_SIGNALS_H
#define ISTHMUS_NVSHMEM_SIGNALS_H

ISTHMUS_NVSHMEM_BOTH void nvshmemx_signal_op(uint64_t *sig_addr, uint64_t signal, int sig_op, int pe) {
  if (sig_op == SHMEM_SIGNAL_ADD)
    shmem_signal_add(sig_addr, signal, pe);
  else
    shmem_signal_set(sig_addr, signal, pe);
}
ISTHMUS_NVSHMEM_HOST void nvshmemx_signal_op_on_stream(uint64_t *sig_addr, uint64_t signal, int sig_op, int pe,
                                                       cudaStream_t stream) {
  if (sig_op == SHMEM_SIGNAL_ADD)
    shmemx_signal_add_on_stream(sig_addr, signal, pe, stream);
  else
    shmemx_signal_set_on_stream(sig_addr, signal, pe, stream);
}

/* A barrier of a team, which completes what ended kernels have begun, too. On the device it is a call of one thread. */
ISTHMUS_NVSHMEM_BOTH int nvshmem_barrier(shmem_team_t team) {
#if defined(ISTHMUS_DEVICE_PASS)
  return shmemx_barrier(team);
#else
  shmemx_device_quiet();
  shmem_quiet();
  return shmem_team_sync(team);
#endif
}

#endif

/* half and bfloat16, which OpenSHMEM does not have: their calls that move data are those of 16 bits. Reductions of them are
 * not there. */
#ifndef ISTHMUS_NVSHMEM_HALF_H
#define ISTHMUS_NVSHMEM_HALF_H

#define ISTHMUS_NVSHMEM_MOVE(MADE, NAME, TYPE, verb, TAIL)                                                             \
  MADE void nvshmem##NAME##verb(TYPE *dest, const TYPE *source, size_t nelems, int pe) {                               \
    TAIL(dest, source, nelems, pe);                                                                                    \
  }
#define ISTHMUS_NVSHMEM_PUT_SIGNAL(MADE, NAME, TYPE, verb, TAIL)                                                       \
  MADE void nvshmem##NAME##verb(TYPE *dest, const TYPE *source, size_t nelems, uint64_t *sig_addr, uint64_t signal,    \
                                int sig_op, int pe) {                                                                  \
    TAIL(dest, source, nelems, sig_addr, signal, sig_op, pe);                                                          \
  }
#define ISTHMUS_NVSHMEM_MOVE_ON_STREAM(NAME, TYPE, verb, TAIL)                                                         \
  ISTHMUS_NVSHMEM_HOST void nvshmemx_##NAME##_##verb(TYPE *dest, const TYPE *source, size_t nelems, int pe,            \
                                                     cudaStream_t stream) {                                            \
    TAIL(dest, source, nelems, pe, stream);                                                                            \
  }
/* dest and source have `nelems` elements for each member; `nelems` of ours are bytes. */
#define ISTHMUS_NVSHMEM_COLLECT(MADE, NAME, TYPE, verb, TAIL)                                                          \
  MADE int nvshmem##NAME##verb(shmem_team_t team, TYPE *dest, const TYPE *source, size_t nelems) {                     \
    return TAIL(team, dest, source, nelems * sizeof(TYPE));                                                            \
  }
#define ISTHMUS_NVSHMEM_BROADCAST(MADE, NAME, TYPE, verb, TAIL)                                                        \
  MADE int nvshmem##NAME##verb(shmem_team_t team, TYPE *dest, const TYPE *source, size_t nelems, int PE_root) {        \
    return TAIL(team, dest, source, nelems * sizeof(TYPE), PE_root);                                                   \
  }
#define ISTHMUS_NVSHMEM_COLLECT_ON_STREAM(NAME, TYPE, verb)                                                            \
  ISTHMUS_NVSHMEM_HOST int nvshmemx_##NAME##_##verb##_on_stream(shmem_team_t team, TYPE *dest, const TYPE *source,     \
                                                                size_t nelems, cudaStream_t stream) {                  \
    return shmemx_##verb##mem_on_stream(team, dest, source, nelems * sizeof(TYPE), stream);                            \
  }

#define ISTHMUS_NVSHMEM_IN_GROUP(NAME, TYPE, group)                                                                    \
  ISTHMUS_NVSHMEM_MOVE(ISTHMUS_DEVICE_FN, x_##NAME, TYPE, _put_##group, shmemx_put16_##group)                          \
  ISTHMUS_NVSHMEM_MOVE(ISTHMUS_DEVICE_FN, x_##NAME, TYPE, _get_##group, shmemx_get16_##group)                          \
  ISTHMUS_NVSHMEM_MOVE(ISTHMUS_DEVICE_FN, x_##NAME, TYPE, _put_nbi_##group, shmemx_put16_nbi_##group)                  \
  ISTHMUS_NVSHMEM_MOVE(ISTHMUS_DEVICE_FN, x_##NAME, TYPE, _get_nbi_##group, shmemx_get16_nbi_##group)                  \
  ISTHMUS_NVSHMEM_PUT_SIGNAL(ISTHMUS_DEVICE_FN, x_##NAME, TYPE, _put_signal_##group, shmemx_put16_signal_##group)      \
  ISTHMUS_NVSHMEM_COLLECT(ISTHMUS_DEVICE_FN, x_##NAME, TYPE, _fcollect_##group, shmemx_fcollectmem_##group)            \
  ISTHMUS_NVSHMEM_COLLECT(ISTHMUS_DEVICE_FN, x_##NAME, TYPE, _alltoall_##group, shmemx_alltoallmem_##group)            \
  ISTHMUS_NVSHMEM_BROADCAST(ISTHMUS_DEVICE_FN, x_##NAME, TYPE, _broadcast_##group, shmemx_broadcastmem_##group)
#define ISTHMUS_NVSHMEM_HALF(NAME, TYPE)                                                                               \
  ISTHMUS_NVSHMEM_MOVE(ISTHMUS_NVSHMEM_BOTH, _##NAME, TYPE, _put, shmem_put16)                                         \
  ISTHMUS_NVSHMEM_MOVE(ISTHMUS_NVSHMEM_BOTH, _##NAME, TYPE, _get, shmem_get16)                                         \
  ISTHMUS_NVSHMEM_MOVE(ISTHMUS_NVSHMEM_BOTH, _##NAME, TYPE, _put_nbi, shmem_put16_nbi)                                 \
  ISTHMUS_NVSHMEM_MOVE(ISTHMUS_NVSHMEM_BOTH, _##NAME, TYPE, _get_nbi, shmem_get16_nbi)                                 \
  ISTHMUS_NVSHMEM_PUT_SIGNAL(ISTHMUS_NVSHMEM_BOTH, _##NAME, TYPE, _put_signal, shmem_put16_signal)                     \
  ISTHMUS_NVSHMEM_PUT_SIGNAL(ISTHMUS_NVSHMEM_BOTH, _##NAME, TYPE, _put_signal_nbi, shmem_put16_signal_nbi)             \
  ISTHMUS_NVSHMEM_COLLECT(ISTHMUS_NVSHMEM_BOTH, _##NAME, TYPE, _fcollect, shmem_fcollectmem)                           \
  ISTHMUS_NVSHMEM_COLLECT(ISTHMUS_NVSHMEM_BOTH, _##NAME, TYPE, _alltoall, shmem_alltoallmem)                           \
  ISTHMUS_NVSHMEM_BROADCAST(ISTHMUS_NVSHMEM_BOTH, _##NAME, TYPE, _broadcast, shmem_broadcastmem)                       \
  ISTHMUS_NVSHMEM_IN_GROUP(NAME, TYPE, warp)                                                                           \
  ISTHMUS_NVSHMEM_IN_GROUP(NAME, TYPE, block)                                                                          \
  ISTHMUS_NVSHMEM_MOVE_ON_STREAM(NAME, TYPE, put_on_stream, shmemx_put16_on_stream)                                    \
  ISTHMUS_NVSHMEM_MOVE_ON_STREAM(NAME, TYPE, get_on_stream, shmemx_get16_on_stream)                                    \
  ISTHMUS_NVSHMEM_MOVE_ON_STREAM(NAME, TYPE, put_nbi_on_stream, shmemx_put16_nbi_on_stream)                            \
  ISTHMUS_NVSHMEM_MOVE_ON_STREAM(NAME, TYPE, get_nbi_on_stream, shmemx_get16_nbi_on_stream)                            \
  ISTHMUS_NVSHMEM_COLLECT_ON_STREAM(NAME, TYPE, fcollect)                                                              \
  ISTHMUS_NVSHMEM_COLLECT_ON_STREAM(NAME, TYPE, alltoall)                                                              \
  ISTHMUS_NVSHMEM_HOST int nvshmemx_##NAME##_broadcast_on_stream(shmem_team_t team, TYPE *dest, const TYPE *source,    \
                                                                 size_t nelems, int PE_root, cudaStream_t stream) {    \
    return shmemx_broadcastmem_on_stream(team, dest, source, nelems * sizeof(TYPE), PE_root, stream);                  \
  }
ISTHMUS_NVSHMEM_HALF(half, half)
ISTHMUS_NVSHMEM_HALF(bfloat16, __nv_bfloat16)
#undef ISTHMUS_NVSHMEM_MOVE
#undef ISTHMUS_NVSHMEM_PUT_SIGNAL
#undef ISTHMUS_NVSHMEM_MOVE_ON_STREAM
#undef ISTHMUS_NVSHMEM_COLLECT
#undef ISTHMUS_NVSHMEM_BROADCAST
#undef ISTHMUS_NVSHMEM_COLLECT_ON_STREAM
#undef ISTHMUS_NVSHMEM_IN_GROUP
#undef ISTHMUS_NVSHMEM_HALF

#endif

// A call of each family of NVSHMEM from a kernel and from the host. It is compiled, by clang as CUDA for both sides.
#include <nvshmem.h>
#include <nvshmemx.h>

__global__ void by_thread(int *x, long *y, uint64_t *signal, nvshmem_team_t team) {
  const int me = nvshmem_my_pe(), next = (me + 1) % nvshmem_n_pes();
  nvshmem_int_p(x, nvshmem_int_g(x + 1, next), next);
  nvshmem_int_put(x, x, 4, next);
  nvshmem_putmem_nbi(x, x, 16, next);
  nvshmem_long_iput(y, y, 2, 2, 4, next);
  nvshmem_long_atomic_add(y, nvshmem_long_atomic_fetch_inc(y, next), next);
  nvshmem_int_put_signal_nbi(x, x, 4, signal, 1, NVSHMEM_SIGNAL_SET, next);
  nvshmemx_signal_op(signal, 1, NVSHMEM_SIGNAL_ADD, next);
  nvshmem_signal_wait_until(signal, NVSHMEM_CMP_GE, 1);
  nvshmem_long_wait_until(y, NVSHMEM_CMP_NE, 0);
  nvshmem_fence();
  nvshmem_quiet();
  nvshmem_barrier_all();
  nvshmem_barrier(team);
  nvshmem_long_sum_reduce(team, y, y, 1);
  nvshmem_long_max_reducescatter(NVSHMEM_TEAM_WORLD, y, y + 1, 1);
}

__global__ void by_group(float *x, uint64_t *signal, nvshmem_team_t team) {
  nvshmemx_float_put_block(x, x, 100, nvshmem_team_translate_pe(team, 0, NVSHMEM_TEAM_WORLD));
  nvshmemx_float_get_nbi_warp(x, x, 100, 0);
  nvshmemx_putmem_signal_block(x, x, 100, signal, 1, NVSHMEM_SIGNAL_ADD, 0);
  nvshmemx_barrier_all_block();
  nvshmemx_team_sync_warp(team);
  nvshmemx_float_sum_reduce_block(team, x, x, 100);
  nvshmemx_float_sum_reducescatter_block(team, x, x + 100, 10);
  nvshmemx_float_alltoall_block(team, x, x, 10);
  nvshmemx_float_broadcast_warp(team, x, x, 10, 0);
  nvshmemx_float_fcollect_block(team, x, x, 10);
  nvshmemx_half_alltoall_block(team, reinterpret_cast<half *>(x), reinterpret_cast<half *>(x), 10);
  nvshmemx_bfloat16_put_warp(reinterpret_cast<__nv_bfloat16 *>(x), reinterpret_cast<__nv_bfloat16 *>(x), 10, 0);
}

int main() {
  nvshmemx_init_attr_t attributes = NVSHMEMX_INIT_ATTR_INITIALIZER;
  nvshmemx_init_attr(NVSHMEMX_INIT_WITH_MPI_COMM, &attributes);
  float *x = static_cast<float *>(nvshmem_malloc(4096));
  uint64_t *signal = static_cast<uint64_t *>(nvshmem_calloc(1, 8));
  nvshmem_team_t team = NVSHMEMX_TEAM_NODE;
  void *arguments[] = {&x, &signal, &team};
  by_thread<<<1, 1>>>(reinterpret_cast<int *>(x), reinterpret_cast<long *>(x), signal, team);
  const int failed = nvshmemx_collective_launch(reinterpret_cast<const void *>(by_group), 1, 256, arguments, 0, nullptr);
  nvshmem_free(signal);
  nvshmem_free(x);
  nvshmem_finalize();
  return failed != NVSHMEMX_SUCCESS;
}

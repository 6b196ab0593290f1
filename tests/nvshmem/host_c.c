/* nvshmem.h in C: compiled alone. */
#include <nvshmem.h>
#include <nvshmemx.h>

int calls_of_c(long *word) {
  nvshmem_init();
  nvshmem_long_p(word, 1, (nvshmem_my_pe() + 1) % nvshmem_n_pes());
  nvshmem_barrier_all();
  nvshmem_barrier(NVSHMEM_TEAM_WORLD);
  nvshmem_finalize();
  return (int)*word;
}

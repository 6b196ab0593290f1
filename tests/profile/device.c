/* Puts 4096 bytes of host memory into device memory of the next PE, gets 8192 bytes of it back, queues a put of 512
 * bytes and a signal on a stream, and adds up 16384 bytes of each PE. */
#include <shmem.h>
#include <shmemx.h>

static char host[8192];
static uint64_t passed;

int main(void) {
  shmem_init();
  const int next = (shmem_my_pe() + 1) % shmem_n_pes();
  char* device = shmem_partition_malloc(65536, 2);
  if (!device) shmem_global_exit(1);
  shmem_putmem(device, host, 4096, next);
  shmem_quiet();
  shmem_getmem(host, device, 8192, next);
  shmemx_putmem_on_stream(device + 8192, device, 512, next, NULL);
  shmemx_quiet_on_stream(NULL);
  shmemx_signal_set_on_stream(&passed, 1, next, NULL);
  shmem_signal_wait_until(&passed, SHMEM_CMP_EQ, 1); /* the other PE's stream */
  shmem_barrier_all();
  shmem_int_sum_reduce(SHMEM_TEAM_WORLD, (int*)(device + 32768), (int*)device, 4096);
  shmem_partition_free(device);
  shmem_finalize();
  return 0;
}

/* Puts 4096 bytes of host memory into device memory of the next PE, gets 8192 bytes of it back, and queues a put of 512
 * bytes on a stream. */
#include <shmem.h>
#include <shmemx.h>

static char host[8192];

int main(void) {
  shmem_init();
  const int next = (shmem_my_pe() + 1) % shmem_n_pes();
  char* device = shmem_partition_malloc(16384, 2);
  if (!device) shmem_global_exit(1);
  shmem_putmem(device, host, 4096, next);
  shmem_quiet();
  shmem_getmem(host, device, 8192, next);
  shmemx_putmem_on_stream(device + 8192, device, 512, next, NULL);
  shmemx_quiet_on_stream(NULL);
  shmem_barrier_all();
  shmem_partition_free(device);
  shmem_finalize();
  return 0;
}

/* A program without offloading that is linked with libisthmus_omp all the same. */
#include <shmemx_omp.h>
#include <stdio.h>

int main(void) {
  static int object[10];
  shmem_init();
  const int refused = shmemx_omp_map_symmetric(object, sizeof object) != 0;
  printf("%d %d %d\n", refused, shmemx_omp_device(), shmemx_device_ptr(object) == NULL);
  shmem_finalize();
  return 0;
}

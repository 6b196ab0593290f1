/* Section 1: shmem_global_exit from one PE ends all, whatever they do, with its status, output flushed. The driver
 * expects 42 and the line. */
#include "program.h"

static long never;

int main(void) {
  begin();
  shmem_barrier_all();
  if (me == n / 2) {
    printf("said before the end"); /* no newline: only a flush brings it out */
    shmem_global_exit(42);
  }
  switch (me % 3) {
    case 0:
      shmem_long_wait_until(&never, SHMEM_CMP_EQ, 1);
      break;
    case 1:
      shmem_barrier_all();
      break;
    default:
      for (volatile long i = 0;; ++i) {
      }
  }
  return 1;
}

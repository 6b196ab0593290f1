/* Uncertain point 4, as decided: start_pes does nothing when the library is initialised: it neither counts as an init
 * nor finalises at exit. */
#include "program.h"

static void at_the_end(void) {
  int initialized = -1;
  shmem_query_initialized(&initialized);
  if (initialized != 0) _Exit(3);
}

int main(void) {
  atexit(at_the_end);
  begin();
  start_pes(99);
  start_pes(0);
  EXPECT_EQ(shmem_n_pes(), n);
  shmem_barrier_all();
  shmem_finalize(); /* the only one that is needed */
  int initialized = -1;
  shmem_query_initialized(&initialized);
  EXPECT_EQ(initialized, 0);
  return 0;
}

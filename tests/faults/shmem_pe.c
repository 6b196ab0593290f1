/* The same as exchange_pe.cpp through the whole library: the others wait in shmem_barrier_all while one PE
 * misbehaves. shmem_pe space: makes a space, for which the PEs meet by way of the launcher. */
#include <shmemx.h>

#include "misbehave.h"

int main(int argc, char** argv) {
  const char* how = argc > 1 ? argv[1] : "";
  const int who = argc > 2 ? atoi(argv[2]) : 0;
  if (!strncmp(how, "old_", 4)) {
    start_pes(0);
    how += 4;
  } else {
    shmem_init();
  }
  long* word = shmem_malloc(sizeof *word); /* so that a leftover segment would be found */
  *word = shmem_my_pe();
  shmem_barrier_all();
  if (!strcmp(how, "leave")) return 0;
  if (!strcmp(how, "space") && shmemx_space_create("SIZE=1M") == SHMEMX_SPACE_INVALID) return 9;
  if (!strcmp(how, "hang")) {
    printf("ready\n");
    fflush(stdout);
    if (shmem_my_pe() == who) pause();
  }
  if (shmem_my_pe() == who) {
    misbehave(how);
    if (!strcmp(how, "end0")) shmem_global_exit(0);
    if (!strcmp(how, "end5")) shmem_global_exit(5);
  }
  shmem_barrier_all();
  shmem_finalize();
  return 0;
}

#include "local_memory.h"

#include <shmem.h>
#include <stdio.h>
#include <stdlib.h>

double* local_doubles(size_t count) {
  double* memory = malloc(count * sizeof(double));
  if (!memory) {
    fprintf(stderr, "heat: PE %d has no memory for %zu doubles; use a smaller --size\n", shmem_my_pe(), count);
    shmem_global_exit(1);
  }
  return memory;
}

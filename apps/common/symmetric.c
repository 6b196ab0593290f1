#include "symmetric.h"

#include <shmemx.h>

#include "job.h"

void* symmetric_alloc(size_t bytes) {
  void* there = shmem_partition_malloc(bytes > 0 ? bytes : 1, 2);
  if (!there) job_fail("device", "partition 2 is full; raise its SIZE or use a smaller --size");
  return there;
}

void symmetric_free(void* there) { shmem_free(there); }

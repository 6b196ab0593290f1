#include "symmetric.h"

#include <shmemx_omp.h>

#include "job.h"

enum { kMost = 16 };

typedef struct {
  char *here, *there;
  size_t bytes;
} Buffer;

static Buffer buffers[kMost];

/// The buffer with that address on the device; null finds a free place.
static Buffer* find(const char* there) {
  for (int i = 0; i < kMost; ++i) {
    if (buffers[i].there == there) return &buffers[i];
  }
  job_fail("device", "too many buffers, or one that is not there");
}

void* symmetric_alloc(size_t bytes) {
  Buffer* const buffer = find(NULL);
  char* const here = job_alloc(bytes);
#pragma omp target enter data map(close, alloc : here [0:bytes])
  char* const there = shmemx_device_ptr(here);
  if (shmemx_partition_of(there) == 0) {
    job_fail("device", "no partition of device memory has room for the buffers: raise its SIZE or SHMEM_OMP_MIRROR");
  }
  *buffer = (Buffer){here, there, bytes};
  return there;
}

void symmetric_free(void* there) {
  Buffer* const buffer = find(there);
  char* const here = buffer->here;
  const size_t bytes = buffer->bytes;
#pragma omp target exit data map(delete : here [0:bytes])
  job_free(here);
  *buffer = (Buffer){0};
}

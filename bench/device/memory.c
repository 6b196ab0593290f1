#define _GNU_SOURCE /* RTLD_DEFAULT */
#include "memory.h"

#include <dlfcn.h>
#include <shmem.h>
#include <shmemx.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { partition = 2 };

/* Copies on a stream and waits for it, since CUDA's synchronous copies may return before the device has the data. */
typedef int (*CudaCopy)(uint64_t to, uint64_t from, size_t bytes, void* stream);
typedef int (*HipCopy)(void* to, const void* from, size_t bytes, int direction, void* stream);
typedef int (*Wait)(void* stream);
typedef int (*OmpCopy)(void* to, const void* from, size_t bytes, size_t to_at, size_t from_at, int to_device,
                       int from_device);
typedef int (*OmpDevice)(void);

static struct {
  CudaCopy cuda;
  HipCopy hip;
  Wait wait;
  int (*set_context)(void*);
  void *context, *stream;
  OmpCopy omp;
  int omp_device, omp_host;
  bool known;
} copies;

static void end(const char* why, size_t bytes) {
  fprintf(stderr, "PE %d: %s (%zu bytes)\n", shmem_my_pe(), why, bytes);
  fflush(NULL);
  shmem_global_exit(2);
  abort();
}

static void* symbol(const char* library, const char* name) {
  void* const opened = library ? dlopen(library, RTLD_LAZY | RTLD_NOLOAD) : RTLD_DEFAULT;
  return opened || !library ? dlsym(opened, name) : NULL;
}

/* CUDA programs use the device's primary context. */
static void use_cuda(void) {
  int (*retain)(void**, int) = (int (*)(void**, int))symbol("libcuda.so.1", "cuDevicePrimaryCtxRetain");
  copies.set_context = (int (*)(void*))symbol("libcuda.so.1", "cuCtxSetCurrent");
  if (!retain || !copies.set_context || retain(&copies.context, 0) != 0) end("CUDA has no context for this program", 0);
  memory_use_in_thread();
  copies.cuda = (CudaCopy)symbol("libcuda.so.1", "cuMemcpyAsync");
  copies.wait = (Wait)symbol("libcuda.so.1", "cuStreamSynchronize");
  int (*create)(void**, unsigned) = (int (*)(void**, unsigned))symbol("libcuda.so.1", "cuStreamCreate");
  if (!create || create(&copies.stream, 1) != 0) end("CUDA makes no stream", 0);
}

void memory_use_in_thread(void) {
  if (copies.set_context && copies.set_context(copies.context) != 0) end("CUDA refuses its context", 0);
}

static void find_copies(const void* device) {
  const char* const kind = shmemx_kind_of(device);
  copies.known = true;
  if (strcmp(kind, "CUDA") == 0) use_cuda();
  if (strcmp(kind, "HIP") == 0) {
    copies.hip = (HipCopy)symbol("libamdhip64.so.6", "hipMemcpyAsync");
    copies.wait = (Wait)symbol("libamdhip64.so.6", "hipStreamSynchronize");
  }
  if (strcmp(kind, "LIBOMP") != 0) return;
  copies.omp = (OmpCopy)symbol(NULL, "omp_target_memcpy");
  copies.omp_device = ((OmpDevice)symbol(NULL, "omp_get_default_device"))();
  copies.omp_host = ((OmpDevice)symbol(NULL, "omp_get_initial_device"))();
}

static void must(int failed, size_t bytes) {
  if (failed != 0) end("the driver's copy failed", bytes);
}

static void begin_copy(void* to, const void* from, size_t bytes, bool up) {
  int failed = 0;
  if (copies.cuda)
    failed = copies.cuda((uintptr_t)to, (uintptr_t)from, bytes, copies.stream);
  else if (copies.hip)
    failed = copies.hip(to, from, bytes, 4, NULL);
  else if (copies.omp)
    failed = copies.omp(to, from, bytes, 0, 0, up ? copies.omp_device : copies.omp_host,
                        up ? copies.omp_host : copies.omp_device);
  else if (up) /* Level Zero: a program would need a queue of its own, the library has one */
    shmem_putmem(to, from, bytes, shmem_my_pe());
  else
    shmem_getmem(to, from, bytes, shmem_my_pe());
  must(failed, bytes);
}

void memory_finish(void) {
  if (copies.wait) must(copies.wait(copies.stream), 0);
}

static void copy(void* to, const void* from, size_t bytes, bool up) {
  begin_copy(to, from, bytes, up);
  memory_finish();
}

size_t memory_largest(size_t limit) {
  size_t largest = sizeof(uint64_t);
  for (size_t bytes; harness_next_size(limit, &bytes);) largest = bytes > largest ? bytes : largest;
  return largest;
}

void* memory_allocate(size_t bytes) {
  void* const device = shmem_partition_malloc(bytes, partition);
  if (device == NULL) end("no such memory: set SHMEM_SYMMETRIC_PARTITION2=SIZE=..:KIND=.. or raise its size", bytes);
  if (!copies.known) find_copies(device);
  return device;
}

void memory_to_host(void* host, const void* device, size_t bytes) { copy(host, device, bytes, false); }
void memory_to_device(void* device, const void* host, size_t bytes) { copy(device, host, bytes, true); }
bool memory_copies_between_devices(void) { return copies.cuda || copies.hip; }
void memory_between_devices(void* to, const void* from, size_t bytes) { copy(to, from, bytes, true); }
void memory_begin_between_devices(void* to, const void* from, size_t bytes) { begin_copy(to, from, bytes, true); }

static unsigned char byte_of(int pe, size_t at) { return (unsigned char)(at * 7 + at / 251 + (size_t)pe * 31 + 1); }

static unsigned char* host_block(size_t bytes) {
  unsigned char* const block = malloc(bytes);
  if (block == NULL) end("no memory", bytes);
  return block;
}

void memory_fill(void* device, size_t bytes) {
  unsigned char* const block = host_block(bytes);
  for (size_t i = 0; i < bytes; ++i) block[i] = byte_of(shmem_my_pe(), i);
  memory_to_device(device, block, bytes);
  free(block);
  shmem_barrier_all();
}

bool memory_is_from(const void* device, size_t bytes, int pe) {
  unsigned char* const block = host_block(bytes);
  memory_to_host(block, device, bytes);
  size_t same = 0;
  while (same < bytes && block[same] == byte_of(pe, same)) ++same;
  free(block);
  return same == bytes;
}

void memory_expect(bool right, const char* what, size_t bytes) {
  if (!right) end(what, bytes);
}

Sample memory_measure(const char* metric, HarnessBatch batch, size_t bytes, HarnessCallers callers,
                      bool right(size_t)) {
  if (callers == every_pe_calls || shmem_my_pe() == 0) batch(2, bytes);
  shmem_barrier_all();
  memory_expect(right(bytes), metric, bytes);
  const Sample sample = harness_measure(batch, bytes, callers);
  harness_report_latency(metric, bytes, sample);
  return sample;
}

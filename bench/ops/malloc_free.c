/* A shmem_malloc and its shmem_free. Both contain a barrier by the specification, so one PE shows the allocator and
 * more PEs show mostly barriers. The second figure keeps 64 blocks of mixed sizes alive, so that blocks are split
 * and joined; it too is per pair. */
#include <shmem.h>
#include <stdio.h>

#include "../harness.h"

enum { alive = 64 };

static void require(const void* block) {
  if (block != NULL) return;
  fprintf(stderr, "malloc_free: shmem_malloc returned NULL\n");
  shmem_global_exit(2);
}

static void pair(long calls, size_t bytes) {
  for (long i = 0; i < calls; ++i) {
    void* block = shmem_malloc(bytes);
    require(block);
    shmem_free(block);
  }
}

static void mixed(long calls, size_t bytes) {
  void* blocks[alive] = {NULL};
  for (long i = 0; i < calls; ++i) {
    void** slot = &blocks[i % alive];
    if (*slot != NULL) shmem_free(*slot);
    *slot = shmem_malloc(bytes << (i * 7 % 5));
    require(*slot);
  }
  for (int i = 0; i < alive; ++i) {
    if (blocks[i] != NULL) shmem_free(blocks[i]);
  }
}

int main(int argc, char** argv) {
  const size_t largest = (size_t)64 << 10;
  harness_begin(argc, argv, "malloc_free", "shmem_malloc + shmem_free, per pair", 1);
  for (size_t bytes; harness_next_size(largest, &bytes);) {
    harness_report_latency("pair", bytes, harness_measure(pair, bytes, every_pe_calls));
    harness_report_latency("pair_64_alive", bytes, harness_measure(mixed, bytes, every_pe_calls));
  }
  return harness_end();
}

/* Collectives on device buffers. `bytes` is the size of one PE's whole vector: alltoall sends a part of it to each PE,
 * fcollect gathers it from all. */
#include <shmem.h>
#include <stdlib.h>

#include "memory.h"

static char *dest, *source;

static void barrier(long calls, size_t bytes) {
  (void)bytes;
  for (long i = 0; i < calls; ++i) shmem_barrier_all();
}

static void broadcast(long calls, size_t bytes) {
  for (long i = 0; i < calls; ++i) shmem_broadcastmem(SHMEM_TEAM_WORLD, dest, source, bytes, 0);
}
static bool broadcast_right(size_t bytes) { return memory_is_from(dest, bytes, 0); }

static void fcollect(long calls, size_t bytes) {
  for (long i = 0; i < calls; ++i) shmem_fcollectmem(SHMEM_TEAM_WORLD, dest, source, bytes);
}
static bool fcollect_right(size_t bytes) {
  bool right = true;
  for (int pe = 0; pe < harness_pes(); ++pe) right = right && memory_is_from(dest + (size_t)pe * bytes, bytes, pe);
  return right;
}

static void alltoall(long calls, size_t bytes) {
  const size_t part = bytes / (size_t)harness_pes();
  for (long i = 0; i < calls; ++i) shmem_alltoallmem(SHMEM_TEAM_WORLD, dest, source, part);
}
/* PE 0 gets the first part of every PE's vector. */
static bool alltoall_right(size_t bytes) {
  const size_t part = bytes / (size_t)harness_pes();
  bool right = true;
  for (int pe = 0; pe < harness_pes() && harness_me() == 0; ++pe)
    right = right && memory_is_from(dest + (size_t)pe * part, part, pe);
  return right;
}

static void sum(long calls, size_t bytes) {
  for (long i = 0; i < calls; ++i)
    shmem_float_sum_reduce(SHMEM_TEAM_WORLD, (float*)dest, (const float*)source, bytes / sizeof(float));
}

/* Small whole numbers: their sum is exact in any order. */
static float given(int pe, size_t index) { return (float)((size_t)(3 * pe + 1) * (index % 251)); }

static void fill_floats(size_t bytes) {
  float* const block = malloc(bytes);
  memory_expect(block != NULL, "no memory", bytes);
  for (size_t i = 0; i < bytes / sizeof *block; ++i) block[i] = given(harness_me(), i);
  memory_to_device(source, block, bytes);
  free(block);
  shmem_barrier_all();
}

static bool sum_right(size_t bytes) {
  float* const block = malloc(bytes);
  memory_expect(block != NULL, "no memory", bytes);
  memory_to_host(block, dest, bytes);
  size_t same = 0;
  for (; same < bytes / sizeof *block; ++same) {
    float all = 0;
    for (int pe = 0; pe < harness_pes(); ++pe) all += given(pe, same);
    if (block[same] != all) break;
  }
  free(block);
  return same == bytes / sizeof *block;
}

int main(int argc, char** argv) {
  harness_begin(argc, argv, "collectives", "collectives on device buffers", 2);
  const size_t largest = memory_largest((size_t)32 << 20);
  source = memory_allocate(largest);
  dest = memory_allocate(largest * (size_t)harness_pes());
  harness_report_latency("barrier_all", 0, harness_measure(barrier, 0, every_pe_calls));
  memory_fill(source, largest);
  for (size_t bytes; harness_next_size(largest, &bytes);) {
    memory_measure("broadcast", broadcast, bytes, every_pe_calls, broadcast_right);
    memory_measure("fcollect", fcollect, bytes, every_pe_calls, fcollect_right);
    if (bytes % (size_t)harness_pes() == 0) memory_measure("alltoall", alltoall, bytes, every_pe_calls, alltoall_right);
  }
  fill_floats(largest);
  for (size_t bytes; harness_next_size(largest, &bytes);) memory_measure("sum", sum, bytes, every_pe_calls, sum_right);
  return harness_end();
}

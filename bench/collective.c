#include "collective.h"

#include <stdio.h>
#include <string.h>

static struct {
  const char* name;
  char *source, *dest;
  int dest_blocks;
  long* sync[2];
  char* work[2];
  int turn;
} self;

bool collective_next_size(size_t* bytes) {
  while (harness_next_size((size_t)4 << 20, bytes)) {
    if (*bytes % sizeof(uint64_t) == 0) return true;
  }
  return false;
}

static size_t largest_size(void) {
  size_t largest = sizeof(uint64_t);
  for (size_t bytes; collective_next_size(&bytes);) largest = bytes > largest ? bytes : largest;
  return largest;
}

static size_t larger(size_t a, size_t b) { return a > b ? a : b; }

void collective_begin(int argc, char** argv, const char* name, const char* about) {
  harness_begin(argc, argv, name, about, 2);
  self.name = name;
}

void collective_allocate(int source_blocks, int dest_blocks) {
  const size_t block = largest_size();
  self.dest_blocks = dest_blocks;
  self.source = harness_allocate((size_t)source_blocks * block);
  self.dest = harness_allocate((size_t)dest_blocks * block);
  uint64_t* const words = (uint64_t*)self.source;
  for (size_t i = 0; i < (size_t)source_blocks * block / sizeof *words; ++i) {
    words[i] = collective_word(harness_me(), i);
  }
  const size_t longs =
      larger(larger(SHMEM_BCAST_SYNC_SIZE, SHMEM_COLLECT_SYNC_SIZE),
             larger(SHMEM_REDUCE_SYNC_SIZE, larger(SHMEM_ALLTOALL_SYNC_SIZE, SHMEM_ALLTOALLS_SYNC_SIZE)));
  /* A reduction's pWrk must hold half the vector and one element more; an element has up to 8 bytes here. */
  const size_t work = larger(block / 2 + 8, SHMEM_REDUCE_MIN_WRKDATA_SIZE * sizeof(uint64_t));
  for (int turn = 0; turn < 2; ++turn) {
    self.sync[turn] = harness_allocate(longs * sizeof *self.sync[turn]);
    for (size_t i = 0; i < longs; ++i) self.sync[turn][i] = SHMEM_SYNC_VALUE;
    self.work[turn] = harness_allocate(work);
  }
  shmem_barrier_all();
}

void* collective_source(void) { return self.source; }
void* collective_dest(void) { return self.dest; }
long* collective_sync(void) { return self.sync[self.turn ^= 1]; }
void* collective_work(void) { return self.work[self.turn]; }

uint64_t collective_word(int pe, size_t index) {
  return ((uint64_t)pe + 1) * UINT64_C(0x9E3779B97F4A7C15) ^ (uint64_t)index * UINT64_C(0xD1B54A32D192ED03);
}

bool collective_has_floor(size_t bytes) {
  /* On several nodes no PE can map all others' memory. */
  for (int pe = 0; pe < harness_pes(); ++pe) {
    if (shmem_ptr(self.source, pe) == NULL) return false;
  }
  return bytes >= (size_t)1 << 20;
}

Sample collective_measure(const char* metric, HarnessBatch batch, size_t bytes, CollectiveOracle right) {
  memset(self.dest, 0xEE, (size_t)self.dest_blocks * bytes);
  shmem_barrier_all();
  batch(2, bytes);
  if (!right(bytes)) {
    fprintf(stderr, "%s: wrong result (%s) of %zu bytes on PE %d\n", self.name, metric, bytes, harness_me());
    fflush(NULL);
    shmem_global_exit(2);
  }
  const Sample sample = harness_measure(batch, bytes, every_pe_calls);
  harness_report_latency(metric, bytes, sample);
  return sample;
}

Sample collective_floor(const char* metric, HarnessBatch batch, size_t bytes) {
  const Sample sample = harness_measure(batch, bytes, every_pe_calls);
  harness_report_latency(metric, bytes, sample);
  return sample;
}

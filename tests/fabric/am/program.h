/* The frame of the programs with active messages: who am I, and payloads that any PE can check. */
#ifndef TESTS_FABRIC_AM_PROGRAM_H
#define TESTS_FABRIC_AM_PROGRAM_H

#include <shmemx.h>
#include <stdint.h>

#include "expect.h"
#include "pattern.h"
#include "start.h"

enum { max_pes = 32 };

static int me, n;

static inline void begin_with(int level) {
  start_with(level);
  me = shmem_my_pe();
  n = shmem_n_pes();
  EXPECT(n <= max_pes);
}

static inline void begin(void) { begin_with(SHMEM_THREAD_SINGLE); }

static inline int end(void) {
  shmem_finalize();
  return 0;
}

/* Ends the job at the first byte that is not fill_pattern's. */
static inline void expect_pattern(const void* payload, size_t bytes, uint64_t seed, int from, int to) {
  const unsigned char* p = (const unsigned char*)payload;
  for (size_t i = 0; i < bytes; ++i) EXPECT_EQ(p[i], (unsigned char)(pattern(seed, from, to, i / 8) >> (8 * (i % 8))));
}

#endif

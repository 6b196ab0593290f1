/* The frame of programs of many PEs: start and end, this PE's number, and the helpers that most of them need. */
#ifndef TESTS_MULTI_PROGRAM_H
#define TESTS_MULTI_PROGRAM_H

#include <shmemx.h>
#include <stdint.h>

#include "expect.h"
#include "pattern.h"
#include "start.h"

#ifndef MAX_PES
#define MAX_PES 8
#endif
enum { max_pes = MAX_PES }; /* Arrays with a place for each PE have so many; larger jobs end with an error. */

static int me, n;
static int percent = 100; /* how much of a long loop is run: TEST_PERCENT */

static inline void begin_with(int level) {
  start_with(level);
  me = shmem_my_pe();
  n = shmem_n_pes();
  EXPECT(n <= max_pes);
  if (getenv("TEST_PERCENT")) percent = atoi(getenv("TEST_PERCENT"));
  EXPECT(percent >= 1 && percent <= 100);
}

static inline void begin(void) { begin_with(SHMEM_THREAD_SINGLE); }

/* How many of `rounds` this run makes, for loops whose rounds take long. */
static inline int some_of(int rounds) { return rounds * percent / 100 > 0 ? rounds * percent / 100 : 1; }
/* Whether the round with this number is among them. */
static inline int is_one_of_some(int number) { return number % (100 / some_of(100)) == 0; }

/* Ends the job at the first byte that is not fill_pattern's. */
static inline void expect_pattern(const void* payload, size_t bytes, uint64_t seed, int from, int to) {
  const unsigned char* p = (const unsigned char*)payload;
  for (size_t i = 0; i < bytes; ++i) EXPECT_EQ(p[i], (unsigned char)(pattern(seed, from, to, i / 8) >> (8 * (i % 8))));
}

static inline int end(void) {
  shmem_finalize();
  return 0;
}

/* Collective. */
static inline shmem_team_t split(shmem_team_t parent, int start, int stride, int size) {
  shmem_team_t team = SHMEM_TEAM_WORLD;
  EXPECT_EQ(shmem_team_split_strided(parent, start, stride, size, NULL, 0, &team), 0);
  return team;
}

/* A team of all PEs in reverse order, so that no team number but the middle one equals the world's. */
static inline shmem_team_t reversed_world(void) { return split(SHMEM_TEAM_WORLD, n - 1, -1, n); }

#endif

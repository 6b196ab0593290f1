/* Traffic between all hosts, checked round by round: blocks to every other PE, words read back from them, a counter
 * that all of them add to. "traffic S" ends after about S seconds; "traffic forever" is there to be disturbed, and
 * "traffic idle" falls silent after a few rounds, outside of any call. */
#define _GNU_SOURCE
#include <shmem.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "expect.h"
#include "pattern.h"

enum { kBytes = 8 * 1024, kFirstRounds = 3 };

static long counter;
static uint64_t word;
static int last_round; /* written by PE 0 between two barriers, read by all after the second */

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* One round of traffic. PE 0 decides by `enough` whether it is the last. */
static void exchange(unsigned char* blocks, unsigned char* expected, uint64_t round, int enough, int me, int n) {
  static unsigned char mine[kBytes];
  for (int to = 0; to < n; ++to) {
    /* Sizes from a few bytes to whole blocks, different in each round. */
    const size_t bytes = 8 + pattern(round, 0, 0, 1) % (kBytes - 8);
    fill_pattern(mine, bytes, round, me, to);
    shmem_putmem(blocks + (size_t)me * kBytes, mine, bytes, to);
  }
  word = pattern(round, me, me, 2);
  shmem_long_atomic_add(&counter, 1, 0);
  shmem_barrier_all();
  for (int from = 0; from < n; ++from) {
    const size_t bytes = 8 + pattern(round, 0, 0, 1) % (kBytes - 8);
    fill_pattern(expected, bytes, round, from, me);
    EXPECT_SAME(blocks + (size_t)from * kBytes, expected, bytes);
    EXPECT_EQ(shmem_uint64_g(&word, from), pattern(round, from, from, 2));
  }
  EXPECT_EQ(shmem_long_atomic_fetch(&counter, 0), (long)(round + 1) * n);
  if (enough)
    for (int to = 0; to < n; ++to) shmem_int_p(&last_round, 1, to);
  shmem_barrier_all();
}

int main(int argc, char** argv) {
  const char* mode = argc > 1 ? argv[1] : "1";
  const int idle = strcmp(mode, "idle") == 0;
  const double seconds = idle || strcmp(mode, "forever") == 0 ? 1e9 : atof(mode);
  shmem_init();
  const int me = shmem_my_pe(), n = shmem_n_pes();
  unsigned char* blocks = (unsigned char*)shmem_calloc((size_t)n, kBytes);
  unsigned char* expected = (unsigned char*)malloc(kBytes);
  EXPECT(blocks && expected);
  setvbuf(stdout, NULL, _IOLBF, 0);
  const double end = now() + seconds;
  long round = 0;
  for (; !last_round; ++round) {
    exchange(blocks, expected, (uint64_t)round, me == 0 && now() > end, me, n);
    if (round != kFirstRounds) continue;
    /* The test reads this line to learn that the job is under way and where its PEs are. */
    char host[256] = "";
    gethostname(host, sizeof host - 1);
    printf("PE %d on %s is process %ld\n", me, host, (long)getpid());
    while (idle) pause();
  }
  printf("PE %d: %ld rounds correct\n", me, round);
  free(expected);
  shmem_free(blocks);
  shmem_finalize();
  return 0;
}

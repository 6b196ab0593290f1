/* A blocking put is complete on return: whoever sees what its rank puts later sees it, too. Puts of sizes that the compiler knows are
 * inlined, and others are functions. Rank 0 puts each number inline to one of many lines, and then by a function to the word that rank 1
 * watches. Only a processor that reorders stores can fail: a Neoverse N1 did, in every run. */
#include <gasnet_tools.h>
#include <gasnet_vis.h>
#include <gasnetex.h>

#include "frame.h"

enum { lines = 64, line = 128, numbers = 200000 };

static char *mine, *theirs; /* segments: this rank's, and rank 1's at its own address */
static volatile size_t word_bytes = 8; /* which the compiler does not know */

/* The later put, in the ways that are functions. */
static void put_value(void *to, const uint64_t *number) { gex_RMA_PutBlockingVal(tm, 1, to, *number, 8, 0); }
static void put_any_size(void *to, const uint64_t *number) { gex_RMA_PutBlocking(tm, 1, to, (void *)number, word_bytes, 0); }
static void put_half(void *to, const uint64_t *number) { (gex_RMA_PutBlocking)(tm, 1, to, (void *)number, 4, 0); }
static void put_nbi(void *to, const uint64_t *number) {
  gex_RMA_PutNBI(tm, 1, to, (void *)number, word_bytes, GEX_EVENT_NOW, 0);
}
static void put_nb(void *to, const uint64_t *number) {
  gex_Event_Wait(gex_RMA_PutNB(tm, 1, to, (void *)number, 8, GEX_EVENT_NOW, 0));
}
static void put_vector(void *to, const uint64_t *number) {
  gex_Memvec_t there, here;
  there.gex_addr = to, there.gex_len = 8;
  here.gex_addr = (void *)number, here.gex_len = 8;
  gex_VIS_VectorPutBlocking(tm, 1, 1, &there, 1, &here, 0);
}
static const struct {
  const char *name;
  void (*put)(void *to, const uint64_t *number);
} ways[] = {{"value", put_value}, {"any size", put_any_size}, {"4 bytes", put_half},
            {"nbi", put_nbi},     {"nb", put_nb},             {"vector", put_vector}};

static volatile uint64_t *word_at(char *segment_at, unsigned number) {
  return (volatile uint64_t *)(segment_at + (size_t)number * line);
}

static void put_numbers(void (*put)(void *, const uint64_t *)) {
  for (uint64_t number = 1; number <= numbers; ++number) {
    gex_RMA_PutBlocking(tm, 1, (void *)word_at(theirs, 1 + number % lines), &number, 8, 0);
    put((void *)word_at(theirs, 0), &number);
  }
}

static void watch_numbers(const char *way) {
  uint64_t seen = 0;
  while (seen < numbers) {
    uint64_t number;
    seen = *word_at(mine, 0);
    gasnett_local_rmb();
    number = *word_at(mine, 1 + seen % lines);
    if (seen > 0 && number < seen) {
      fprintf(stderr, "%s: sees %llu, and the line of before it has %llu\n", way, (unsigned long long)seen,
              (unsigned long long)number);
      gasnet_exit(1);
    }
  }
}

int main(int argc, char **argv) {
  start(&argc, &argv);
  EXPECT_EQ(n, 2);
  mine = (char *)gex_Segment_QueryAddr(segment);
  theirs = (char *)segment_of(1);
  for (size_t i = 0; i < sizeof ways / sizeof *ways; ++i) {
    memset(mine, 0, (lines + 1) * line);
    meet();
    if (me == 0)
      put_numbers(ways[i].put);
    else
      watch_numbers(ways[i].name);
    meet();
  }
  finish();
}

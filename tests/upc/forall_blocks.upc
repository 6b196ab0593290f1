// upc_forall over arrays with blocks: whole blocks are compiled apart from the parts of blocks at the ends (layers/upc/lower/runs.hpp).
// Who runs an iteration, and what it computes, is computed here from the number of the element alone.
#include <stdlib.h>
#include <string.h>
#include <upc_relaxed.h>
#include "check.h"
#define ROWS 4            /* blocks of a thread */
#define MOST (1 << 14)    /* elements of any array */
#define ALONE __attribute__((noinline)) /* bounds that the optimiser does not know */
static unsigned char visits[MOST];
static long seen;

static int in_range(long i, long from, long to) { return i >= from && i < to; }
static int is_mine(long i, long block) { return i / block % THREADS == MYTHREAD; }

// Loops over an array with that block, from one element to another: short ones, which LLVM vectorises, and others.
#define SHAPE(NAME, TYPE, BLOCK, INDEX)                                                                                        \
  shared [BLOCK] TYPE NAME[ROWS * BLOCK * THREADS], NAME##_source[ROWS * BLOCK * THREADS];                                     \
  ALONE static void NAME##_store(INDEX from, INDEX to) {                                                                       \
    upc_forall (INDEX i = from; i < to; i++; &NAME[i]) NAME[i] = NAME##_source[i] * 3 + 1;                                     \
  }                                                                                                                            \
  ALONE static TYPE NAME##_sum(INDEX from, INDEX to) {                                                                         \
    TYPE sum = 0;                                                                                                              \
    INDEX i;                                                                                                                   \
    upc_forall (i = from; i < to; ++i; &NAME[i]) sum += NAME[i] + NAME##_source[i];                                            \
    seen += i;                                                                                                                 \
    i = from;                                                                                                                  \
    if (to > 0) {                                                                                                              \
      upc_forall (; i <= to - 1; i += 1; &NAME[i]) sum += NAME##_source[i];                                                    \
    }                                                                                                                          \
    seen += i;                                                                                                                 \
    return sum;                                                                                                                \
  }                                                                                                                            \
  ALONE static void NAME##_jumps(INDEX from, INDEX to) {                                                                       \
    upc_forall (INDEX i = from; i < to; i++; &NAME[i]) {                                                                       \
      if (i % 3 == 0) continue;                                                                                                \
      for (int k = 0; k < 5; k++) {                                                                                            \
        if (k == 2) break;                                                                                                     \
        if (i % 5 == 0) goto next;                                                                                             \
        visits[i]++;                                                                                                           \
      }                                                                                                                        \
    next:;                                                                                                                     \
    }                                                                                                                          \
  }                                                                                                                            \
  ALONE static void NAME##_steps(INDEX from, INDEX to, INDEX step) {                                                           \
    upc_forall (INDEX i = from; i < to; i += step; &NAME[i]) visits[i]++;                                                      \
    upc_forall (INDEX i = from; i < to; i += 2; &NAME[i]) visits[i] += 4;                                                      \
    upc_forall (INDEX i = to; i > from; i--; &NAME[i - 1]) visits[i - 1] += 16;                                                \
  }                                                                                                                            \
  static void NAME##_fill(void) {                                                                                              \
    for (long i = 0; i < ROWS * BLOCK * THREADS; i++)                                                                          \
      if (is_mine(i, BLOCK)) *(TYPE *)&NAME[i] = i % 7, *(TYPE *)&NAME##_source[i] = i % 11;                                   \
  }                                                                                                                            \
  static void NAME##_check(long from, long to) {                                                                               \
    const long n = ROWS * BLOCK * THREADS;                                                                                     \
    TYPE sum = 0;                                                                                                              \
    seen = 0;                                                                                                                  \
    NAME##_fill();                                                                                                             \
    NAME##_store(from, to);                                                                                                    \
    for (long i = 0; i < n; i++)                                                                                               \
      if (is_mine(i, BLOCK)) CHECK(*(TYPE *)&NAME[i] == (in_range(i, from, to) ? i % 11 * 3 + 1 : i % 7));                     \
    for (long i = from; i < to; i++)                                                                                           \
      if (is_mine(i, BLOCK)) sum += i % 11 * 5 + 1;                                                                            \
    CHECK(NAME##_sum(from, to) == sum && seen == 2 * (from < to ? to : from));                                                 \
    memset(visits, 0, sizeof visits);                                                                                          \
    NAME##_jumps(from, to);                                                                                                    \
    for (long i = 0; i < n; i++)                                                                                               \
      CHECK(visits[i] == (in_range(i, from, to) && is_mine(i, BLOCK) && i % 3 && i % 5 ? 2 : 0));                              \
    memset(visits, 0, sizeof visits);                                                                                          \
    NAME##_steps(from, to, 3);                                                                                                 \
    for (long i = 0; i < n; i++)                                                                                               \
      CHECK(visits[i] == (in_range(i, from, to) && is_mine(i, BLOCK) ? ((i - from) % 3 == 0) + 4 * ((i - from) % 2 == 0) + 16 : 0)); \
  }                                                                                                                            \
  static void NAME##_test(void) {                                                                                              \
    const long row = BLOCK * THREADS, n = ROWS * row;                                                                          \
    const long begins[] = {0, 1, BLOCK / 2, BLOCK - 1, BLOCK, row - 1, row, row + 1, n - 1, n};                                \
    for (unsigned b = 0; b < sizeof begins / sizeof *begins; b++) {                                                            \
      const long from = begins[b];                                                                                             \
      const long ends[] = {0, from - 1, from, from + 1, from + BLOCK - 1, from + BLOCK, from + BLOCK + 1, n - BLOCK, n - 1, n}; \
      for (unsigned e = 0; e < sizeof ends / sizeof *ends; e++)                                                                \
        if (ends[e] >= 0 && ends[e] <= n) NAME##_check(from, ends[e]);                                                         \
    }                                                                                                                          \
    /* Within another upc_forall all iterations are the caller's. */                                                           \
    NAME##_fill();                                                                                                             \
    memset(visits, 0, sizeof visits);                                                                                          \
    upc_barrier;                                                                                                               \
    upc_forall (int t = 0; t < THREADS; t++; t) {                                                                              \
      NAME##_jumps(1, n - 1);                                                                                                  \
      if (t == THREADS - 1) NAME##_store(1, n - 1);                                                                            \
    }                                                                                                                          \
    upc_barrier;                                                                                                               \
    for (long i = 0; i < n; i++) {                                                                                             \
      CHECK(visits[i] == (in_range(i, 1, n - 1) && i % 3 && i % 5 ? 2 : 0));                                                   \
      if (is_mine(i, BLOCK)) CHECK(*(TYPE *)&NAME[i] == (in_range(i, 1, n - 1) ? i % 11 * 3 + 1 : i % 7));                     \
    }                                                                                                                          \
    upc_barrier;                                                                                                               \
  }
SHAPE(doubles, double, 64, int)
SHAPE(floats, float, 300, long)
SHAPE(longs, long, 3, unsigned long)
SHAPE(ints, int, 5, long)
SHAPE(shorts, short, 8, unsigned)
SHAPE(bytes, unsigned char, 2, int)

// What two arrays are told of one another holds for no third way to the same elements.
shared [8] int near[ROWS * 8 * THREADS], other[ROWS * 8 * THREADS];
ALONE static void overlap(shared [8] int *same) {
  upc_forall (int i = 0; i < ROWS * 8 * THREADS; i++; &near[i]) {
    near[i] = i;
    other[i] = near[i] + 1;
    same[i] += other[i];
    other[i] = near[i] + same[i];
  }
}

// A block of whole rows: the iterations of a run are fewer than its elements.
shared [24] short table[16 * THREADS][3];
ALONE static void rows(int from, int to) {
  upc_forall (int i = from; i < to; i++; &table[i][1]) table[i][0] = i, table[i][1] = -i, table[i][2] += 1;
}

int main(void) {
  doubles_test(), floats_test(), longs_test(), ints_test(), shorts_test(), bytes_test();
  overlap(near);
  upc_barrier;
  for (int i = 0; i < ROWS * 8 * THREADS; i++) CHECK(near[i] == 2 * i + 1 && other[i] == 4 * i + 2);
  upc_barrier;
  for (int from = 0; from < 10; from++) rows(from, 16 * THREADS - from);
  upc_barrier;
  for (int i = 0; i < 16 * THREADS; i++) {
    const int left = 16 * THREADS - i, often = i + 1 < left ? i + 1 : left;  // loops that contain i
    CHECK(table[i][0] == i && table[i][1] == -i && table[i][2] == (often < 10 ? often : 10));
  }
  return failed();
}

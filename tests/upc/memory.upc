// Allocation: blocks do not overlap, any thread may free, and freed memory is used again.
#include <upc.h>
#include "check.h"
#define COUNT 40
shared [] unsigned char *shared table[THREADS][COUNT];
static unsigned char pattern(int t, int i) { return (unsigned char)(31 * t + 7 * i + 1); }
// Memory of the allocator as rows whose length is known at run time, and by pointers whose qualifiers come from macros.
#define SHARED shared
#define BY_BLOCKS(n) shared [n]
static int last_of(int n, int m, shared [] int (*grid)[n][m]);
static SHARED int *of_macro(void) { return upc_all_alloc(THREADS, sizeof(int)); }
static void lengths_and_macros(int n) {
  shared [] int (*rows)[n] = upc_alloc(3 * n * sizeof(int));
  typedef shared [] int Row[n];
  Row *same = rows;
  rows[2][n - 1] = 10 * MYTHREAD + 5;
  CHECK(same[2][n - 1] == 10 * MYTHREAD + 5 && upc_threadof(&rows[2][n - 1]) == MYTHREAD);
  shared void *untyped = rows;
  CHECK(last_of(3, n, untyped) == 10 * MYTHREAD + 5);
  upc_free(rows);
  SHARED int *cyclic = of_macro();
  BY_BLOCKS(2) int *blocks = upc_all_alloc(THREADS, 2 * sizeof(int));
  CHECK(upc_threadof(cyclic + 1) == 1 % THREADS && upc_threadof(blocks + 1) == 0 && upc_threadof(blocks + 2) == 1 % THREADS);
  upc_all_free(cyclic);
  upc_all_free(blocks);
}
static int last_of(int n, int m, shared [] int (*grid)[n][m]) { return grid[0][n - 1][m - 1]; }

int main(void) {
  const int next = (MYTHREAD + 1) % THREADS;
  CHECK(upc_alloc(0) == NULL);
  // More than there can be: in one number, or in blocks of 16 bytes, of which no size holds all.
  const size_t most = (size_t)-1, blocks = ((size_t)1 << 60) + 1;
  CHECK(upc_alloc(most) == NULL && upc_alloc(most - 100) == NULL && upc_alloc(blocks) == NULL);
  CHECK(upc_local_alloc(most, 1) == NULL && upc_local_alloc(blocks, 16) == NULL);
  CHECK(upc_global_alloc(most, 1) == NULL && upc_global_alloc(blocks * THREADS, 16) == NULL);
  CHECK(upc_all_alloc(most, most) == NULL && upc_all_alloc(blocks * THREADS, 16) == NULL);
  upc_barrier;
  for (int round = 0; round < 5; round++) {
    for (int i = 0; i < COUNT; i++) {
      const int bytes = 1 + 97 * i;
      table[MYTHREAD][i] = upc_alloc(bytes);
      CHECK(table[MYTHREAD][i] != NULL && upc_threadof(table[MYTHREAD][i]) == MYTHREAD);
      upc_memset(table[MYTHREAD][i], pattern(MYTHREAD, i), bytes);
    }
    upc_barrier;
    for (int i = 0; i < COUNT; i++) {
      CHECK(table[next][i][0] == pattern(next, i) && table[next][i][97 * i] == pattern(next, i));
      upc_free(table[next][i]);
    }
    upc_barrier;
  }
  // Far more than there is, were it not used again.
  for (int i = 0; i < 200; i++) {
    shared void *large = upc_alloc(100ul << 20);
    CHECK(large != NULL);
    upc_free(large);
  }
  shared [3] int *all = upc_all_alloc(2 * THREADS, 3 * sizeof(int));
  for (int i = 0; i < 6 * THREADS; i++)
    if (upc_threadof(&all[i]) == MYTHREAD) all[i] = i;
  upc_barrier;
  for (int i = 0; i < 6 * THREADS; i++) CHECK(all[i] == i && upc_threadof(&all[i]) == i / 3 % THREADS);
  upc_all_free(all);
  shared int *own = upc_global_alloc(THREADS, sizeof(int));
  own[next] = MYTHREAD;
  CHECK(own[next] == MYTHREAD && upc_threadof(&own[next]) == next);
  upc_free(own);
  upc_free(NULL);
  lengths_and_macros(4 + THREADS);
  return failed();
}

// The operators on sizes are constants; sizeof a shared array counts all threads.
#include <upc.h>
#include "check.h"
shared int a[7 * THREADS];
shared [4] double b[7 * THREADS];
shared [] short c[10];
shared char large[1000000 * THREADS];  // times the number that stands for THREADS, it is no int
shared [*] char d[3][5 * THREADS];
enum { kElement = upc_elemsizeof(b), kBlock = upc_blocksizeof(b), kLocal = upc_localsizeof(b) };
// Where C wants constants, and where one of them makes the next.
char is_one[upc_blocksizeof(a) == 1 ? 1 : -1], same[upc_elemsizeof(b) - upc_elemsizeof(c)];
shared [upc_localsizeof(c)] char strip[upc_localsizeof(c) * THREADS];
shared [upc_blocksizeof(strip) / sizeof is_one] short after_strip[3 * THREADS];
_Static_assert(upc_blocksizeof(after_strip) == 20 && sizeof same == 6, "sizes are constants");
shared [*] int single;
typedef shared [4] int quads[4 * THREADS];
typedef int turn[THREADS];
shared [2] turn turns[10];
shared struct { char c; int data[3]; } inner;
// Of types that have THREADS in them.
enum { kLocalOfType = upc_localsizeof(shared int[2 * THREADS]), kBlockOfType = upc_blocksizeof(shared [3] int[3 * THREADS]) };
static const int by_size[] = {[upc_localsizeof(shared [2] short[THREADS])] = 3, [upc_elemsizeof(shared char[THREADS])] = 2};
char as_many[upc_localsizeof(shared int[2 * THREADS])];
shared [upc_localsizeof(shared char[5 * THREADS])] short fives[upc_localsizeof(shared char[5 * THREADS]) * THREADS];
struct { char c; __attribute__((aligned(upc_blocksizeof(shared [16] int)))) char wide; } aligned;
static int label_of_type(int value) {
  switch (value) {
    case upc_localsizeof(shared int[2 * THREADS]): return 1;
    case upc_blocksizeof(shared [3] char[THREADS * 3]): return 2;
    default: return 3;
  }
}
static int label_of(int value) {
  switch (value) {
    case upc_blocksizeof(strip): return 1;
    case upc_localsizeof(strip) == 20 ? 21 : 20: return 2;
    default: return 3;
  }
}

int main(void) {
  CHECK(label_of(20) == 1 && label_of(21) == 2 && upc_blocksizeof(single) == 1 && upc_threadof(&single) == 0);
  CHECK(sizeof(quads) == 16ul * THREADS && upc_localsizeof(quads) == 16 && upc_localsizeof(shared [*] int[2 * THREADS]) == 8);
  CHECK(sizeof turns == 40ul * THREADS && sizeof turns[3] == 4ul * THREADS && upc_localsizeof(turns) == 40);
  CHECK(upc_threadof(&turns[3][THREADS - 1]) == (4 * THREADS - 1) / 2 % THREADS);
  CHECK(upc_blocksizeof(*&(inner.data)) == 0 && upc_blocksizeof(*(&inner.c)) == 0 && upc_elemsizeof(inner.data) == 4);
  CHECK(kElement == 8 && kBlock == 4 && kLocal == 8 * 8);
  CHECK(upc_elemsizeof(a) == 4 && upc_blocksizeof(a) == 1 && upc_localsizeof(a) == 28);
  CHECK(upc_elemsizeof(c) == 2 && upc_blocksizeof(c) == 0 && upc_localsizeof c == 20);
  CHECK(upc_elemsizeof(shared [3] int) == 4 && upc_blocksizeof(shared [3] int) == 3);
  CHECK(upc_blocksizeof(d) == 15 && upc_localsizeof(d) == 15 && upc_elemsizeof(d) == 1);
  CHECK(sizeof(a) == 28ul * THREADS && sizeof b == 56ul * THREADS && sizeof c == 20 && sizeof a[0] == 4);
  CHECK(sizeof d == 15ul * THREADS && upc_threadof(&d[2][THREADS]) == (10 * THREADS + THREADS) / 15);
  CHECK(sizeof large == 1000000ul * THREADS && upc_localsizeof(large) == 1000000 && upc_threadof(&large[999999]) == 999999 % THREADS);
  CHECK(sizeof(shared int[THREADS]) == 4ul * THREADS && upc_localsizeof(shared [4] short[10 * THREADS]) == 24);
  CHECK(upc_blocksizeof(shared [4] short[10 * THREADS]) == 4 && upc_elemsizeof(shared double[THREADS]) == 8);
  CHECK(kLocalOfType == 8 && kBlockOfType == 3 && sizeof as_many == 8 && label_of_type(8) == 1 && label_of_type(3) == 2);
  CHECK(sizeof by_size / sizeof *by_size == 5 && by_size[4] == 3 && by_size[1] == 2 && sizeof aligned == 32);
  CHECK(upc_blocksizeof(fives) == 5 && sizeof fives == 10ul * THREADS && upc_threadof(&fives[5 % (5 * THREADS)]) == 1 % THREADS);
  CHECK(UPC_MAX_BLOCK_SIZE >= 65535);
  CHECK(upc_affinitysize(100, 10, 0) >= upc_affinitysize(100, 10, THREADS - 1));
  size_t all = 0;
  for (int t = 0; t < THREADS; t++) all += upc_affinitysize(103, 10, t);
  CHECK(all == 103);
  return failed();
}

// The operators on sizes are constants; sizeof a shared array counts all threads.
#include <upc.h>
#include "check.h"
shared int a[7 * THREADS];
shared [4] double b[7 * THREADS];
shared [] short c[10];
shared char large[1000000 * THREADS];  // times the number that stands for THREADS, it is no int
shared [*] char d[3][5 * THREADS];
enum { kElement = upc_elemsizeof(b), kBlock = upc_blocksizeof(b), kLocal = upc_localsizeof(b) };
int main(void) {
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
  CHECK(UPC_MAX_BLOCK_SIZE >= 65535);
  CHECK(upc_affinitysize(100, 10, 0) >= upc_affinitysize(100, 10, THREADS - 1));
  size_t all = 0;
  for (int t = 0; t < THREADS; t++) all += upc_affinitysize(103, 10, t);
  CHECK(all == 103);
  return failed();
}

// The collectives against loops over the same data.
#include <upc_collective.h>
#include <upc_relaxed.h>
#include "check.h"
#define N 3
#define WIDTH 48  /* for at most 16 threads */
#define ALL (UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC)
shared [N] int part[N * THREADS], result[N * THREADS];
shared [] int root[WIDTH];
shared [WIDTH] int square[THREADS][WIDTH], turned[THREADS][WIDTH];
shared int order[THREADS];
shared [2] long values[7 * THREADS], prefix[7 * THREADS];
shared double numbers[5 * THREADS];
#define LONG 3000
shared short many[LONG * THREADS], sums[LONG * THREADS], small, alone;
shared long total;
shared double least;
static long larger(long a, long b) { return a > b ? a : b; }
static long pair_of(int i) { return (2 * i % 5 + 1) << 16 | (3 * i % 11); }
static long after(long f, long g) {
  const long a = f >> 16, b = f & 0xffff, c = g >> 16, d = g & 0xffff;
  return a * c % 251 << 16 | (c * b + d) % 251;
}
// A sum of numbers that have a mark; others were never among the elements.
#define MARK (77l << 40)
static int unmarked;
static long marked_sum(long a, long b) {
  unmarked += a >> 40 != 77 || b >> 40 != 77;
  return a + b - MARK;
}
static long value_of(int i) { return (i * 37 + 11) % 101 - 50; }

int main(void) {
  const int last = (MYTHREAD + THREADS - 1) % THREADS;
  for (int i = 0; i < N; i++) part[N * MYTHREAD + i] = 100 * MYTHREAD + i;
  if (MYTHREAD == 0) for (int i = 0; i < N * THREADS; i++) root[i] = 7 * i;
  upc_all_broadcast(result, root, N * sizeof(int), ALL);
  for (int i = 0; i < N; i++) CHECK(result[N * MYTHREAD + i] == 7 * i);
  upc_all_scatter(result, root, N * sizeof(int), ALL);
  for (int i = 0; i < N; i++) CHECK(result[N * MYTHREAD + i] == 7 * (N * MYTHREAD + i));
  upc_all_gather(root, part, N * sizeof(int), ALL);
  for (int t = 0; t < THREADS; t++) for (int i = 0; i < N; i++) CHECK(root[N * t + i] == 100 * t + i);
  upc_all_gather_all(square, part, N * sizeof(int), ALL);
  for (int t = 0; t < THREADS; t++) for (int i = 0; i < N; i++) CHECK(square[MYTHREAD][N * t + i] == 100 * t + i);
  upc_barrier;
  for (int t = 0; t < THREADS; t++) for (int i = 0; i < N; i++) square[MYTHREAD][N * t + i] = 1000 * MYTHREAD + 10 * t + i;
  upc_all_exchange(turned, square, N * sizeof(int), ALL);
  for (int t = 0; t < THREADS; t++) for (int i = 0; i < N; i++) CHECK(turned[MYTHREAD][N * t + i] == 1000 * t + 10 * MYTHREAD + i);
  order[MYTHREAD] = (MYTHREAD + 1) % THREADS;
  upc_all_permute(result, part, order, N * sizeof(int), ALL);
  for (int i = 0; i < N; i++) CHECK(result[N * MYTHREAD + i] == 100 * last + i);

  const int n = 7 * THREADS;
  long sum = 0, most = -1000, running = 0;
  for (int i = 0; i < n; i++) {
    if (upc_threadof(&values[i]) == MYTHREAD) values[i] = value_of(i);
    sum += value_of(i);
    most = value_of(i) > most ? value_of(i) : most;
  }
  upc_all_reduceL(&total, values, UPC_ADD, n, 2, NULL, ALL);
  CHECK(total == sum);
  upc_all_reduceL(&total, values, UPC_FUNC, n, 2, larger, ALL);
  CHECK(total == most);
  upc_all_reduceL(&total, &values[3], UPC_ADD, n - 3, 2, NULL, ALL);
  CHECK(total == sum - value_of(0) - value_of(1) - value_of(2));
  upc_all_prefix_reduceL(prefix, values, UPC_ADD, n, 2, NULL, ALL);
  for (int i = 0; i < n; i++) {
    running += value_of(i);
    CHECK(prefix[i] == running);
  }
  // An operation that is not commutative: f(x) = a x + b after one another, kept as a pair in one long.
  for (int first = 0; first < 3; first++)
    for (int length = 1; length <= n - first; length += 5) {
      long chain = pair_of(first);
      for (int i = 1; i < length; i++) chain = after(chain, pair_of(first + i));
      upc_forall (int i = 0; i < n; i++; &values[i]) values[i] = pair_of(i);
      upc_all_reduceL(&total, &values[first], UPC_NONCOMM_FUNC, length, 2, after, ALL);
      CHECK(total == chain);
      upc_all_prefix_reduceL(&prefix[first], &values[first], UPC_NONCOMM_FUNC, length, 2, after, ALL);
      chain = pair_of(first);
      for (int i = 0; i < length; i++, chain = after(chain, pair_of(first + i))) CHECK(prefix[first + i] == chain);
      upc_barrier;
    }
  // The last row of blocks is not whole: what is not there is no operand.
  upc_forall (int i = 0; i < n; i++; &values[i]) values[i] = MARK + i;
  upc_all_prefix_reduceL(prefix, values, UPC_FUNC, n - 1, 2, marked_sum, ALL);
  upc_all_reduceL(&total, values, UPC_FUNC, n - 1, 2, marked_sum, ALL);
  CHECK(unmarked == 0 && prefix[n - 2] == total && total == MARK + (n - 1) * (n - 2) / 2);
  // More than the memory that is kept for partial results, every element a block, and nobody waits for anybody.
  upc_forall (int i = 0; i < LONG * THREADS; i++; &many[i]) many[i] = (short)(i % 7);
  upc_barrier;
  upc_all_prefix_reduceS(sums, many, UPC_ADD, LONG * THREADS, 1, NULL, UPC_IN_NOSYNC | UPC_OUT_NOSYNC);
  upc_all_reduceS(&small, many, UPC_MAX, LONG * THREADS, 1, NULL, UPC_IN_NOSYNC | UPC_OUT_NOSYNC);
  upc_all_reduceS(&alone, sums, UPC_ADD, 1, 0, NULL, UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
  upc_barrier;
  CHECK(small == 6 && alone == 0);
  short so_far = 0;
  for (int i = 0; i < LONG * THREADS; i++) {
    so_far = (short)(so_far + i % 7);
    if (upc_threadof(&sums[i]) == MYTHREAD) CHECK(sums[i] == so_far);
  }
  for (int i = 0; i < 5 * THREADS; i++) if (i % THREADS == MYTHREAD) numbers[i] = 100.5 - i;
  upc_all_reduceD(&least, numbers, UPC_MIN, 5 * THREADS, 1, NULL, ALL);
  CHECK(least == 100.5 - (5 * THREADS - 1));
  return failed();
}

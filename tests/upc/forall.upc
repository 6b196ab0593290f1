// upc_forall in every form: each iteration is run by exactly the thread that its affinity names.
#include <sched.h>
#include <upc_relaxed.h>
#include "check.h"
#define N 37
shared int seen[N * THREADS];
shared [5] int blocks[N * THREADS];
shared [5] long others[N * THREADS];
shared [4] short rows[3 * THREADS][4];
shared [6] int pairs[4 * THREADS][3];
shared struct { char pad; short low; } tall[N * THREADS];
strict shared int total;
static int mine;

static void inner_loop(void) {
  int i;
  upc_forall (i = 0; i < 3; i++; i) mine++;  // within another upc_forall all of it runs
}

// The block size of [*] is known only when the array's size is.
shared [*] int share[5 * THREADS];
shared [*] int sixes[THREADS][6];
static void shares(void) {
  int count = 0;
  upc_forall (int i = 0; i < 5 * THREADS; i++; &share[i]) {
    CHECK(upc_threadof(&share[i]) == MYTHREAD && i / 5 == MYTHREAD);
    count++;
  }
  upc_forall (unsigned i = 1; i < 5 * THREADS; i += 2; &share[i]) CHECK(upc_threadof(&share[i]) == MYTHREAD);
  upc_forall (int i = 0; i < THREADS; i++; &sixes[i][0]) count += i == MYTHREAD ? 10 : 1000;
  CHECK(count == 15);
}

int main(void) {
  const int n = N * THREADS;
  int i, count = 0;
  upc_forall (i = 0; i < n; i++; i) {
    CHECK(i % THREADS == MYTHREAD);
    count++;
  }
  CHECK(count == N && i == n);
  count = 0;
  upc_forall (int j = 0; j < n; j++; &blocks[j]) {
    if (j % 2) continue;
    CHECK(j / 5 % THREADS == MYTHREAD);
    count++;
  }
  int expected = 0;
  for (i = 0; i < n; i += 2) expected += i / 5 % THREADS == MYTHREAD;
  CHECK(count == expected);
  count = 0;
  upc_forall (i = 0; i < 10; i++; continue) count++;
  upc_forall (i = 0; i < 10; i++;) count++;
  CHECK(count == 20);
  count = 0;
  upc_forall (i = 5; i <= 2; i++; i) count++;
  CHECK(count == 0 && i == 5);
  upc_forall (i = 1; i <= n; i++; &seen[i - 1]) count += i % THREADS == (MYTHREAD + 1) % THREADS;
  CHECK(count == N && i == n + 1);
  count = 0;
  upc_forall (i = 0; i < n; i++; i + 1) CHECK((i + 1) % THREADS == MYTHREAD);
  upc_forall (i = 0; i < n; i++; i) i += 0, count++;  // the variable is assigned to: every iteration is tested
  CHECK(count == N);
  upc_barrier;
  upc_forall (i = 0; i < n; i++; i) seen[i] = 7 * i, tall[i].low = 3 * i;
  upc_barrier;
  for (i = 0; i < n; i++) CHECK(seen[i] == 7 * i && tall[i].low == 3 * i);
  count = 0;
  for (i = 0; i < n; i += THREADS) upc_forall (int k = i; k < i + THREADS; ++k; &seen[k]) count += seen[k] == 7 * k;
  CHECK(count == N);
  // Blocks: runs of iterations, which a start in the middle of a block and an end in it cut.
  upc_forall (i = 0; i < n; i++; &blocks[i]) blocks[i] = 11 * i, others[i] = -i;
  CHECK(i == n);
  upc_barrier;
  for (i = 0; i < n; i++) CHECK(blocks[i] == 11 * i && others[i] == -i);
  for (int from = 0; from < 12; from++)
    for (int to = from; to < n && to < from + 40; to += 7) {
      expected = 0;
      for (i = from; i <= to; i++) expected += (i + 2) / 5 % THREADS == MYTHREAD;
      count = 0;
      upc_forall (i = from; i <= to; i++; &blocks[i + 2]) count += (i + 2) / 5 % THREADS == MYTHREAD ? 1 : 100;
      CHECK(count == expected && i == to + 1);
    }
  upc_barrier;
  upc_forall (i = 7; i < n - 2; i++; &blocks[i]) others[i] = 5 * i;
  upc_barrier;
  for (i = 0; i < n; i++) CHECK(others[i] == (i >= 7 && i < n - 2 ? 5 * i : -i));
  upc_barrier;
  shared [5] int *pointer = &blocks[3];
  count = expected = 0;
  for (i = 0; i < n - 3; i++) expected += upc_threadof(&blocks[i + 3]) == MYTHREAD;
  upc_forall (i = 0; i < n - 3; i++; &pointer[i]) count += pointer[i] == 11 * (i + 3) && upc_threadof(&pointer[i]) == MYTHREAD;
  CHECK(count == expected);
  upc_forall (i = 0; i < 3 * THREADS; i++; &rows[i][1]) {
    CHECK(i % THREADS == MYTHREAD);
    for (int j = 0; j < 4; j++) rows[i][j] = 10 * i + j;
  }
  upc_forall (i = 0; i < 4 * THREADS; i++; &pairs[i][0]) {
    CHECK(i / 2 % THREADS == MYTHREAD);
    pairs[i][0] = i;
  }
  upc_barrier;
  for (i = 0; i < 12 * THREADS; i++) CHECK(rows[i / 4][i % 4] == 10 * (i / 4) + i % 4);
  for (i = 0; i < 4 * THREADS; i++) CHECK(pairs[i][0] == i);
  upc_barrier;
  upc_forall (i = 0; i < n; i++; i) seen[i] = 0;
  upc_barrier;
  count = 0;
  upc_forall (i = -2 * THREADS; i < 0; i++; i) count++;
  CHECK(count == 2);
  upc_forall (i = 0; i < n; i++; &seen[i])
    upc_forall (int j = 0; j < 2; j++; j)
      seen[i] += 1;
  upc_barrier;
  for (i = 0; i < n; i++) CHECK(seen[i] == 2);
  upc_forall (i = 0; i < THREADS; i++; i) inner_loop();
  CHECK(mine == 3);
  // Affinities with a comma, and unsigned ones, which are never negative.
  const unsigned large = 4294967295u;
  const unsigned long larger = 18446744073709551615ul;
  unsigned u;
  size_t s;
  count = expected = 0;
  upc_forall (i = 0; i < n; i++; mine = 0, i) count += i % THREADS == MYTHREAD ? 1 : 100;
  CHECK(count == N);
  upc_forall (i = 0; i < 3; i++; large) count += large % THREADS == MYTHREAD ? 1000 : 1;
  upc_forall (i = 0; i < 3; i++; larger - i) count += (larger - i) % THREADS == MYTHREAD ? 1000 : 1;
  upc_forall (i = -2; i < 3; i++; large + i) count += (large + i) % THREADS == MYTHREAD ? 1000 : 1;
  upc_forall (s = 0; s < 5; s++; s - 2) count += (s - 2) % THREADS == MYTHREAD ? 1000 : 1;
  upc_forall (u = 2147483646u; u < 2147483652u; u++; u) count += u % THREADS == MYTHREAD ? 1000 : 1;
  upc_forall (i = 0; i++ < 4;; large) count += large % THREADS == MYTHREAD ? 1000 : 1;
  expected += large % THREADS == MYTHREAD ? 4 : 0;
  for (i = 0; i < 3; i++) expected += (large % THREADS == MYTHREAD) + ((larger - i) % THREADS == MYTHREAD);
  for (i = -2; i < 3; i++) expected += (large + i) % THREADS == MYTHREAD;
  for (s = 0; s < 5; s++) expected += (s - 2) % THREADS == MYTHREAD;
  for (u = 2147483646u; u < 2147483652u; u++) expected += u % THREADS == MYTHREAD;
  CHECK(count == N + 1000 * expected);
  upc_barrier;
  upc_forall (u = 0; u < n; u++; u) seen[u] = 5 * u;
  upc_forall (s = 0; s < n; s++; s) seen[s] += s;
  upc_barrier;
  for (i = 0; i < n; i++) CHECK(seen[i] == 6 * i);
  // Index and bound of different types are compared as C compares them: -1 is the largest unsigned number.
  const int minus_one = -1;
  const unsigned few = 9;
  count = 0;
  upc_forall (i = -3; i < few; i++; i) count++;
  CHECK(count == 0 && i == -3);
  upc_forall (i = 0; i < few; i++; &seen[i]) count += i % THREADS == MYTHREAD ? 1 : 100;
  upc_forall (u = large - 9; u < minus_one; u++; u) count += u % THREADS == MYTHREAD ? 1000 : 1;
  CHECK(u == large);
  upc_forall (u = large - 9; u <= minus_one - 1; u++; &blocks[u - (large - 9)]) count += 100000;
  CHECK(u == large);
  upc_forall (s = larger - 9; s < minus_one; s++; &seen[s - (larger - 9)]) count += 10000000;
  CHECK(s == larger);
  expected = 0;
  for (i = 0; i < few; i++) expected += (i % THREADS == MYTHREAD) + 10000000 * (i % THREADS == MYTHREAD);
  for (u = large - 9; u < minus_one; u++)
    expected += 1000 * (u % THREADS == MYTHREAD) + 100000 * ((u - (large - 9)) / 5 % THREADS == MYTHREAD);
  CHECK(count == expected);
  upc_barrier;
  shares();
  if (MYTHREAD == 0) upc_forall (i = 0; i < 1; i++; 0) total = 7; else count = 0;
  while (total != 7) sched_yield();
  return failed();
}

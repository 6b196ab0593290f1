// Where elements lie, and what arithmetic on pointers to shared gives, against the formulas of UPC 1.3, 6.4.3.2 and 6.5.2.1.
#include <upc_relaxed.h>
#include "check.h"
#define N 60
#ifdef __UPC_STATIC_THREADS__
#if THREADS == 1
enum { by_preprocessor = 1 };
#elif THREADS == 3
enum { by_preprocessor = 3 };
#elif THREADS == 4
enum { by_preprocessor = 4 };
#endif
_Static_assert(by_preprocessor == THREADS, "THREADS is a number for #if");
#endif
shared int cyclic[N * THREADS];
shared [4] short blocked[N * THREADS];
shared [] long whole[N];
shared [*] char even[N * THREADS];
shared [3] int matrix[THREADS][6][2];
shared double pairs[8 * THREADS];
shared char *first_byte = (shared char *)cyclic, *third_byte = (shared char *)&cyclic[3];
typedef int row[6];
shared [6] row rows[2 * THREADS];

typedef int grid[2][THREADS][3];
shared [2] grid grids;

shared int turns[3][THREADS], (*to_turns)[THREADS] = turns;
static int first_of(shared [4] short[], shared int[][THREADS], int);
static int first_of(shared [4] short values[], shared int rows_of[][THREADS], int i) { return values[0] + rows_of[i][0]; }

// Declarations of parameters in the style of K&R.
#pragma clang diagnostic ignored "-Wdeprecated-non-prototype"
static int old_style(values, rows_of, any, i) shared [4] short *values; shared int rows_of[][THREADS]; shared void *any; int i; {
  values = any;
  return values[i] + rows_of[i][0];
}
struct pair { int first, second[2]; };
shared struct pair pairs_of[THREADS];
static int old_struct(pair) relaxed shared struct pair *pair; { return pair->first + pair->second[1]; }

static int sum_of(shared [4] short values[], int count) {
  int sum = 0;
  for (int i = 0; i < count; i++) sum += values[i];
  return sum;
}

int main(void) {
  const int n = N * THREADS;
  for (int i = 0; i < n; i++) {
    CHECK(upc_threadof(&cyclic[i]) == i % THREADS);
    CHECK(upc_phaseof(&cyclic[i]) == 0);
    CHECK(upc_threadof(&blocked[i]) == i / 4 % THREADS);
    CHECK(upc_phaseof(&blocked[i]) == i % 4);
    CHECK(upc_addrfield(&blocked[i]) - upc_addrfield(&blocked[0]) == 2 * (i / 4 / THREADS * 4 + i % 4));
    CHECK(upc_threadof(&even[i]) == i / N);
  }
  for (int i = 0; i < N; i++) CHECK(upc_threadof(&whole[i]) == 0 && upc_addrfield(&whole[i]) - upc_addrfield(whole) == 8 * i);
  // Constants that lie beside one another in two threads.
  if (MYTHREAD == 0) {
    pairs[0] = 1.5, pairs[1] = 2.5, pairs[2] = 3.5, pairs[3] = 4.5, pairs[4] = 5.5, pairs[5] = 6.5, pairs[6] = 7.5, pairs[7] = 8.5;
  }
  upc_barrier;
  for (int i = 0; i < 8; i++) CHECK(pairs[i] == i + 1.5);
  // The phase is 0 after a cast to elements of another size, and to those of an unknown one.
  shared [4] short *third = &blocked[3];
  CHECK(upc_phaseof((shared [4] int *)third) == 0 && upc_phaseof((shared [4] struct unknown *)third) == 0);
  CHECK(upc_phaseof((shared [4] unsigned short *)third) == 3 && upc_phaseof((shared [2] short *)third) == 0);
  CHECK(upc_threadof((shared [4] int *)third) == 0 && upc_addrfield((shared [4] int *)third) == upc_addrfield(third));
  CHECK(upc_phaseof((shared [4] int *)&blocked[3]) == 0 && upc_phaseof((shared [4] short *)(shared [] short *)&blocked[3]) == 0);
  // Constant subscripts count elements of the pointer's type, not of the variable's.
  shared char *byte = (shared char *)cyclic;
  shared [4] char *in_blocks = (shared [4] char *)blocked;
  CHECK(upc_threadof(&byte[5]) == 5 % THREADS && upc_addrfield(&byte[5]) - upc_addrfield(byte) == 5 / THREADS);
  CHECK(upc_threadof(&((shared char *)cyclic)[6]) == 6 % THREADS && upc_threadof((shared char *)cyclic + 7) == 7 % THREADS);
  CHECK(upc_threadof(&in_blocks[9]) == 9 / 4 % THREADS && upc_phaseof(&in_blocks[9]) == 1);
  CHECK(upc_threadof(&first_byte[5]) == 5 % THREADS && upc_threadof(third_byte) == 3 % THREADS && third_byte == (shared char *)&cyclic[3]);
  for (int t = 0; t < THREADS; t++)
    for (int j = 0; j < 6; j++)
      for (int k = 0; k < 2; k++) CHECK(upc_threadof(&matrix[t][j][k]) == (12 * t + 2 * j + k) / 3 % THREADS);

  for (int i = 0; i < 2; i++)
    for (int j = 0; j < THREADS; j++)
      for (int k = 0; k < 3; k++) CHECK(upc_threadof(&grids[i][j][k]) == ((i * THREADS + j) * 3 + k) / 2 % THREADS);

  upc_forall (int i = 0; i < n; i++; &blocked[i]) blocked[i] = (short)(3 * i);
  upc_barrier;
  shared [4] short *p = blocked, *middle = &blocked[n / 2];
  for (int i = 0; i < n; i++, p++) {
    CHECK(*p == (short)(3 * i));
    CHECK(p - blocked == i && blocked - p == -i && p - middle == i - n / 2);
    CHECK((p < middle) == (i < n / 2) && (p >= middle) == (i >= n / 2) && (p == middle) == (i == n / 2));
    CHECK(middle + (i - n / 2) == p && *(middle + (i - n / 2)) == (short)(3 * i));
  }
  while (p != blocked) --p;
  CHECK(upc_phaseof(p) == 0 && upc_threadof(p) == 0);
  CHECK(sum_of(blocked, 10) == 3 * 45);

  // Through shared void the phase stays, through another layout it is gone.
  shared void *any = &blocked[6];
  shared [4] short *back = any;
  shared short *other = (shared short *)&blocked[6];
  CHECK(upc_phaseof(any) == 2 && back == &blocked[6] && upc_phaseof(back) == 2 && back[1] == 21);
  CHECK(upc_phaseof(other) == 0 && *other == 18 && any == (shared void *)other);
  CHECK(upc_phaseof(upc_resetphase(any)) == 0);
  CHECK((MYTHREAD >= 0 ? any : &blocked[1]) == any);

  for (int j = 0; j < 6; j++) rows[MYTHREAD][j] = 10 * MYTHREAD + j;
  upc_barrier;
  const int next = (MYTHREAD + 1) % THREADS;
  shared [6] row *q = rows;
  CHECK((*(q + next))[5] == 10 * next + 5 && q[next][2] == 10 * next + 2 && upc_threadof(&rows[next][5]) == next);
  for (int i = 0; i < 3; i++) turns[i][MYTHREAD] = 100 * i + MYTHREAD;
  upc_barrier;
  shared int (*row_of)[THREADS] = turns;
  CHECK(to_turns[2][next] == 200 + next && (*(to_turns + 1))[next] == 100 + next && upc_threadof(&to_turns[1][next]) == next);
  CHECK(row_of[2][next] == 200 + next && first_of(blocked, turns, 2) == 200 && to_turns + 1 == &turns[1]);
  CHECK(&to_turns[2] - to_turns == 2 && to_turns < &to_turns[1]);
  CHECK(old_style(blocked, turns, blocked, 2) == 6 + 200);
  pairs_of[MYTHREAD].first = 2, pairs_of[MYTHREAD].second[1] = 40;
  CHECK(old_struct(&pairs_of[MYTHREAD]) == 42);
  int *mine = (int *)rows[MYTHREAD];
  CHECK(mine[3] == 10 * MYTHREAD + 3);
  return failed();
}

// Static initialisers of shared objects, and of private ones that hold addresses of shared ones; a second file.
#include <upc_relaxed.h>
#include "check.h"
shared [] int table[6] = {1, 2, 3, [5] = 9};
shared int scalar = 42, *to_scalar = &scalar;
shared [] struct { int n; double d[2]; } record = {7, {0.5, 1.5}};
struct { int pad; shared [] int *p[2]; } holder = {1, {table, &table[2]}};
shared int *shared to_shared = &scalar;
// Values of a part, after which zeros follow; of unions; of rows, each with its own part. Neighbours that are not to be overwritten.
typedef union { int i; double d; } Either;
shared int cyclic[40 * THREADS] = {1, 2, 3, 4, [7] = 8}, after_cyclic[THREADS];
shared [5] short blocked[20 * THREADS] = {1, 2, 3, 4, 5, 6, 7}, after_blocked[5 * THREADS];
shared [3] char text[4 * THREADS] = "abc", lines[THREADS][3][8] = {{"one", "two"}};
shared Either eithers[8 * THREADS] = {{1}, {2}, {.d = 3.5}, {4}};
shared [2] struct { char c; int n[2]; } records[8 * THREADS] = {{'a', {1, 2}}, {'b', {3}}, {'c'}};
shared [3] int rows[3][2 * THREADS][4] = {{{1, 2}, {0, 0, 3}}, {{0}}, {{5}, {6, 7}}};
shared int rows_of[3][THREADS] = {{0}, {3}, {4}};
shared int *shared addresses[4 * THREADS] = {&cyclic[1], &cyclic[2], 0, &rows_of[2][0]};
static shared int hidden[20 * THREADS] = {[3] = 5}, *to_third = &cyclic[3];
#ifndef __UPC_STATIC_THREADS__
shared int few[THREADS] = {1, 2}, after_few[THREADS];  // with one thread there is one of them
#endif
extern shared [2] int elsewhere[4 * THREADS];
extern shared int *other_file(int);
static void of_parts(void) {
  static shared int local[30 * THREADS] = {9, 8};
  for (int i = 0; i < 40 * THREADS; i++) CHECK(cyclic[i] == (i < 4 || i == 7 ? i + 1 : 0) && upc_threadof(&cyclic[i]) == i % THREADS);
  for (int i = 0; i < 20 * THREADS; i++) CHECK(blocked[i] == (i < 7 ? i + 1 : 0) && hidden[i] == (i == 3 ? 5 : 0));
  for (int i = 0; i < 30 * THREADS; i++) CHECK(local[i] == (i < 2 ? 9 - i : 0));
  CHECK(eithers[0].i == 1 && eithers[1].i == 2 && eithers[2].d == 3.5 && eithers[3].i == 4 && eithers[4].d == 0);
  for (int i = 0; i < 4 * THREADS; i++) CHECK(text[i] == (i < 3 ? "abc"[i] : 0));
  for (int i = 0; i < 24; i++) CHECK(lines[0][i / 8][i % 8] == (i % 8 < 4 ? "one\0two\0\0\0\0"[i / 8 * 4 + i % 8] : 0));
  CHECK(upc_threadof(&eithers[3]) == 3 % THREADS && upc_threadof(&cyclic[5]) == 5 % THREADS);
  CHECK(records[0].c == 'a' && records[0].n[1] == 2 && records[1].n[0] == 3 && records[2].c == 'c' && records[3].c == 0);
  for (int i = 0; i < 2 * THREADS; i++)
    for (int j = 0; j < 4; j++) {
      CHECK(rows[0][i][j] == (i == 0 && j < 2 ? j + 1 : i == 1 && j == 2 ? 3 : 0) && rows[1][i][j] == 0);
      CHECK(rows[2][i][j] == (i == 0 && j == 0 ? 5 : i == 1 && j < 2 ? 6 + j : 0));
    }
  CHECK(addresses[0] == &cyclic[1] && addresses[1] == &cyclic[2] && addresses[2] == NULL && addresses[3] == &rows_of[2][0]);
  CHECK(*to_third == 4 && *addresses[1] == 3 && *addresses[3] == 4);
}

static void keep_apart(void) {
  upc_barrier;
  if (MYTHREAD == 0) {
    for (int i = 0; i < THREADS; i++) after_cyclic[i] = 99;
    for (int i = 0; i < 5 * THREADS; i++) after_blocked[i] = 99;
    for (int i = 0; i < 40 * THREADS; i++) cyclic[i] = 100 + i;
  }
  upc_barrier;
  for (int i = 0; i < 40 * THREADS; i++) CHECK(cyclic[i] == 100 + i);
  for (int i = 0; i < 5 * THREADS; i++) CHECK(after_blocked[i] == 99 && after_cyclic[i / 5] == 99 && blocked[i] == (i < 7 ? i + 1 : 0));
#ifndef __UPC_STATIC_THREADS__
  for (int i = 0; i < THREADS; i++) CHECK(few[i] == (i < 2 ? i + 1 : 0) && after_few[i] == 0);
  upc_barrier;
  shared int *allocated = upc_alloc(sizeof(int));
  few[MYTHREAD] = 5;
  upc_free(allocated);
#endif
}

int main(void) {
  static shared int local = 5;
  CHECK(table[0] == 1 && table[2] == 3 && table[4] == 0 && table[5] == 9);
  CHECK(scalar == 42 && *to_scalar == 42 && to_shared == to_scalar && local == 5);
  CHECK(record.n == 7 && record.d[0] == 0.5 && record.d[1] == 1.5);
  CHECK(holder.p[0][1] == 2 && holder.p[1] == &table[2] && upc_threadof(holder.p[1]) == 0);
  CHECK(*other_file(3) == 33 && upc_threadof(&elsewhere[3]) == 1 % THREADS);
  of_parts();
  keep_apart();
  return failed();
}

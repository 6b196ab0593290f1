// Static initialisers of shared objects, and of private ones that hold addresses of shared ones; a second file.
#include <upc_relaxed.h>
#include "check.h"
shared [] int table[6] = {1, 2, 3, [5] = 9};
shared int scalar = 42, *to_scalar = &scalar;
shared [] struct { int n; double d[2]; } record = {7, {0.5, 1.5}};
struct { int pad; shared [] int *p[2]; } holder = {1, {table, &table[2]}};
shared int *shared to_shared = &scalar;
extern shared [2] int elsewhere[4 * THREADS];
extern shared int *other_file(int);
int main(void) {
  static shared int local = 5;
  CHECK(table[0] == 1 && table[2] == 3 && table[4] == 0 && table[5] == 9);
  CHECK(scalar == 42 && *to_scalar == 42 && to_shared == to_scalar && local == 5);
  CHECK(record.n == 7 && record.d[0] == 0.5 && record.d[1] == 1.5);
  CHECK(holder.p[0][1] == 2 && holder.p[1] == &table[2] && upc_threadof(holder.p[1]) == 0);
  CHECK(*other_file(3) == 33 && upc_threadof(&elsewhere[3]) == 1 % THREADS);
  return failed();
}

#include <upc_relaxed.h>
shared [2] int elsewhere[4 * THREADS];
static shared int scalar;  // not the other file's
shared int *other_file(int i) {
  if (MYTHREAD == 0) elsewhere[i] = 11 * i;
  upc_barrier;
  if (MYTHREAD == 0) scalar = elsewhere[i];
  upc_barrier;
  return &scalar;
}

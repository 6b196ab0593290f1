// Barriers, whole and split, with values and without, in one program.
#include <upc_relaxed.h>
#include "check.h"
shared int turns[THREADS];
int main(void) {
  for (int i = 1; i <= 50; i++) {
    turns[MYTHREAD] = i;
    if (MYTHREAD % 2) upc_barrier i;
    else {
      upc_notify i;
      upc_wait i;
    }
    for (int t = 0; t < THREADS; t++) CHECK(turns[t] == i);
    upc_notify;
    upc_wait;
  }
  for (int i = 0; i < 2 * THREADS; i++)  // one of them has a value
    if (MYTHREAD == i % THREADS) upc_barrier i;
    else upc_barrier;
  upc_fence;
  upc_notify;  // without a value: nothing to compare with
  upc_wait MYTHREAD;
  upc_barrier MYTHREAD * 0 + 3;
  return failed();
}

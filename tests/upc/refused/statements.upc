#include <upc.h>
shared int a[THREADS];
int plain[4];
struct { int i; } a_struct;
void f(void) {
  int i;
  upc_forall (i = 0; i < 4; i++) a[0] = 1;           // refused: upc_forall wants four parts
  upc_forall (i = 0; i < 4; i++; 1.5) a[0] = 1;      // refused: the affinity of upc_forall
  upc_forall (i = 0; i < 4; i++; &plain[i]) a[0] = 1;  // refused: the affinity of upc_forall
  upc_barrier a_struct;          // refused: where arithmetic or pointer type is required
  i = upc_blocksizeof(plain);    // refused: must be shared
  i = upc_elemsizeof(shared void);   // refused: shared void has no size
  i = sizeof(void);              // refused: void has no size
  __atomic_fetch_add(&a[0], 1, __ATOMIC_SEQ_CST);  // refused: use upc_atomic.h
  __sync_fetch_and_add(&a[0], 1);    // refused: use upc_atomic.h
#pragma upc strict              // warned: #pragma upc is for the beginning of a block
  {
#pragma upc relaxed
    a[MYTHREAD] = 1;
  }
  MYTHREAD = 3;                  // refused: cannot assign to
}

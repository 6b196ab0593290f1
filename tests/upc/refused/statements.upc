#include <upc.h>
shared int a[THREADS];
shared double _Complex numbers[THREADS];
shared [] double _Complex whole;
shared int one;
__thread shared int of_thread;   // refused: cannot be one for each thread
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
#pragma omp atomic
  a[0] += 1;                     // refused: use upc_atomic.h
#pragma omp atomic read
  i = a[0];                      // refused: use upc_atomic.h
#pragma omp atomic
  i += a[0];
#pragma omp parallel for reduction(+ : one)  // refused: a shared object has no private copies
  for (int j = 0; j < 4; j++) one += j;
#pragma omp parallel firstprivate(one)  // refused: a shared object has no private copies
  i = one;
#pragma omp parallel shared(one)
  i = one;
  asm("" : "=m"(a[0]));          // refused: asm is for private memory
  asm("" : "+r"(a[0]));          // refused: asm is for private memory
  asm("" : : "m"(a[0]));         // refused: asm is for private memory
  asm("" : : "r"(a[0]));
  (void)&__imag__ numbers[1];    // refused: have no address
  (void)&__real__ whole;         // refused: have no address
  __imag__ numbers[1] = 2;
  i = upc_localsizeof(shared int[i * THREADS]);  // refused: are constants
#pragma upc slow                // warned: unknown #pragma upc slow
#pragma upc strict              // warned: #pragma upc is for the beginning of a block
  {
#pragma upc relaxed
    a[MYTHREAD] = 1;
  }
  MYTHREAD = 3;                  // refused: cannot assign to
}

// Loops over own elements, for bench/upc/instructions.py to count beside the same loop in C; and a fence as it is when it runs.
#include <upc_relaxed.h>
#define N 4096
shared double a[N * THREADS], b[N * THREADS];
shared [N] double c[N * THREADS], d[N * THREADS];
shared [64] double e[N * THREADS], f[N * THREADS];
double plain[N], other[N];
__attribute__((noinline)) void forall_cyclic(double s) { upc_forall (int i = 0; i < N * THREADS; i++; &a[i]) a[i] = b[i] * s + 1; }
__attribute__((noinline)) void forall_blocks(double s) { upc_forall (int i = 0; i < N * THREADS; i++; &c[i]) c[i] = d[i] * s + 1; }
__attribute__((noinline)) void forall_blocks_of_64(double s) { upc_forall (int i = 0; i < N * THREADS; i++; &e[i]) e[i] = f[i] * s + 1; }
__attribute__((noinline)) void fence(void) { upc_fence; }
__attribute__((noinline)) void loop_in_c(double s) { for (int i = 0; i < N; i++) plain[i] = other[i] * s + 1; }
int main(void) {
  if (MYTHREAD == 0) forall_cyclic(3), forall_blocks(3), forall_blocks_of_64(3), loop_in_c(3), fence();
  upc_barrier;
  return 0;
}

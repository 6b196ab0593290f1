/* Included before every unit by upcc: what the keywords of UPC become (layers/upc/clang/keywords.cpp). It is C, with layouts
 * already spelled as address spaces. */
#ifndef ISTHMUS_UPC_PRELUDE_H
#define ISTHMUS_UPC_PRELUDE_H
#include <isthmus_upc/pointer_format.h>
#define UPC_MAX_BLOCK_SIZE UPCR_MAX_BLOCK
extern __attribute__((visibility("hidden"))) const int upcr_threads, upcr_mythread;
/* How many upc_foralls with an affinity are running: only the outermost decides. */
extern __attribute__((visibility("hidden"))) int upcr_forall_depth;
void upcr_barrier(int has_value, int value);
void upcr_notify(int has_value, int value);
void upcr_wait(int has_value, int value);
void upcr_fence(void);
/* Answered by the compiler, which sees the layout of the arguments. The first one is only there for the dots. */
int upcr_affinity(int unused, ...);
long upcr_difference(long element_size, ...);
/* The same pointer with phase 0. LLVM makes one cast of several casts of a constant, but not of this call. */
void __attribute__((address_space(999))) *upcr_resized(int unused, ...);
/* Of a upc_forall with stride (layers/upc/clang/foralls.hpp), whose blocks have `run` iterations: how far it is to the first
 * iteration of this thread; how many of `left` iterations are one run from there; the number of the thread's own element there; and
 * the fact that in what follows the affinity is this thread's, if mine is not 0. */
long upcr_skip(long mine, long run, ...);
long upcr_run(long mine, long run, long left, ...);
long upcr_row(long mine, ...);
void upcr_own(long mine, long row, long run, ...);
/* Where a run ends that begins a block. */
static __inline long upcr_run_end(long at, long run, long bound) { return at + run < bound ? at + run : bound; }
/* How many iterations a run has: one at least, which the optimiser need not ask then. */
static __inline long upcr_run_left(long at, long next) {
  const long left = next - at;
  __builtin_assume(left > 0);
  return left;
}
/* How many iterations a loop has whose runs are single iterations. */
static __inline long upcr_forall_count(long now, long mine, long bound) {
  const long stride = mine ? upcr_threads : 1;
  return now < bound ? (bound - now + stride - 1) / stride : 0;
}
/* The value with which the variable of such a loop would have left it, had it been counted by one. */
static __inline long upcr_forall_end(long now, long mine, long from, long bound) {
  long last = mine ? now - upcr_threads + 1 : now;
  last = last < from ? from : last;
  return last < bound ? bound : last;
}
#endif

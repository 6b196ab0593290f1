// The part of the runtime that the pass links into every unit and inlines: arithmetic of pointers to shared, loads and stores,
// fences, affinity. Compiled to bitcode by the clang that will use it.
#include <stddef.h>
#include <string.h>

#include "far_jump.h"
#include "pointer.h"

#define LIKELY(condition) __builtin_expect(!!(condition), 1)
#define HIDDEN __attribute__((visibility("hidden")))

extern HIDDEN const int upcr_threads, upcr_mythread;
extern HIDDEN char *const upcr_base[UPCR_MAX_THREADS];  // where each thread's segment is mapped here; null: on another node
extern HIDDEN char *const upcr_my_base;
// Where all threads are on this node, a pointer without its phase is the distance from this address to what it points to; 0 otherwise.
extern HIDDEN const uint64_t upcr_origin;
extern HIDDEN void upcr_far_get(void *to, upcr_pointer from, size_t bytes);
extern HIDDEN void upcr_far_put(upcr_pointer to, const void *from, size_t bytes);
extern HIDDEN void upcr_far_fence(void);
// By value, so that a reference to memory that is mapped needs no place on the stack.
#define FAR_REFERENCE(SIZE, TYPE)                                                                 \
  extern HIDDEN TYPE upcr_far_load##SIZE(upcr_pointer from);                                      \
  extern HIDDEN void upcr_far_store##SIZE(upcr_pointer to, TYPE value);
FAR_REFERENCE(1, uint8_t)
FAR_REFERENCE(2, uint16_t)
FAR_REFERENCE(4, uint32_t)
FAR_REFERENCE(8, uint64_t)

uint64_t upcr_nthreads(void) { return (uint64_t)upcr_threads; }

static inline int is_near(void) { return LIKELY(upcr_origin != 0); }
// An integer, so that LLVM computes no distances of such addresses: LLVM 19 joins two stores whose distance is a small one modulo 2^32.
static inline char *near(upcr_pointer p) { return (char *)(upcr_origin + p); }

void upcr_fence(void) {
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  UPCR_JUMP_TO(other_nodes);
  return;
other_nodes:
  upcr_far_fence();
}

// Relaxed references are plain memory operations for the optimiser, except that C's rules of types do not apply to them. In all
// references p has no phase.
#define REFERENCE(SIZE, TYPE)                                                                     \
  TYPE upcr_load##SIZE(upcr_pointer p) {                                                          \
    TYPE value;                                                                                   \
    if (!is_near()) return upcr_far_load##SIZE(p);                                                \
    memcpy(&value, near(p), SIZE);                                                                \
    return value;                                                                                 \
  }                                                                                               \
  void upcr_store##SIZE(upcr_pointer p, TYPE value) {                                             \
    if (is_near()) memcpy(near(p), &value, SIZE);                                                 \
    else upcr_far_store##SIZE(p, value);                                                          \
  }                                                                                               \
  TYPE upcr_strict_load##SIZE(upcr_pointer p) {                                                   \
    upcr_fence();                                                                                 \
    TYPE value = is_near() ? *(volatile TYPE *)near(p) : upcr_far_load##SIZE(p);                  \
    upcr_fence();                                                                                 \
    return value;                                                                                 \
  }                                                                                               \
  void upcr_strict_store##SIZE(upcr_pointer p, TYPE value) {                                      \
    upcr_fence();                                                                                 \
    if (is_near()) *(volatile TYPE *)near(p) = value;                                             \
    else upcr_far_store##SIZE(p, value);                                                          \
    upcr_fence();                                                                                 \
  }
REFERENCE(1, uint8_t)
REFERENCE(2, uint16_t)
REFERENCE(4, uint32_t)
REFERENCE(8, uint64_t)

// In a upc_forall: where mine is not 0, p is the place with that offset in this thread's segment.
#define OWN_REFERENCE(SIZE, TYPE)                                                                 \
  TYPE upcr_own_load##SIZE(upcr_pointer p, int64_t mine, uint64_t offset) {                       \
    TYPE value;                                                                                   \
    if (!mine) return upcr_load##SIZE(p);                                                         \
    memcpy(&value, upcr_my_base + offset, SIZE);                                                  \
    return value;                                                                                 \
  }                                                                                               \
  void upcr_own_store##SIZE(upcr_pointer p, TYPE value, int64_t mine, uint64_t offset) {          \
    if (mine) memcpy(upcr_my_base + offset, &value, SIZE);                                        \
    else upcr_store##SIZE(p, value);                                                              \
  }
OWN_REFERENCE(1, uint8_t)
OWN_REFERENCE(2, uint16_t)
OWN_REFERENCE(4, uint32_t)
OWN_REFERENCE(8, uint64_t)

void upcr_get(void *to, upcr_pointer from, size_t bytes) {
  if (is_near()) memcpy(to, near(from), bytes);
  else upcr_far_get(to, from, bytes);
}
void upcr_put(upcr_pointer to, const void *from, size_t bytes) {
  if (is_near()) memcpy(near(to), from, bytes);
  else upcr_far_put(to, from, bytes);
}

// Element i, not negative, of an array that begins at thread 0 and phase 0.
upcr_pointer upcr_index(uint64_t base, int64_t index, uint64_t block, uint64_t size) {
  uint64_t i = (uint64_t)index, threads = (uint64_t)upcr_threads;
  uint64_t phase = block == 1 ? 0 : i % block, number = block == 1 ? i : i / block, thread = number % threads;
  // A sum, which the optimiser joins with the one of the address.
  return base + (number / threads * block + phase) * size + (thread << UPCR_OFFSET_BITS) + (phase << (UPCR_OFFSET_BITS + UPCR_THREAD_BITS));
}

static inline int64_t floor_div(int64_t a, int64_t b) {
  int64_t quotient = a / b;
  return quotient * b > a ? quotient - 1 : quotient;
}

upcr_pointer upcr_add(upcr_pointer p, int64_t count, uint64_t block, uint64_t size) {
  int64_t threads = upcr_threads, elements = (int64_t)block;
  if (block == 0) return p + (uint64_t)count * size;
  int64_t old = block == 1 ? 0 : (int64_t)upcr_phase(p);
  int64_t blocks = block == 1 ? count : floor_div(old + count, elements), phase = block == 1 ? 0 : old + count - blocks * elements;
  int64_t thread = (int64_t)upcr_thread(p) + blocks, row = floor_div(thread, threads);
  return upcr_pack((uint64_t)phase, (uint64_t)(thread - row * threads),
                   upcr_offset(p) + (uint64_t)((row * elements + phase - old) * (int64_t)size));
}

int64_t upcr_distance(upcr_pointer p, upcr_pointer q, uint64_t block, int64_t size) {
  int64_t elements = ((int64_t)upcr_offset(p) - (int64_t)upcr_offset(q)) / size;
  int64_t threads = upcr_threads, thread = (int64_t)upcr_thread(p) - (int64_t)upcr_thread(q);
  if (block == 0) return elements;
  if (block == 1) return elements * threads + thread;
  int64_t phase = (int64_t)upcr_phase(p) - (int64_t)upcr_phase(q), rows = (elements - phase) / (int64_t)block;
  return (rows * threads + thread) * (int64_t)block + phase;
}

upcr_pointer upcr_without_phase(upcr_pointer p) { return p & ((1ul << (UPCR_OFFSET_BITS + UPCR_THREAD_BITS)) - 1); }
// SHMEM knows this thread's memory by the address in upcr_base.
void *upcr_local(upcr_pointer p) { return p ? upcr_base[upcr_thread(p)] + upcr_offset(p) : 0; }

int upcr_is_mine(upcr_pointer p) { return upcr_thread(p) == (uint64_t)upcr_mythread; }
static inline int64_t turn_of(int64_t number) {
  int64_t turn = number % upcr_threads;
  return turn < 0 ? turn + upcr_threads : turn;
}
int upcr_is_my_turn(int64_t number) { return turn_of(number) == upcr_mythread; }
// From the iteration of the thread with that number to the next one of this thread.
int64_t upcr_skip_to_mine(int64_t mine, int64_t number) {
  int64_t ahead = upcr_mythread - turn_of(number);
  return !mine ? 0 : ahead < 0 ? ahead + upcr_threads : ahead;
}
int64_t upcr_row_of(int64_t number) { return floor_div(number, upcr_threads); }
// The same where blocks have `run` iterations, of `step` elements each, and p is the element of the first one.
static inline int64_t done_of_run(upcr_pointer p, int64_t step) { return (int64_t)upcr_phase(p) / step; }
int64_t upcr_skip_to_run(int64_t mine, int64_t run, upcr_pointer p, int64_t block) {
  int64_t blocks = upcr_skip_to_mine(mine, (int64_t)upcr_thread(p));
  return blocks ? blocks * run - done_of_run(p, block / run) : 0;
}
int64_t upcr_run_length(int64_t mine, int64_t run, int64_t left, upcr_pointer p, int64_t block) {
  int64_t whole = run - done_of_run(p, block / run);
  return mine && whole < left ? whole : left;
}
// The number of an element among those of its thread.
int64_t upcr_row_in_blocks(int64_t index, int64_t block) {
  int64_t number = floor_div(index, block);
  return floor_div(number, upcr_threads) * block + index - number * block;
}

uint64_t upcr_thread_of(upcr_pointer p) { return upcr_thread(p); }
uint64_t upcr_phase_of(upcr_pointer p) { return upcr_phase(p); }
uint64_t upcr_offset_of(upcr_pointer p) { return upcr_offset(p); }

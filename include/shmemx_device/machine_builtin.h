/* Machines whose compilers have atomics of system scope: AMD's devices and SPIR-V by clang's scoped atomics, and the host,
 * for tests. */
#ifndef ISTHMUS_DEVICE_MACHINE_BUILTIN_H
#define ISTHMUS_DEVICE_MACHINE_BUILTIN_H

#include "target.h"

#ifdef ISTHMUS_DEVICE_GPU
#define ISTHMUS_DEVICE_LOAD(p, order) __scoped_atomic_load_n(p, order, __MEMORY_SCOPE_SYSTEM)
#define ISTHMUS_DEVICE_STORE(p, value, order) __scoped_atomic_store_n(p, value, order, __MEMORY_SCOPE_SYSTEM)
#define ISTHMUS_DEVICE_CSWAP(p, cond, value) \
  __scoped_atomic_compare_exchange_n(p, cond, value, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED, __MEMORY_SCOPE_SYSTEM)
#define ISTHMUS_DEVICE_FETCH(op, p, value) __scoped_atomic_##op(p, value, __ATOMIC_RELAXED, __MEMORY_SCOPE_SYSTEM)
#else
#define ISTHMUS_DEVICE_LOAD(p, order) __atomic_load_n(p, order)
#define ISTHMUS_DEVICE_STORE(p, value, order) __atomic_store_n(p, value, order)
#define ISTHMUS_DEVICE_CSWAP(p, cond, value) \
  __atomic_compare_exchange_n(p, cond, value, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED)
#define ISTHMUS_DEVICE_FETCH(op, p, value) __atomic_##op(p, value, __ATOMIC_RELAXED)
#endif

ISTHMUS_DEVICE_INLINE struct isthmus_device_found isthmus_device_find_near(const void *p, int pe) {
  const struct isthmus_device_near *row =
      &isthmus_device_state.near_pes[(uint32_t)pe & (ISTHMUS_DEVICE_NEAR_ROWS - 1)];
  const int64_t probed = (int64_t)((uint64_t)p + (uint64_t)row->probe);
  const struct isthmus_device_found found = {(char *)p + row->delta, probed, probed < ISTHMUS_DEVICE_NEAR_LIMIT};
  return found;
}
ISTHMUS_DEVICE_INLINE struct isthmus_device_found isthmus_device_find_for_load(const void *p, int pe) {
  return isthmus_device_find_near(p, pe);
}

ISTHMUS_DEVICE_INLINE uint32_t isthmus_device_constant(const uint32_t *field) { return *field; }
ISTHMUS_DEVICE_INLINE uint64_t isthmus_device_constant64(const void *field) { return *(const uint64_t *)field; }

#define ISTHMUS_DEVICE_ATOMICS(BITS)                                                                                     \
  ISTHMUS_DEVICE_INLINE uint##BITS##_t isthmus_device_load##BITS(const void *p) {                                        \
    return ISTHMUS_DEVICE_LOAD((const uint##BITS##_t *)p, __ATOMIC_RELAXED);                                             \
  }                                                                                                                      \
  ISTHMUS_DEVICE_INLINE void isthmus_device_store##BITS(void *p, uint##BITS##_t value) {                                 \
    ISTHMUS_DEVICE_STORE((uint##BITS##_t *)p, value, __ATOMIC_RELAXED);                                                  \
  }                                                                                                                      \
  ISTHMUS_DEVICE_INLINE void isthmus_device_store_release##BITS(void *p, uint##BITS##_t value) {                         \
    ISTHMUS_DEVICE_STORE((uint##BITS##_t *)p, value, __ATOMIC_RELEASE);                                                  \
  }                                                                                                                      \
  ISTHMUS_DEVICE_INLINE uint##BITS##_t isthmus_device_cswap##BITS(void *p, uint##BITS##_t cond, uint##BITS##_t value) {  \
    ISTHMUS_DEVICE_CSWAP((uint##BITS##_t *)p, &cond, value);                                                             \
    return cond;                                                                                                         \
  }                                                                                                                      \
  ISTHMUS_DEVICE_INLINE uint##BITS##_t isthmus_device_fetch_swap##BITS(void *p, uint##BITS##_t value) {                  \
    return ISTHMUS_DEVICE_FETCH(exchange_n, (uint##BITS##_t *)p, value);                                                 \
  }                                                                                                                      \
  ISTHMUS_DEVICE_CHANGE(add, BITS)                                                                                       \
  ISTHMUS_DEVICE_CHANGE(and, BITS)                                                                                       \
  ISTHMUS_DEVICE_CHANGE(or, BITS)                                                                                        \
  ISTHMUS_DEVICE_CHANGE(xor, BITS)
#define ISTHMUS_DEVICE_CHANGE(name, BITS)                                                                                \
  ISTHMUS_DEVICE_INLINE uint##BITS##_t isthmus_device_fetch_##name##BITS(void *p, uint##BITS##_t value) {                \
    return ISTHMUS_DEVICE_FETCH(fetch_##name, (uint##BITS##_t *)p, value);                                               \
  }                                                                                                                      \
  ISTHMUS_DEVICE_INLINE void isthmus_device_##name##BITS(void *p, uint##BITS##_t value) {                                \
    ISTHMUS_DEVICE_FETCH(fetch_##name, (uint##BITS##_t *)p, value);                                                      \
  }
#define ISTHMUS_DEVICE_LOAD_ACQUIRE(BITS)                                                                                \
  ISTHMUS_DEVICE_INLINE uint##BITS##_t isthmus_device_load_acquire##BITS(const void *p) {                                \
    return ISTHMUS_DEVICE_LOAD((const uint##BITS##_t *)p, __ATOMIC_ACQUIRE);                                             \
  }
ISTHMUS_DEVICE_LOAD_ACQUIRE(16)
ISTHMUS_DEVICE_LOAD_ACQUIRE(32)
ISTHMUS_DEVICE_LOAD_ACQUIRE(64)
ISTHMUS_DEVICE_ATOMICS(32)
ISTHMUS_DEVICE_ATOMICS(64)
#undef ISTHMUS_DEVICE_ATOMICS
#undef ISTHMUS_DEVICE_CHANGE
#undef ISTHMUS_DEVICE_LOAD_ACQUIRE
#undef ISTHMUS_DEVICE_LOAD
#undef ISTHMUS_DEVICE_STORE
#undef ISTHMUS_DEVICE_CSWAP
#undef ISTHMUS_DEVICE_FETCH

ISTHMUS_DEVICE_INLINE void isthmus_device_max64(void *p, uint64_t value) {
  uint64_t seen = isthmus_device_load64(p), old;
  for (; seen < value; seen = old)
    if ((old = isthmus_device_cswap64(p, seen, value)) == seen) break;
}

/* What a get of one element loads, if the look-up found it near, and else 0. */
ISTHMUS_DEVICE_INLINE uint64_t isthmus_device_near_get(struct isthmus_device_found found, int size) {
  return !found.near ? 0
         : size == 1 ? *(const volatile uint8_t *)found.there
         : size == 2 ? *(const volatile uint16_t *)found.there
         : size == 4 ? *(const volatile uint32_t *)found.there
                     : *(const volatile uint64_t *)found.there;
}
ISTHMUS_DEVICE_INLINE int isthmus_device_was_near(struct isthmus_device_found found) { return found.near; }
/* The address for an atomic that fetches: the peer's word, or the spare one if it is not near. */
ISTHMUS_DEVICE_INLINE char *isthmus_device_near_or_spare(struct isthmus_device_found found) {
  return found.near ? found.there : (char *)&isthmus_device_spare;
}

ISTHMUS_DEVICE_INLINE struct isthmus_device_16 isthmus_device_load128(const void *p) {
  const volatile struct isthmus_device_16 *from = (const volatile struct isthmus_device_16 *)p;
  struct isthmus_device_16 value = {from->low, from->high};
  return value;
}
/* Each half is seen as a whole. */
ISTHMUS_DEVICE_INLINE struct isthmus_device_16 isthmus_device_load_acquire128(const void *p) {
  struct isthmus_device_16 value = {isthmus_device_load_acquire64(p), isthmus_device_load_acquire64((const char *)p + 8)};
  return value;
}
ISTHMUS_DEVICE_INLINE void isthmus_device_store128(void *p, struct isthmus_device_16 value) {
  *(struct isthmus_device_16 *)p = value;
}
/* The same to memory that others poll: each half is seen as a whole. */
ISTHMUS_DEVICE_INLINE void isthmus_device_publish128(void *p, struct isthmus_device_16 value) {
  isthmus_device_store64(p, value.low);
  isthmus_device_store64((char *)p + 8, value.high);
}

/* Without a scope a fence is one of the system. */
ISTHMUS_DEVICE_INLINE void isthmus_device_order(void) { __atomic_thread_fence(__ATOMIC_ACQ_REL); }
ISTHMUS_DEVICE_INLINE void isthmus_device_order_all(void) { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
ISTHMUS_DEVICE_INLINE void isthmus_device_trap(void) { __builtin_trap(); }

#if defined(ISTHMUS_DEVICE_AMDGCN)
/* Nanoseconds since some moment, of a counter of 100 MHz. */
ISTHMUS_DEVICE_INLINE uint64_t isthmus_device_clock(void) { return __builtin_amdgcn_s_memrealtime() * 10; }
ISTHMUS_DEVICE_INLINE void isthmus_device_pause(void) { __builtin_amdgcn_s_sleep(2); }
ISTHMUS_DEVICE_INLINE int isthmus_device_is_private(const void *p) {
  return __builtin_amdgcn_is_private((const __attribute__((address_space(0))) void *)p) ||
         __builtin_amdgcn_is_shared((const __attribute__((address_space(0))) void *)p);
}
ISTHMUS_DEVICE_INLINE uint32_t isthmus_device_block_rank(void) {
  return (__builtin_amdgcn_workitem_id_z() * __builtin_amdgcn_workgroup_size_y() + __builtin_amdgcn_workitem_id_y()) *
             __builtin_amdgcn_workgroup_size_x() + __builtin_amdgcn_workitem_id_x();
}
ISTHMUS_DEVICE_INLINE uint32_t isthmus_device_block_size(void) {
  return __builtin_amdgcn_workgroup_size_x() * __builtin_amdgcn_workgroup_size_y() * __builtin_amdgcn_workgroup_size_z();
}
ISTHMUS_DEVICE_INLINE void isthmus_device_block_sync(void) {
  __atomic_thread_fence(__ATOMIC_RELEASE);
  __builtin_amdgcn_s_barrier();
  __atomic_thread_fence(__ATOMIC_ACQUIRE);
}
ISTHMUS_DEVICE_INLINE uint32_t isthmus_device_warp_rank(void) {
  return __builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 0u));
}
ISTHMUS_DEVICE_INLINE uint32_t isthmus_device_warp_size(void) { return __builtin_amdgcn_wavefrontsize(); }
ISTHMUS_DEVICE_INLINE void isthmus_device_warp_sync(void) {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "wavefront");
  __builtin_amdgcn_wave_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "wavefront");
}
#else
/* A host thread gives way to the thread that it waits for. */
#if !defined(ISTHMUS_DEVICE_GPU)
#include <sched.h>
#include <time.h>
ISTHMUS_DEVICE_INLINE uint64_t isthmus_device_clock(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}
ISTHMUS_DEVICE_INLINE void isthmus_device_pause(void) { sched_yield(); }
#else
ISTHMUS_DEVICE_INLINE void isthmus_device_pause(void) {}
ISTHMUS_DEVICE_INLINE uint64_t isthmus_device_clock(void) { return 0; } /* SPIR-V has none: waits are not timed there */
#endif
ISTHMUS_DEVICE_INLINE int isthmus_device_is_private(const void *p) { return p == 0; }
/* A group of one thread. */
ISTHMUS_DEVICE_INLINE uint32_t isthmus_device_block_rank(void) { return 0; }
ISTHMUS_DEVICE_INLINE uint32_t isthmus_device_block_size(void) { return 1; }
ISTHMUS_DEVICE_INLINE void isthmus_device_block_sync(void) {}
ISTHMUS_DEVICE_INLINE uint32_t isthmus_device_warp_rank(void) { return 0; }
ISTHMUS_DEVICE_INLINE uint32_t isthmus_device_warp_size(void) { return 1; }
ISTHMUS_DEVICE_INLINE void isthmus_device_warp_sync(void) {}
#endif

#endif

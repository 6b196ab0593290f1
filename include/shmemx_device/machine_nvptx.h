/* NVIDIA's devices: memory order and atomics of system scope, in PTX. The compilers' own atomics are not used: clang 19 and
 * 22 drop the scope of some of them. */
#ifndef ISTHMUS_DEVICE_MACHINE_NVPTX_H
#define ISTHMUS_DEVICE_MACHINE_NVPTX_H

#include "target.h"

ISTHMUS_DEVICE_INLINE struct isthmus_device_near isthmus_device_row(uint32_t number) {
#ifdef ISTHMUS_DEVICE_OPENMP_CONSTANT
  /* One instruction each, where clang writes two. Address space 4 is constant memory. */
  uint64_t at;
  struct isthmus_device_near row;
  __asm__("mad.wide.u32 %0, %1, 16, %2;"
          : "=l"(at) : "r"(number), "l"((const __attribute__((address_space(4))) void *)isthmus_device_state.near_pes));
  __asm__("ld.const.v2.u64 {%0, %1}, [%2];" : "=l"(row.probe), "=l"(row.delta) : "l"(at));
  return row;
#else
  return isthmus_device_state.near_pes[number];
#endif
}
ISTHMUS_DEVICE_INLINE uint32_t isthmus_device_constant(const uint32_t *field) { return *field; }
ISTHMUS_DEVICE_INLINE uint64_t isthmus_device_constant64(const void *field) { return *(const uint64_t *)field; }

ISTHMUS_DEVICE_INLINE struct isthmus_device_found isthmus_device_found_by(struct isthmus_device_near row, const void *p) {
  const int64_t probed = (int64_t)((uint64_t)p + (uint64_t)row.probe);
  const struct isthmus_device_found found = {(char *)p + row.delta, probed, probed < ISTHMUS_DEVICE_NEAR_LIMIT};
  return found;
}
ISTHMUS_DEVICE_INLINE struct isthmus_device_found isthmus_device_find_near(const void *p, int pe) {
  return isthmus_device_found_by(isthmus_device_row((uint32_t)pe & (ISTHMUS_DEVICE_NEAR_ROWS - 1)), p);
}
/* The same for loads, where latency matters more than the number of instructions: the compiler can move this look-up out of a loop,
 * which it cannot do with the inline assembly above. */
ISTHMUS_DEVICE_INLINE struct isthmus_device_found isthmus_device_find_for_load(const void *p, int pe) {
  return isthmus_device_found_by(isthmus_device_state.near_pes[(uint32_t)pe & (ISTHMUS_DEVICE_NEAR_ROWS - 1)], p);
}

/* Symmetric memory and what the library shares with devices is all in the global state space. Generic addresses of it have
 * the same value, but for a generic atomic the device first looks whether the address is of shared memory. */
#define ISTHMUS_DEVICE_GLOBAL(p, instruction) "{ .reg .u64 there; cvta.to.global.u64 there, " p "; " instruction "; }"

#define ISTHMUS_DEVICE_PTX(BITS, C)                                                                                \
  ISTHMUS_DEVICE_PTX_LOAD(load_acquire, "acquire", BITS, C)                                                        \
  ISTHMUS_DEVICE_PTX_LOAD(load, "relaxed", BITS, C)                                                                \
  ISTHMUS_DEVICE_PTX_STORE(store, "relaxed", BITS, C)                                                              \
  ISTHMUS_DEVICE_PTX_STORE(store_release, "release", BITS, C)                                                      \
  ISTHMUS_DEVICE_INLINE uint##BITS##_t isthmus_device_cswap##BITS(void *p, uint##BITS##_t cond, uint##BITS##_t value) { \
    uint##BITS##_t old;                                                                                            \
    __asm__ __volatile__(ISTHMUS_DEVICE_GLOBAL("%1", "atom.relaxed.sys.global.cas.b" #BITS " %0, [there], %2, %3") \
                         : "=" C(old) : "l"(p), C(cond), C(value) : "memory");                                     \
    return old;                                                                                                    \
  }                                                                                                                \
  ISTHMUS_DEVICE_PTX_FETCH(swap, "exch.b", BITS, C)                                                                \
  ISTHMUS_DEVICE_PTX_FETCH(add, "add.u", BITS, C)                                                                  \
  ISTHMUS_DEVICE_PTX_FETCH(and, "and.b", BITS, C)                                                                  \
  ISTHMUS_DEVICE_PTX_FETCH(or, "or.b", BITS, C)                                                                    \
  ISTHMUS_DEVICE_PTX_FETCH(xor, "xor.b", BITS, C)                                                                  \
  ISTHMUS_DEVICE_PTX_REDUCE(add, "add.u", BITS, C)                                                                 \
  ISTHMUS_DEVICE_PTX_REDUCE(and, "and.b", BITS, C)                                                                 \
  ISTHMUS_DEVICE_PTX_REDUCE(or, "or.b", BITS, C)                                                                   \
  ISTHMUS_DEVICE_PTX_REDUCE(xor, "xor.b", BITS, C)
#define ISTHMUS_DEVICE_PTX_LOAD(name, order, BITS, C)                                                              \
  ISTHMUS_DEVICE_INLINE uint##BITS##_t isthmus_device_##name##BITS(const void *p) {                                \
    uint##BITS##_t value;                                                                                          \
    __asm__ __volatile__(ISTHMUS_DEVICE_GLOBAL("%1", "ld." order ".sys.global.b" #BITS " %0, [there]")             \
                         : "=" C(value) : "l"(p) : "memory");                                                      \
    return value;                                                                                                  \
  }
#define ISTHMUS_DEVICE_PTX_STORE(name, order, BITS, C)                                                             \
  ISTHMUS_DEVICE_INLINE void isthmus_device_##name##BITS(void *p, uint##BITS##_t value) {                          \
    __asm__ __volatile__(ISTHMUS_DEVICE_GLOBAL("%0", "st." order ".sys.global.b" #BITS " [there], %1")             \
                         ::"l"(p), C(value) : "memory");                                                           \
  }
#define ISTHMUS_DEVICE_PTX_FETCH(name, op, BITS, C)                                                                \
  ISTHMUS_DEVICE_INLINE uint##BITS##_t isthmus_device_fetch_##name##BITS(void *p, uint##BITS##_t value) {          \
    uint##BITS##_t old;                                                                                            \
    __asm__ __volatile__(ISTHMUS_DEVICE_GLOBAL("%1", "atom.relaxed.sys.global." op #BITS " %0, [there], %2")   \
                         : "=" C(old) : "l"(p), C(value) : "memory");                                              \
    return old;                                                                                                    \
  }
#define ISTHMUS_DEVICE_PTX_REDUCE(name, op, BITS, C)                                                               \
  ISTHMUS_DEVICE_INLINE void isthmus_device_##name##BITS(void *p, uint##BITS##_t value) {                          \
    __asm__ __volatile__(ISTHMUS_DEVICE_GLOBAL("%0", "red.relaxed.sys.global." op #BITS " [there], %1")            \
                         ::"l"(p), C(value) : "memory");                                                           \
  }
ISTHMUS_DEVICE_PTX(32, "r")
ISTHMUS_DEVICE_PTX(64, "l")
ISTHMUS_DEVICE_PTX_LOAD(load_acquire, "acquire", 16, "h")
ISTHMUS_DEVICE_PTX_REDUCE(max, "max.u", 64, "l")
#undef ISTHMUS_DEVICE_PTX
#undef ISTHMUS_DEVICE_PTX_LOAD
#undef ISTHMUS_DEVICE_PTX_STORE
#undef ISTHMUS_DEVICE_PTX_FETCH
#undef ISTHMUS_DEVICE_PTX_REDUCE

/* What a get of one element loads, if the look-up found it near, and else anything. The load is predicated, so that it need not
 * wait for a branch. The predicate compares the upper 32 bits of `probed` alone, since all 64 would take two comparisons. */
#define ISTHMUS_DEVICE_PTX_GET(WIDTH, BITS, C)                                                                      \
  ISTHMUS_DEVICE_INLINE uint##BITS##_t isthmus_device_near_get##WIDTH(struct isthmus_device_found found) {          \
    uint##BITS##_t value;                                                                                          \
    __asm__ __volatile__("{ .reg .u64 there; .reg .u32 low, high; .reg .pred near; cvta.to.global.u64 there, %1; " \
                         "mov.b64 {low, high}, %2; setp.lt.s32 near, high, %3; "                                   \
                         "@near ld.volatile.global.u" #WIDTH " %0, [there]; }"                                     \
                         : "=" C(value)                                                                            \
                         : "l"(found.there), "l"(found.probed), "n"((int)(ISTHMUS_DEVICE_NEAR_LIMIT >> 32))        \
                         : "memory");                                                                              \
    return value;                                                                                                  \
  }
ISTHMUS_DEVICE_PTX_GET(8, 32, "r")
ISTHMUS_DEVICE_PTX_GET(16, 32, "r")
ISTHMUS_DEVICE_PTX_GET(32, 32, "r")
ISTHMUS_DEVICE_PTX_GET(64, 64, "l")
#undef ISTHMUS_DEVICE_PTX_GET
ISTHMUS_DEVICE_INLINE uint64_t isthmus_device_near_get(struct isthmus_device_found found, int size) {
  return size == 1   ? isthmus_device_near_get8(found)
         : size == 2 ? isthmus_device_near_get16(found)
         : size == 4 ? isthmus_device_near_get32(found)
                     : isthmus_device_near_get64(found);
}
/* Whether it was near. The second comparison always holds. It makes this depend on the address, too: if only the load needed the
 * address, the assembler would compute it, and load, behind a branch. */
ISTHMUS_DEVICE_INLINE int isthmus_device_was_near(struct isthmus_device_found found) {
  return found.near && (int64_t)found.there >= 0;
}

/* The address for an atomic that fetches: the peer's word, or the spare one if it is not near. A select, because the assembler
 * makes a branch of a predicated atomic, and the atomic would wait for that. */
ISTHMUS_DEVICE_INLINE char *isthmus_device_near_or_spare(struct isthmus_device_found found) {
  char *there;
  __asm__("{ .reg .u32 low, high; .reg .pred near; mov.b64 {low, high}, %2; setp.lt.s32 near, high, %3; "
          "selp.b64 %0, %1, %4, near; }"
          : "=l"(there)
          : "l"(found.there), "l"(found.probed), "n"((int)(ISTHMUS_DEVICE_NEAR_LIMIT >> 32)), "l"(&isthmus_device_spare));
  return there;
}

/* 16 bytes at once, not from this multiprocessor's cache, which others do not keep up to date. */
ISTHMUS_DEVICE_INLINE struct isthmus_device_16 isthmus_device_load128(const void *p) {
  struct isthmus_device_16 value;
  __asm__ __volatile__("ld.relaxed.sys.v2.u64 {%0, %1}, [%2];" : "=l"(value.low), "=l"(value.high) : "l"(p) : "memory");
  return value;
}
/* Each half is seen as a whole. */
ISTHMUS_DEVICE_INLINE struct isthmus_device_16 isthmus_device_load_acquire128(const void *p) {
  struct isthmus_device_16 value;
  __asm__ __volatile__("ld.acquire.sys.v2.u64 {%0, %1}, [%2];" : "=l"(value.low), "=l"(value.high) : "l"(p) : "memory");
  return value;
}
ISTHMUS_DEVICE_INLINE void isthmus_device_store128(void *p, struct isthmus_device_16 value) {
  __asm__ __volatile__("st.v2.u64 [%0], {%1, %2};" ::"l"(p), "l"(value.low), "l"(value.high) : "memory");
}
/* The same to memory that others poll: each half is seen as a whole. */
ISTHMUS_DEVICE_INLINE void isthmus_device_publish128(void *p, struct isthmus_device_16 value) {
  __asm__ __volatile__("st.relaxed.sys.v2.u64 [%0], {%1, %2};" ::"l"(p), "l"(value.low), "l"(value.high) : "memory");
}

/* Orders this thread's accesses: for release and acquire, and for all. */
ISTHMUS_DEVICE_INLINE void isthmus_device_order(void) { __asm__ __volatile__("fence.acq_rel.sys;" ::: "memory"); }
ISTHMUS_DEVICE_INLINE void isthmus_device_order_all(void) { __asm__ __volatile__("fence.sc.sys;" ::: "memory"); }
ISTHMUS_DEVICE_INLINE void isthmus_device_pause(void) { __asm__ __volatile__("nanosleep.u32 100;" ::: "memory"); }
ISTHMUS_DEVICE_INLINE void isthmus_device_trap(void) { __asm__ __volatile__("trap;"); }

/* Nanoseconds since some moment. */
ISTHMUS_DEVICE_INLINE uint64_t isthmus_device_clock(void) {
  uint64_t time;
  __asm__ __volatile__("mov.u64 %0, %%globaltimer;" : "=l"(time));
  return time;
}

/* Whether memory of this thread or block alone holds p, which no other processor can access. */
ISTHMUS_DEVICE_INLINE int isthmus_device_is_private(const void *p) {
  uint32_t local, shared;
  __asm__("{ .reg .pred q; isspacep.local q, %1; selp.u32 %0, 1, 0, q; }" : "=r"(local) : "l"(p));
  __asm__("{ .reg .pred q; isspacep.shared q, %1; selp.u32 %0, 1, 0, q; }" : "=r"(shared) : "l"(p));
  return (local | shared) != 0;
}

#define ISTHMUS_DEVICE_REGISTER(name)                                  \
  ISTHMUS_DEVICE_INLINE uint32_t isthmus_device_##name(void) {         \
    uint32_t value;                                                    \
    __asm__("mov.u32 %0, %%" ISTHMUS_DEVICE_##name ";" : "=r"(value)); \
    return value;                                                      \
  }
#define ISTHMUS_DEVICE_tid_x "tid.x"
#define ISTHMUS_DEVICE_tid_y "tid.y"
#define ISTHMUS_DEVICE_tid_z "tid.z"
#define ISTHMUS_DEVICE_ntid_x "ntid.x"
#define ISTHMUS_DEVICE_ntid_y "ntid.y"
#define ISTHMUS_DEVICE_ntid_z "ntid.z"
#define ISTHMUS_DEVICE_laneid "laneid"
ISTHMUS_DEVICE_REGISTER(tid_x)
ISTHMUS_DEVICE_REGISTER(tid_y)
ISTHMUS_DEVICE_REGISTER(tid_z)
ISTHMUS_DEVICE_REGISTER(ntid_x)
ISTHMUS_DEVICE_REGISTER(ntid_y)
ISTHMUS_DEVICE_REGISTER(ntid_z)
ISTHMUS_DEVICE_REGISTER(laneid)
#undef ISTHMUS_DEVICE_REGISTER

ISTHMUS_DEVICE_INLINE uint32_t isthmus_device_block_rank(void) {
  return (isthmus_device_tid_z() * isthmus_device_ntid_y() + isthmus_device_tid_y()) * isthmus_device_ntid_x() +
         isthmus_device_tid_x();
}
ISTHMUS_DEVICE_INLINE uint32_t isthmus_device_block_size(void) {
  return isthmus_device_ntid_x() * isthmus_device_ntid_y() * isthmus_device_ntid_z();
}
#ifdef ISTHMUS_DEVICE_KERNELS
ISTHMUS_DEVICE_INLINE void isthmus_device_block_sync(void) { __syncthreads(); }
#else
ISTHMUS_DEVICE_INLINE void isthmus_device_block_sync(void) { __asm__ __volatile__("barrier.sync 0;" ::: "memory"); }
#endif
ISTHMUS_DEVICE_INLINE uint32_t isthmus_device_warp_rank(void) { return isthmus_device_laneid(); }
ISTHMUS_DEVICE_INLINE uint32_t isthmus_device_warp_size(void) { return 32; }
ISTHMUS_DEVICE_INLINE void isthmus_device_warp_sync(void) { __asm__ __volatile__("bar.warp.sync 0xffffffff;" ::: "memory"); }

#endif

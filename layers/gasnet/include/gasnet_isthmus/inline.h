/* Puts and gets of a few bytes, as many as the compiler knows, between ranks of the node: a load and a store in the client's
 * own code. All others are calls. A team begins with the address of a table, by rank, of the distances from a rank's
 * addresses to where they are mapped here; an odd one stands for all else. */
#ifndef ISTHMUS_GASNET_INLINE_H
#define ISTHMUS_GASNET_INLINE_H

#include <string.h>

#include "gasnet_isthmus/rma.h"

#define ISTHMUS_GASNET_MOST_INLINE 16
#define ISTHMUS_GASNET_ALWAYS __attribute__((__unused__, __always_inline__)) static __inline__

ISTHMUS_GASNET_ALWAYS intptr_t isthmus_gasnet_delta(gex_TM_t tm, gex_Rank_t rank, size_t nbytes) {
  if (!__builtin_constant_p(nbytes) || nbytes > ISTHMUS_GASNET_MOST_INLINE || ((uintptr_t)tm & 1)) return 1;
  return (*(const intptr_t *const *)tm)[rank];
}

/* A word is stored so that whoever sees it sees what was put before, and loaded so that later loads are not older: on some
 * processors that costs a tenth of a fence. Where the processor keeps the order of stores, and that of loads, a fence for them
 * is no instruction, and words need no test of their alignment. */
#ifdef PLATFORM_ARCH_X86_64
#define ISTHMUS_GASNET_KEEPS_ORDER 1
#else
#define ISTHMUS_GASNET_KEEPS_ORDER 0
#endif
typedef uint32_t __attribute__((__may_alias__)) isthmus_gasnet_u32;
typedef uint64_t __attribute__((__may_alias__)) isthmus_gasnet_u64;

ISTHMUS_GASNET_ALWAYS void isthmus_gasnet_store(char *to, const void *from, size_t nbytes) {
  if (!ISTHMUS_GASNET_KEEPS_ORDER && nbytes == 8 && !((uintptr_t)to & 7)) {
    uint64_t value;
    memcpy(&value, from, 8);
    __atomic_store_n((isthmus_gasnet_u64 *)to, value, __ATOMIC_RELEASE);
  } else if (!ISTHMUS_GASNET_KEEPS_ORDER && nbytes == 4 && !((uintptr_t)to & 3)) {
    uint32_t value;
    memcpy(&value, from, 4);
    __atomic_store_n((isthmus_gasnet_u32 *)to, value, __ATOMIC_RELEASE);
  } else {
    __atomic_thread_fence(__ATOMIC_RELEASE);
    memcpy(to, from, nbytes);
  }
}

ISTHMUS_GASNET_ALWAYS void isthmus_gasnet_load(void *to, const char *from, size_t nbytes) {
  if (!ISTHMUS_GASNET_KEEPS_ORDER && nbytes == 8 && !((uintptr_t)from & 7)) {
    const uint64_t value = __atomic_load_n((const isthmus_gasnet_u64 *)from, __ATOMIC_ACQUIRE);
    memcpy(to, &value, 8);
  } else if (!ISTHMUS_GASNET_KEEPS_ORDER && nbytes == 4 && !((uintptr_t)from & 3)) {
    const uint32_t value = __atomic_load_n((const isthmus_gasnet_u32 *)from, __ATOMIC_ACQUIRE);
    memcpy(to, &value, 4);
  } else {
    memcpy(to, from, nbytes);
    __atomic_thread_fence(__ATOMIC_ACQUIRE);
  }
}

ISTHMUS_GASNET_ALWAYS int isthmus_gasnet_put(gex_TM_t tm, gex_Rank_t rank, void *dest, const void *src, size_t nbytes,
                                             gex_Flags_t flags) {
  const intptr_t delta = isthmus_gasnet_delta(tm, rank, nbytes);
  if (delta & 1) return gex_RMA_PutBlocking(tm, rank, dest, src, nbytes, flags);
  isthmus_gasnet_store((char *)dest + delta, src, nbytes);
  return 0;
}

ISTHMUS_GASNET_ALWAYS int isthmus_gasnet_get(gex_TM_t tm, void *dest, gex_Rank_t rank, void *src, size_t nbytes,
                                             gex_Flags_t flags) {
  const intptr_t delta = isthmus_gasnet_delta(tm, rank, nbytes);
  if (delta & 1) return gex_RMA_GetBlocking(tm, dest, rank, src, nbytes, flags);
  isthmus_gasnet_load(dest, (char *)src + delta, nbytes);
  return 0;
}

ISTHMUS_GASNET_ALWAYS int isthmus_gasnet_put_nbi(gex_TM_t tm, gex_Rank_t rank, void *dest, const void *src, size_t nbytes,
                                                 gex_Event_t *lc_opt, gex_Flags_t flags) {
  const intptr_t delta = isthmus_gasnet_delta(tm, rank, nbytes);
  if (delta & 1) return gex_RMA_PutNBI(tm, rank, dest, src, nbytes, lc_opt, flags);
  isthmus_gasnet_store((char *)dest + delta, src, nbytes);
  return 0;
}

ISTHMUS_GASNET_ALWAYS int isthmus_gasnet_get_nbi(gex_TM_t tm, void *dest, gex_Rank_t rank, void *src, size_t nbytes,
                                                 gex_Flags_t flags) {
  const intptr_t delta = isthmus_gasnet_delta(tm, rank, nbytes);
  if (delta & 1) return gex_RMA_GetNBI(tm, dest, rank, src, nbytes, flags);
  memcpy(dest, (char *)src + delta, nbytes);
  return 0;
}

/* A name in parentheses is the function. */
#define gex_RMA_PutBlocking(tm, rank, dest, src, nbytes, flags) isthmus_gasnet_put(tm, rank, dest, src, nbytes, flags)
#define gex_RMA_GetBlocking(tm, dest, rank, src, nbytes, flags) isthmus_gasnet_get(tm, dest, rank, src, nbytes, flags)
#define gex_RMA_PutNBI(tm, rank, dest, src, nbytes, lc_opt, flags) \
  isthmus_gasnet_put_nbi(tm, rank, dest, src, nbytes, lc_opt, flags)
#define gex_RMA_GetNBI(tm, dest, rank, src, nbytes, flags) isthmus_gasnet_get_nbi(tm, dest, rank, src, nbytes, flags)

#endif

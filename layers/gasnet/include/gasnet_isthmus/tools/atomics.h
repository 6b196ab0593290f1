/* Atomic integers of 32 and 64 bits, with fences as flags. gasnett_atomic_t is one of 32 bits.
 *
 * gasnett_strongatomic* are atomic in every mode, also against signal handlers; gasnett_atomic* are the same with
 * GASNETT_THREAD_SAFE and plain operations with GASNETT_THREAD_SINGLE. The types may overlay any integer or floating-point
 * variable of their size. */
#ifndef ISTHMUS_GASNET_TOOLS_ATOMICS_H
#define ISTHMUS_GASNET_TOOLS_ATOMICS_H

#include "gasnet_isthmus/tools/memory_barriers.h"

GASNETT_BEGIN_EXTERNC

/* Flags: a read, write or full fence before or after the operation; those that end in IF_TRUE or IF_FALSE depend on the
 * result of compare_and_swap and decrement_and_test. */
#define GASNETT_ATOMIC_NONE 0
#define GASNETT_ATOMIC_RMB_PRE 0x01
#define GASNETT_ATOMIC_WMB_PRE 0x02
#define GASNETT_ATOMIC_MB_PRE (GASNETT_ATOMIC_RMB_PRE | GASNETT_ATOMIC_WMB_PRE)
#define GASNETT_ATOMIC_RMB_POST 0x04
#define GASNETT_ATOMIC_WMB_POST 0x08
#define GASNETT_ATOMIC_MB_POST (GASNETT_ATOMIC_RMB_POST | GASNETT_ATOMIC_WMB_POST)
#define GASNETT_ATOMIC_RMB_POST_IF_TRUE 0x10
#define GASNETT_ATOMIC_RMB_POST_IF_FALSE 0x20
#define GASNETT_ATOMIC_REL GASNETT_ATOMIC_WMB_PRE
#define GASNETT_ATOMIC_ACQ GASNETT_ATOMIC_RMB_POST
#define GASNETT_ATOMIC_ACQ_IF_TRUE GASNETT_ATOMIC_RMB_POST_IF_TRUE
#define GASNETT_ATOMIC_ACQ_IF_FALSE GASNETT_ATOMIC_RMB_POST_IF_FALSE

#define GASNETT_HAVE_ATOMIC_CAS 1
#define GASNETT_HAVE_ATOMIC_ADD_SUB 1
#define GASNETT_HAVE_STRONGATOMIC_CAS 1
#define GASNETT_HAVE_STRONGATOMIC_ADD_SUB 1

typedef struct {
  volatile uint32_t gasneti_value;
} GASNETI_MAY_ALIAS gasnett_atomic32_t;
typedef struct {
  volatile uint64_t gasneti_value;
} GASNETI_MAY_ALIAS gasnett_atomic64_t;

typedef gasnett_atomic32_t gasnett_strongatomic32_t;
typedef gasnett_atomic64_t gasnett_strongatomic64_t;
typedef gasnett_atomic32_t gasnett_atomic_t;
typedef gasnett_atomic32_t gasnett_strongatomic_t;
typedef uint32_t gasnett_atomic_val_t;
typedef uint32_t gasnett_strongatomic_val_t;
typedef int32_t gasnett_atomic_sval_t;
typedef int32_t gasnett_strongatomic_sval_t;

#define gasnett_atomic32_init(v) { (uint32_t)(v) }
#define gasnett_atomic64_init(v) { (uint64_t)(v) }
#define gasnett_strongatomic32_init(v) gasnett_atomic32_init(v)
#define gasnett_strongatomic64_init(v) gasnett_atomic64_init(v)
#define gasnett_atomic_init(v) gasnett_atomic32_init(v)
#define gasnett_strongatomic_init(v) gasnett_atomic32_init(v)

#define gasnett_atomic_signed(v) ((gasnett_atomic_sval_t)(v))
#define GASNETT_ATOMIC_MAX ((gasnett_atomic_val_t)0xFFFFFFFFU)
#define GASNETT_ATOMIC_SIGNED_MIN ((gasnett_atomic_sval_t)(-0x7FFFFFFF - 1))
#define GASNETT_ATOMIC_SIGNED_MAX ((gasnett_atomic_sval_t)0x7FFFFFFF)
#define gasnett_strongatomic_signed(v) gasnett_atomic_signed(v)
#define GASNETT_STRONGATOMIC_MAX GASNETT_ATOMIC_MAX
#define GASNETT_STRONGATOMIC_SIGNED_MIN GASNETT_ATOMIC_SIGNED_MIN
#define GASNETT_STRONGATOMIC_SIGNED_MAX GASNETT_ATOMIC_SIGNED_MAX

/* Flags are mostly constants, so that one of these branches remains. */
GASNETT_INLINE(gasneti_fence)
void gasneti_fence(int flags, int read, int write) {
  if (flags & write) gasnett_local_wmb();
  else if (flags & read) gasnett_local_rmb();
  else gasnett_compiler_fence();
}
GASNETT_INLINE(gasneti_fence_on)
void gasneti_fence_on(int result, int flags) {
  gasneti_fence(flags, GASNETT_ATOMIC_RMB_POST | (result ? GASNETT_ATOMIC_RMB_POST_IF_TRUE : GASNETT_ATOMIC_RMB_POST_IF_FALSE),
                GASNETT_ATOMIC_WMB_POST);
}

#include "gasnet_isthmus/tools/atomics_strong.h"

/* gasnett_atomic32_X and gasnett_atomic64_X. */
#ifdef GASNETT_THREAD_SINGLE
#include "gasnet_isthmus/tools/atomics_single.h"
#else
#define gasnett_atomic32_set gasnett_strongatomic32_set
#define gasnett_atomic32_read gasnett_strongatomic32_read
#define gasnett_atomic32_increment gasnett_strongatomic32_increment
#define gasnett_atomic32_decrement gasnett_strongatomic32_decrement
#define gasnett_atomic32_decrement_and_test gasnett_strongatomic32_decrement_and_test
#define gasnett_atomic32_add gasnett_strongatomic32_add
#define gasnett_atomic32_subtract gasnett_strongatomic32_subtract
#define gasnett_atomic32_compare_and_swap gasnett_strongatomic32_compare_and_swap
#define gasnett_atomic32_swap gasnett_strongatomic32_swap
#define gasnett_atomic64_set gasnett_strongatomic64_set
#define gasnett_atomic64_read gasnett_strongatomic64_read
#define gasnett_atomic64_increment gasnett_strongatomic64_increment
#define gasnett_atomic64_decrement gasnett_strongatomic64_decrement
#define gasnett_atomic64_decrement_and_test gasnett_strongatomic64_decrement_and_test
#define gasnett_atomic64_add gasnett_strongatomic64_add
#define gasnett_atomic64_subtract gasnett_strongatomic64_subtract
#define gasnett_atomic64_compare_and_swap gasnett_strongatomic64_compare_and_swap
#define gasnett_atomic64_swap gasnett_strongatomic64_swap
#endif

#define gasnett_atomic_set gasnett_atomic32_set
#define gasnett_atomic_read gasnett_atomic32_read
#define gasnett_atomic_increment gasnett_atomic32_increment
#define gasnett_atomic_decrement gasnett_atomic32_decrement
#define gasnett_atomic_decrement_and_test gasnett_atomic32_decrement_and_test
#define gasnett_atomic_add gasnett_atomic32_add
#define gasnett_atomic_subtract gasnett_atomic32_subtract
#define gasnett_atomic_compare_and_swap gasnett_atomic32_compare_and_swap
#define gasnett_atomic_swap gasnett_atomic32_swap
#define gasnett_strongatomic_set gasnett_strongatomic32_set
#define gasnett_strongatomic_read gasnett_strongatomic32_read
#define gasnett_strongatomic_increment gasnett_strongatomic32_increment
#define gasnett_strongatomic_decrement gasnett_strongatomic32_decrement
#define gasnett_strongatomic_decrement_and_test gasnett_strongatomic32_decrement_and_test
#define gasnett_strongatomic_add gasnett_strongatomic32_add
#define gasnett_strongatomic_subtract gasnett_strongatomic32_subtract
#define gasnett_strongatomic_compare_and_swap gasnett_strongatomic32_compare_and_swap
#define gasnett_strongatomic_swap gasnett_strongatomic32_swap

GASNETT_END_EXTERNC

#endif

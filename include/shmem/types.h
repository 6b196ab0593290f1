/* The type tables of OpenSHMEM 1.6, the only place that lists them: each row is X(name in function names, C type). The
 * prototypes, the generic interfaces and the library's definitions are made from these rows. A table is built from
 * smaller ones, so that a row is written once. */
#ifndef ISTHMUS_SHMEM_TYPES_H
#define ISTHMUS_SHMEM_TYPES_H

#include <stddef.h>
#include <stdint.h>

/* The complex types as the language at hand spells them; their layout is the same. */
#ifdef __cplusplus
#include <stdio.h> /* clang 22's for offloading must not be read first inside extern "C++" */
extern "C++" {
#include <complex>
}
#define ISTHMUS_COMPLEXD std::complex<double>
#define ISTHMUS_COMPLEXF std::complex<float>
#else
#define ISTHMUS_COMPLEXD double _Complex
#define ISTHMUS_COMPLEXF float _Complex
#endif

/* ---- Groups that the tables below are made of ---- */

#define ISTHMUS_REAL_TYPES(X) \
  X(float, float)             \
  X(double, double)

#define ISTHMUS_COMPLEX_TYPES(X) \
  X(complexd, ISTHMUS_COMPLEXD)  \
  X(complexf, ISTHMUS_COMPLEXF)

#define ISTHMUS_SIGNED_TYPES(X) \
  X(int, int)                   \
  X(long, long)                 \
  X(longlong, long long)

#define ISTHMUS_UNSIGNED_TYPES(X) \
  X(uint, unsigned int)           \
  X(ulong, unsigned long)         \
  X(ulonglong, unsigned long long)

#define ISTHMUS_SMALL_UNSIGNED_TYPES(X) \
  X(uchar, unsigned char)               \
  X(ushort, unsigned short)

#define ISTHMUS_EXACT_SIGNED_TYPES(X) \
  X(int32, int32_t)                   \
  X(int64, int64_t)

#define ISTHMUS_EXACT_TYPES(X)  \
  ISTHMUS_EXACT_SIGNED_TYPES(X) \
  X(uint32, uint32_t)           \
  X(uint64, uint64_t)

#define ISTHMUS_SMALL_EXACT_SIGNED_TYPES(X) \
  X(int8, int8_t)                           \
  X(int16, int16_t)

#define ISTHMUS_SMALL_EXACT_TYPES(X)  \
  ISTHMUS_SMALL_EXACT_SIGNED_TYPES(X) \
  X(uint8, uint8_t)                   \
  X(uint16, uint16_t)

/* The C types of at most 8 bytes that no other row has under a second name. Exact-width types, size_t and ptrdiff_t are
 * among these. */
#define ISTHMUS_DISTINCT_WORD_TYPES(X) \
  ISTHMUS_REAL_TYPES(X)                \
  X(char, char)                        \
  X(schar, signed char)                \
  X(short, short)                      \
  ISTHMUS_SIGNED_TYPES(X)              \
  ISTHMUS_SMALL_UNSIGNED_TYPES(X)      \
  ISTHMUS_UNSIGNED_TYPES(X)

/* With the type that devices do not have. Where clang compiles C for a GPU it refuses to name functions of it, even in a
 * generic that does not choose them. */
#if !defined(__cplusplus) && (defined(__NVPTX__) || defined(__AMDGCN__) || defined(__SPIRV__))
#define ISTHMUS_DISTINCT_TYPES(X) ISTHMUS_DISTINCT_WORD_TYPES(X)
#else
#define ISTHMUS_DISTINCT_TYPES(X) \
  ISTHMUS_DISTINCT_WORD_TYPES(X)  \
  X(longdouble, long double)
#endif

/* ---- Put, get and the team collectives that move data ---- */

/* Standard RMA types: 24. */
#define ISTHMUS_RMA_TYPES(X) \
  ISTHMUS_RMA_WORD_TYPES(X)  \
  X(longdouble, long double)

/* Those of at most 8 bytes, which devices have, too: 23. */
#define ISTHMUS_RMA_WORD_TYPES(X) \
  ISTHMUS_DISTINCT_WORD_TYPES(X)  \
  ISTHMUS_SMALL_EXACT_TYPES(X)    \
  ISTHMUS_EXACT_TYPES(X)          \
  X(size, size_t)                 \
  X(ptrdiff, ptrdiff_t)

/* Sizes of the untyped forms in bits, and what one element measures in bytes. */
#define ISTHMUS_SIZES(X) \
  X(8, 1)                \
  X(16, 2)               \
  X(32, 4)               \
  X(64, 8)               \
  X(128, 16)

/* Sizes of the active-set collectives. */
#define ISTHMUS_ACTIVE_SET_SIZES(X) \
  X(32, 4)                          \
  X(64, 8)

/* ---- Atomics and point-to-point synchronisation ---- */

/* Standard AMO types, which are the types of point-to-point synchronisation too: 12. */
#define ISTHMUS_SYNC_TYPES(X) \
  ISTHMUS_SIGNED_TYPES(X)     \
  ISTHMUS_UNSIGNED_TYPES(X)   \
  ISTHMUS_EXACT_TYPES(X)      \
  X(size, size_t)             \
  X(ptrdiff, ptrdiff_t)

/* Deprecated since 1.5: wait_until and test alone have them. */
#define ISTHMUS_SHORT_SYNC_TYPES(X) \
  X(short, short)                   \
  X(ushort, unsigned short)

/* fetch, set, swap: 14. */
#define ISTHMUS_AMO_EXTENDED_TYPES(X) \
  ISTHMUS_REAL_TYPES(X)               \
  ISTHMUS_SYNC_TYPES(X)

/* and, or, xor: 7. */
#define ISTHMUS_AMO_BITWISE_TYPES(X) \
  ISTHMUS_UNSIGNED_TYPES(X)          \
  ISTHMUS_EXACT_TYPES(X)

/* Deprecated since 1.4: the atomics of before (fadd, cswap, ..), and of these fetch, set, swap. */
#define ISTHMUS_AMO_OLD_TYPES(X) ISTHMUS_SIGNED_TYPES(X)
#define ISTHMUS_AMO_OLD_EXTENDED_TYPES(X) \
  ISTHMUS_REAL_TYPES(X)                   \
  ISTHMUS_AMO_OLD_TYPES(X)

/* Deprecated since 1.4: shmem_<name>_wait. */
#define ISTHMUS_WAIT_OLD_TYPES(X) \
  X(short, short)                 \
  ISTHMUS_SIGNED_TYPES(X)

/* ---- Reductions and scans ---- */

/* and, or, xor: 14. */
#define ISTHMUS_REDUCE_BITWISE_TYPES(X) \
  ISTHMUS_SMALL_UNSIGNED_TYPES(X)       \
  ISTHMUS_UNSIGNED_TYPES(X)             \
  ISTHMUS_SMALL_EXACT_TYPES(X)          \
  ISTHMUS_EXACT_TYPES(X)                \
  X(size, size_t)

/* max, min: 24. */
#define ISTHMUS_REDUCE_COMPARE_TYPES(X) ISTHMUS_RMA_TYPES(X)

/* sum, prod and the scans: 26. */
#define ISTHMUS_REDUCE_ARITHMETIC_TYPES(X) \
  ISTHMUS_REDUCE_COMPARE_TYPES(X)          \
  ISTHMUS_COMPLEX_TYPES(X)

/* Deprecated since 1.5: the same for active sets, 4, 7 and 9. */
#define ISTHMUS_TO_ALL_BITWISE_TYPES(X) ISTHMUS_WAIT_OLD_TYPES(X)

#define ISTHMUS_TO_ALL_COMPARE_TYPES(X) \
  ISTHMUS_TO_ALL_BITWISE_TYPES(X)       \
  ISTHMUS_REAL_TYPES(X)                 \
  X(longdouble, long double)

#define ISTHMUS_TO_ALL_ARITHMETIC_TYPES(X) \
  ISTHMUS_TO_ALL_COMPARE_TYPES(X)          \
  ISTHMUS_COMPLEX_TYPES(X)

/* ---- Generics ----
 * Each C type once, with the function it selects. ISTHMUS_DISTINCT_TYPES is the table of the RMA types and of max and
 * min, the AMO_OLD tables serve as they are; the rest follow. Where only exact-width names exist for a signed type
 * (bitwise operations), they carry it: int calls int32, long calls int64, and long long has none. */

#define ISTHMUS_DISTINCT_SYNC_TYPES(X) \
  ISTHMUS_SIGNED_TYPES(X)              \
  ISTHMUS_UNSIGNED_TYPES(X)

/* wait_until and test of one variable. */
#define ISTHMUS_DISTINCT_ONE_TYPES(X) \
  ISTHMUS_DISTINCT_SYNC_TYPES(X)      \
  ISTHMUS_SHORT_SYNC_TYPES(X)

#define ISTHMUS_DISTINCT_AMO_EXTENDED_TYPES(X) \
  ISTHMUS_REAL_TYPES(X)                        \
  ISTHMUS_DISTINCT_SYNC_TYPES(X)

#define ISTHMUS_DISTINCT_AMO_BITWISE_TYPES(X) \
  ISTHMUS_UNSIGNED_TYPES(X)                   \
  ISTHMUS_EXACT_SIGNED_TYPES(X)

#define ISTHMUS_DISTINCT_REDUCE_BITWISE_TYPES(X) \
  ISTHMUS_SMALL_UNSIGNED_TYPES(X)                \
  ISTHMUS_SMALL_EXACT_SIGNED_TYPES(X)            \
  ISTHMUS_DISTINCT_AMO_BITWISE_TYPES(X)

#define ISTHMUS_DISTINCT_ARITHMETIC_TYPES(X) \
  ISTHMUS_DISTINCT_TYPES(X)                  \
  ISTHMUS_COMPLEX_TYPES(X)

#endif

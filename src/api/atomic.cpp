// Atomic memory operations.
#include "ops/atomic.hpp"

#include "api/stamp.hpp"

using namespace isthmus;

#define FETCHING(NAME, TYPE, OP)                                                               \
  ON_CONTEXT(TYPE, NAME, (TYPE * dest, TYPE value, int pe),                                    \
             return ops::atomic<ops::OP>(context, call, dest, pe, value);)                     \
  ON_CONTEXT(void, NAME##_nbi, (TYPE * fetch, TYPE * dest, TYPE value, int pe),                \
             ops::atomic_nbi<ops::OP>(context, call, fetch, dest, pe, value);)
#define PLAIN(NAME, TYPE, OP)                                                                  \
  ON_CONTEXT(void, NAME, (TYPE * dest, TYPE value, int pe),                                    \
             ops::atomic<ops::OP>(context, call, dest, pe, value);)

#define STANDARD(NAME, TYPE)                                                                   \
  ON_CONTEXT(TYPE, NAME##_atomic_compare_swap, (TYPE * dest, TYPE cond, TYPE value, int pe),   \
             return ops::atomic<ops::CompareSwap>(context, call, dest, pe, cond, value);)      \
  ON_CONTEXT(void, NAME##_atomic_compare_swap_nbi,                                             \
             (TYPE * fetch, TYPE * dest, TYPE cond, TYPE value, int pe),                       \
             ops::atomic_nbi<ops::CompareSwap>(context, call, fetch, dest, pe, cond, value);)    \
  PLAIN(NAME##_atomic_add, TYPE, Add)                                                          \
  FETCHING(NAME##_atomic_fetch_add, TYPE, FetchAdd)                                            \
  ON_CONTEXT(void, NAME##_atomic_inc, (TYPE * dest, int pe),                                   \
             ops::atomic<ops::Add>(context, call, dest, pe, static_cast<TYPE>(1));)                         \
  ON_CONTEXT(TYPE, NAME##_atomic_fetch_inc, (TYPE * dest, int pe),                             \
             return ops::atomic<ops::FetchAdd>(context, call, dest, pe, static_cast<TYPE>(1));)             \
  ON_CONTEXT(void, NAME##_atomic_fetch_inc_nbi, (TYPE * fetch, TYPE * dest, int pe),           \
             ops::atomic_nbi<ops::FetchAdd>(context, call, fetch, dest, pe, static_cast<TYPE>(1));)
ISTHMUS_SYNC_TYPES(STANDARD)

#define EXTENDED(NAME, TYPE)                                                                   \
  ON_CONTEXT(TYPE, NAME##_atomic_fetch, (const TYPE* source, int pe),                          \
             return ops::atomic<ops::Fetch>(context, call, source, pe);)                       \
  ON_CONTEXT(void, NAME##_atomic_fetch_nbi, (TYPE * fetch, const TYPE* source, int pe),        \
             ops::atomic_nbi<ops::Fetch>(context, call, fetch, source, pe);)                     \
  PLAIN(NAME##_atomic_set, TYPE, Set)                                                          \
  FETCHING(NAME##_atomic_swap, TYPE, Swap)
ISTHMUS_AMO_EXTENDED_TYPES(EXTENDED)

#define BITWISE(NAME, TYPE)                                                                    \
  PLAIN(NAME##_atomic_and, TYPE, And)                                                          \
  FETCHING(NAME##_atomic_fetch_and, TYPE, FetchAnd)                                            \
  PLAIN(NAME##_atomic_or, TYPE, Or)                                                            \
  FETCHING(NAME##_atomic_fetch_or, TYPE, FetchOr)                                              \
  PLAIN(NAME##_atomic_xor, TYPE, Xor)                                                          \
  FETCHING(NAME##_atomic_fetch_xor, TYPE, FetchXor)
ISTHMUS_AMO_BITWISE_TYPES(BITWISE)

// The names from before OpenSHMEM 1.4, deprecated: they have no context and no non-blocking form.
#define OLD(RESULT, NAME, PARAMETERS, OP, ...) \
  API(RESULT, NAME, PARAMETERS) { return ops::atomic<ops::OP>(runtime::world.context, #NAME, __VA_ARGS__); }

#define OLD_STANDARD(NAME, TYPE)                                                                                   \
  OLD(TYPE, shmem_##NAME##_cswap, (TYPE * dest, TYPE cond, TYPE value, int pe), CompareSwap, dest, pe, cond, value) \
  OLD(void, shmem_##NAME##_add, (TYPE * dest, TYPE value, int pe), Add, dest, pe, value)                           \
  OLD(TYPE, shmem_##NAME##_fadd, (TYPE * dest, TYPE value, int pe), FetchAdd, dest, pe, value)                     \
  OLD(void, shmem_##NAME##_inc, (TYPE * dest, int pe), Add, dest, pe, static_cast<TYPE>(1))                                     \
  OLD(TYPE, shmem_##NAME##_finc, (TYPE * dest, int pe), FetchAdd, dest, pe, static_cast<TYPE>(1))
ISTHMUS_AMO_OLD_TYPES(OLD_STANDARD)

#define OLD_EXTENDED(NAME, TYPE)                                                          \
  OLD(TYPE, shmem_##NAME##_fetch, (const TYPE* source, int pe), Fetch, source, pe)        \
  OLD(void, shmem_##NAME##_set, (TYPE * dest, TYPE value, int pe), Set, dest, pe, value)  \
  OLD(TYPE, shmem_##NAME##_swap, (TYPE * dest, TYPE value, int pe), Swap, dest, pe, value)
ISTHMUS_AMO_OLD_EXTENDED_TYPES(OLD_EXTENDED)

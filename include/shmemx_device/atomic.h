/* Atomics: relaxed, of system scope, on words that are mapped; by the proxy on others. */
#ifndef ISTHMUS_DEVICE_ATOMIC_H
#define ISTHMUS_DEVICE_ATOMIC_H

/* Performs `op` on a mapped word; a constant `op` leaves one instruction of this. Without `fetches` the result is 0. */
#define ISTHMUS_DEVICE_APPLY(BITS)                                                                                        \
  ISTHMUS_DEVICE_INLINE uint64_t isthmus_device_apply##BITS(char *there, int op, int fetches, uint##BITS##_t value,       \
                                                            uint##BITS##_t cond) {                                        \
    if (op == isthmus_device_fetch) return isthmus_device_load##BITS(there);                                              \
    if (op == isthmus_device_swap) return isthmus_device_fetch_swap##BITS(there, value);                                  \
    if (op == isthmus_device_cswap) return isthmus_device_cswap##BITS(there, cond, value);                                \
    if (op == isthmus_device_set) return isthmus_device_store##BITS(there, value), 0;                                     \
    if (op == isthmus_device_add && fetches) return isthmus_device_fetch_add##BITS(there, value);                         \
    if (op == isthmus_device_and && fetches) return isthmus_device_fetch_and##BITS(there, value);                         \
    if (op == isthmus_device_or && fetches) return isthmus_device_fetch_or##BITS(there, value);                           \
    if (op == isthmus_device_xor && fetches) return isthmus_device_fetch_xor##BITS(there, value);                         \
    if (op == isthmus_device_add) isthmus_device_add##BITS(there, value);                                                 \
    if (op == isthmus_device_and) isthmus_device_and##BITS(there, value);                                                 \
    if (op == isthmus_device_or) isthmus_device_or##BITS(there, value);                                                   \
    if (op == isthmus_device_xor) isthmus_device_xor##BITS(there, value);                                                 \
    return 0;                                                                                                             \
  }
ISTHMUS_DEVICE_APPLY(32)
ISTHMUS_DEVICE_APPLY(64)
#undef ISTHMUS_DEVICE_APPLY

ISTHMUS_DEVICE_INLINE uint64_t isthmus_device_apply(char *there, int op, int fetches, int size, uint64_t value,
                                                    uint64_t cond) {
  return size == 4 ? isthmus_device_apply32(there, op, fetches, (uint32_t)value, (uint32_t)cond)
                   : isthmus_device_apply64(there, op, fetches, value, cond);
}

ISTHMUS_DEVICE_FAR uint64_t isthmus_device_atomic_far(const char *call, int op, int fetches, int size, const void *dest,
                                                      uint64_t value, uint64_t cond, int pe) {
  char *there = op == isthmus_device_fetch ? isthmus_device_reach(call, dest, (uint64_t)size, pe)
                                           : isthmus_device_reach_word(call, dest, (uint64_t)size, pe);
  if (there) return isthmus_device_apply(there, op, fetches, size, value, cond);
  struct isthmus_device_request request = {(uint64_t)dest, 0, 1, value, (uint64_t)op, cond, pe, isthmus_device_atomic,
                                           (uint8_t)size, (uint8_t)(fetches ? ISTHMUS_DEVICE_ANSWER : 0), 0};
  const uint64_t old = isthmus_device_ask(&isthmus_device_state.ring, request, 0);
  if (!fetches) isthmus_device_settle();
  return old;
}

ISTHMUS_DEVICE_INLINE uint64_t isthmus_device_amo(const char *call, int op, int fetches, int size, const void *dest,
                                                  uint64_t value, uint64_t cond, int pe) {
  if (fetches) { /* the atomic is issued before the branch, on the spare word if the peer's is not mapped */
    const struct isthmus_device_found found = isthmus_device_find_for_load(dest, pe);
    const uint64_t old = isthmus_device_apply(isthmus_device_near_or_spare(found), op, fetches, size, value, cond);
    if (ISTHMUS_DEVICE_LIKELY(isthmus_device_was_near(found))) return old;
  } else {
    const struct isthmus_device_found found = isthmus_device_find_near(dest, pe);
    if (ISTHMUS_DEVICE_LIKELY(found.near)) return isthmus_device_apply(found.there, op, fetches, size, value, cond);
  }
  return isthmus_device_atomic_far(call, op, fetches, size, dest, value, cond, pe);
}

#define ISTHMUS_DEVICE_RESULT(TYPE, ...)       \
  const uint64_t old = __VA_ARGS__;            \
  ISTHMUS_DEVICE_VALUE_OF(TYPE, result, old)

/* The forms of one operation: changes, fetches, and fetches to *fetch, where it may be found after quiet or, as here,
 * at once. `parameters` and `prepare` give value_bits and cond_bits. */
#define ISTHMUS_DEVICE_CHANGES(NAME, TYPE, word, op, prepare, ...)                                              \
  ISTHMUS_DEVICE_BOTH(void, NAME##_atomic_##word, (TYPE *dest __VA_ARGS__, int pe),                             \
    prepare(TYPE) isthmus_device_amo(call, isthmus_device_##op, 0, sizeof(TYPE), dest, value_bits, 0, pe);)
#define ISTHMUS_DEVICE_FETCHES(NAME, TYPE, word, op, CONST, prepare, ...)                                       \
  ISTHMUS_DEVICE_BOTH(TYPE, NAME##_atomic_##word, (CONST TYPE *dest __VA_ARGS__, int pe),                       \
    prepare(TYPE) ISTHMUS_DEVICE_RESULT(TYPE, isthmus_device_amo(call, isthmus_device_##op, 1, sizeof(TYPE), dest,    \
                                                           value_bits, cond_bits, pe)) return result.value;)          \
  ISTHMUS_DEVICE_BOTH(void, NAME##_atomic_##word##_nbi, (TYPE *fetch, CONST TYPE *dest __VA_ARGS__, int pe),    \
    prepare(TYPE) ISTHMUS_DEVICE_RESULT(TYPE, isthmus_device_amo(call, isthmus_device_##op, 1, sizeof(TYPE), dest,    \
                                                           value_bits, cond_bits, pe)) *fetch = result.value;)
#define ISTHMUS_DEVICE_VALUE(TYPE)                 \
  ISTHMUS_DEVICE_BITS(TYPE, given, value)          \
  const uint64_t value_bits = given.bits;          \
  const uint64_t cond_bits = 0;                    \
  (void)cond_bits;
#define ISTHMUS_DEVICE_VALUE_COND(TYPE)            \
  ISTHMUS_DEVICE_BITS(TYPE, given, value)          \
  ISTHMUS_DEVICE_BITS(TYPE, expected, cond)        \
  const uint64_t value_bits = given.bits;          \
  const uint64_t cond_bits = expected.bits;
#define ISTHMUS_DEVICE_ONE(TYPE)                   \
  const uint64_t value_bits = 1;                   \
  const uint64_t cond_bits = 0;                    \
  (void)cond_bits;
#define ISTHMUS_DEVICE_NONE(TYPE)                  \
  const uint64_t value_bits = 0;                   \
  const uint64_t cond_bits = 0;

#define ISTHMUS_DEVICE_STANDARD(NAME, TYPE)                                                                     \
  ISTHMUS_DEVICE_FETCHES(NAME, TYPE, compare_swap, cswap, , ISTHMUS_DEVICE_VALUE_COND, , TYPE cond, TYPE value) \
  ISTHMUS_DEVICE_CHANGES(NAME, TYPE, add, add, ISTHMUS_DEVICE_VALUE, , TYPE value)                              \
  ISTHMUS_DEVICE_FETCHES(NAME, TYPE, fetch_add, add, , ISTHMUS_DEVICE_VALUE, , TYPE value)                      \
  ISTHMUS_DEVICE_CHANGES(NAME, TYPE, inc, add, ISTHMUS_DEVICE_ONE)                                              \
  ISTHMUS_DEVICE_FETCHES(NAME, TYPE, fetch_inc, add, , ISTHMUS_DEVICE_ONE)
ISTHMUS_SYNC_TYPES(ISTHMUS_DEVICE_STANDARD)
#undef ISTHMUS_DEVICE_STANDARD

#define ISTHMUS_DEVICE_EXTENDED(NAME, TYPE)                                                                     \
  ISTHMUS_DEVICE_FETCHES(NAME, TYPE, fetch, fetch, const, ISTHMUS_DEVICE_NONE)                                  \
  ISTHMUS_DEVICE_CHANGES(NAME, TYPE, set, set, ISTHMUS_DEVICE_VALUE, , TYPE value)                              \
  ISTHMUS_DEVICE_FETCHES(NAME, TYPE, swap, swap, , ISTHMUS_DEVICE_VALUE, , TYPE value)
ISTHMUS_AMO_EXTENDED_TYPES(ISTHMUS_DEVICE_EXTENDED)
#undef ISTHMUS_DEVICE_EXTENDED

#define ISTHMUS_DEVICE_BITWISE(NAME, TYPE)                                                                      \
  ISTHMUS_DEVICE_CHANGES(NAME, TYPE, and, and, ISTHMUS_DEVICE_VALUE, , TYPE value)                              \
  ISTHMUS_DEVICE_FETCHES(NAME, TYPE, fetch_and, and, , ISTHMUS_DEVICE_VALUE, , TYPE value)                      \
  ISTHMUS_DEVICE_CHANGES(NAME, TYPE, or, or, ISTHMUS_DEVICE_VALUE, , TYPE value)                                \
  ISTHMUS_DEVICE_FETCHES(NAME, TYPE, fetch_or, or, , ISTHMUS_DEVICE_VALUE, , TYPE value)                        \
  ISTHMUS_DEVICE_CHANGES(NAME, TYPE, xor, xor, ISTHMUS_DEVICE_VALUE, , TYPE value)                              \
  ISTHMUS_DEVICE_FETCHES(NAME, TYPE, fetch_xor, xor, , ISTHMUS_DEVICE_VALUE, , TYPE value)
ISTHMUS_AMO_BITWISE_TYPES(ISTHMUS_DEVICE_BITWISE)
#undef ISTHMUS_DEVICE_BITWISE
#undef ISTHMUS_DEVICE_CHANGES
#undef ISTHMUS_DEVICE_FETCHES

#endif

/* gasnett_atomic32_X and gasnett_atomic64_X where no other thread looks: plain operations, in which flags have no meaning.
 * Included by atomics.h alone. */
#define GASNETI_SINGLE_OPERATIONS(bits)                                                                       \
  GASNETT_INLINE(gasnett_atomic##bits##_set)                                                                  \
  void gasnett_atomic##bits##_set(gasnett_atomic##bits##_t *p, uint##bits##_t v, int flags) {                 \
    (void)flags;                                                                                              \
    p->gasneti_value = v;                                                                                     \
  }                                                                                                           \
  GASNETT_INLINE(gasnett_atomic##bits##_read)                                                                 \
  uint##bits##_t gasnett_atomic##bits##_read(gasnett_atomic##bits##_t *p, int flags) {                        \
    (void)flags;                                                                                              \
    return p->gasneti_value;                                                                                  \
  }                                                                                                           \
  GASNETT_INLINE(gasnett_atomic##bits##_add)                                                                  \
  uint##bits##_t gasnett_atomic##bits##_add(gasnett_atomic##bits##_t *p, uint##bits##_t v, int flags) {       \
    const uint##bits##_t result = p->gasneti_value + v;                                                       \
    (void)flags;                                                                                              \
    p->gasneti_value = result;                                                                                \
    return result;                                                                                            \
  }                                                                                                           \
  GASNETT_INLINE(gasnett_atomic##bits##_subtract)                                                             \
  uint##bits##_t gasnett_atomic##bits##_subtract(gasnett_atomic##bits##_t *p, uint##bits##_t v, int flags) {  \
    return gasnett_atomic##bits##_add(p, (uint##bits##_t)0 - v, flags);                                       \
  }                                                                                                           \
  GASNETT_INLINE(gasnett_atomic##bits##_increment)                                                            \
  void gasnett_atomic##bits##_increment(gasnett_atomic##bits##_t *p, int flags) {                             \
    (void)gasnett_atomic##bits##_add(p, 1, flags);                                                            \
  }                                                                                                           \
  GASNETT_INLINE(gasnett_atomic##bits##_decrement)                                                            \
  void gasnett_atomic##bits##_decrement(gasnett_atomic##bits##_t *p, int flags) {                             \
    (void)gasnett_atomic##bits##_subtract(p, 1, flags);                                                       \
  }                                                                                                           \
  GASNETT_INLINE(gasnett_atomic##bits##_decrement_and_test)                                                   \
  int gasnett_atomic##bits##_decrement_and_test(gasnett_atomic##bits##_t *p, int flags) {                     \
    return gasnett_atomic##bits##_subtract(p, 1, flags) == 0;                                                 \
  }                                                                                                           \
  GASNETT_INLINE(gasnett_atomic##bits##_swap)                                                                 \
  uint##bits##_t gasnett_atomic##bits##_swap(gasnett_atomic##bits##_t *p, uint##bits##_t v, int flags) {      \
    const uint##bits##_t result = p->gasneti_value;                                                           \
    (void)flags;                                                                                              \
    p->gasneti_value = v;                                                                                     \
    return result;                                                                                            \
  }                                                                                                           \
  GASNETT_INLINE(gasnett_atomic##bits##_compare_and_swap)                                                     \
  int gasnett_atomic##bits##_compare_and_swap(gasnett_atomic##bits##_t *p, uint##bits##_t oldval,             \
                                              uint##bits##_t newval, int flags) {                             \
    (void)flags;                                                                                              \
    if (p->gasneti_value != oldval) return 0;                                                                 \
    p->gasneti_value = newval;                                                                                \
    return 1;                                                                                                 \
  }

GASNETI_SINGLE_OPERATIONS(32)
GASNETI_SINGLE_OPERATIONS(64)
#undef GASNETI_SINGLE_OPERATIONS

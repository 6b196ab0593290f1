/* gasnett_strongatomic32_X and gasnett_strongatomic64_X. Included by atomics.h alone.
 *
 * The fences do what the flags ask for. The orders of the operations say the same to gcc's thread sanitizer, which does
 * not follow fences. */
#define GASNETI_RELEASE(flags) ((flags) & GASNETT_ATOMIC_MB_PRE ? __ATOMIC_RELEASE : __ATOMIC_RELAXED)
#define GASNETI_ON_FAILURE (GASNETT_ATOMIC_MB_POST | GASNETT_ATOMIC_RMB_POST_IF_FALSE)
#define GASNETI_ACQUIRE(flags, post) ((flags) & (post) ? __ATOMIC_ACQUIRE : __ATOMIC_RELAXED)
#define GASNETI_UPDATE(flags) ((flags) ? __ATOMIC_ACQ_REL : __ATOMIC_RELAXED)
#define GASNETI_STRONG_OPERATIONS(bits)                                                                              \
  GASNETT_INLINE(gasnett_strongatomic##bits##_set)                                                                   \
  void gasnett_strongatomic##bits##_set(gasnett_atomic##bits##_t *p, uint##bits##_t v, int flags) {                  \
    gasneti_fence(flags, GASNETT_ATOMIC_RMB_PRE, GASNETT_ATOMIC_WMB_PRE);                                            \
    __atomic_store_n(&p->gasneti_value, v, GASNETI_RELEASE(flags));                                                  \
    gasneti_fence(flags, GASNETT_ATOMIC_RMB_POST, GASNETT_ATOMIC_WMB_POST);                                          \
  }                                                                                                                  \
  GASNETT_INLINE(gasnett_strongatomic##bits##_read)                                                                  \
  uint##bits##_t gasnett_strongatomic##bits##_read(gasnett_atomic##bits##_t *p, int flags) {                         \
    uint##bits##_t result;                                                                                           \
    gasneti_fence(flags, GASNETT_ATOMIC_RMB_PRE, GASNETT_ATOMIC_WMB_PRE);                                            \
    result = __atomic_load_n(&p->gasneti_value, GASNETI_ACQUIRE(flags, GASNETT_ATOMIC_MB_POST));                     \
    gasneti_fence(flags, GASNETT_ATOMIC_RMB_POST, GASNETT_ATOMIC_WMB_POST);                                          \
    return result;                                                                                                   \
  }                                                                                                                  \
  GASNETT_INLINE(gasnett_strongatomic##bits##_add)                                                                   \
  uint##bits##_t gasnett_strongatomic##bits##_add(gasnett_atomic##bits##_t *p, uint##bits##_t v, int flags) {        \
    uint##bits##_t result;                                                                                           \
    gasneti_fence(flags, GASNETT_ATOMIC_RMB_PRE, GASNETT_ATOMIC_WMB_PRE);                                            \
    result = __atomic_add_fetch(&p->gasneti_value, v, GASNETI_UPDATE(flags));                                        \
    gasneti_fence(flags, GASNETT_ATOMIC_RMB_POST, GASNETT_ATOMIC_WMB_POST);                                          \
    return result;                                                                                                   \
  }                                                                                                                  \
  GASNETT_INLINE(gasnett_strongatomic##bits##_subtract)                                                              \
  uint##bits##_t gasnett_strongatomic##bits##_subtract(gasnett_atomic##bits##_t *p, uint##bits##_t v, int flags) {   \
    return gasnett_strongatomic##bits##_add(p, (uint##bits##_t)0 - v, flags);                                        \
  }                                                                                                                  \
  GASNETT_INLINE(gasnett_strongatomic##bits##_increment)                                                             \
  void gasnett_strongatomic##bits##_increment(gasnett_atomic##bits##_t *p, int flags) {                              \
    (void)gasnett_strongatomic##bits##_add(p, 1, flags);                                                             \
  }                                                                                                                  \
  GASNETT_INLINE(gasnett_strongatomic##bits##_decrement)                                                             \
  void gasnett_strongatomic##bits##_decrement(gasnett_atomic##bits##_t *p, int flags) {                              \
    (void)gasnett_strongatomic##bits##_subtract(p, 1, flags);                                                        \
  }                                                                                                                  \
  GASNETT_INLINE(gasnett_strongatomic##bits##_decrement_and_test)                                                    \
  int gasnett_strongatomic##bits##_decrement_and_test(gasnett_atomic##bits##_t *p, int flags) {                      \
    int result;                                                                                                      \
    gasneti_fence(flags, GASNETT_ATOMIC_RMB_PRE, GASNETT_ATOMIC_WMB_PRE);                                            \
    result = __atomic_sub_fetch(&p->gasneti_value, 1, GASNETI_UPDATE(flags)) == 0;                                   \
    gasneti_fence_on(result, flags);                                                                                 \
    return result;                                                                                                   \
  }                                                                                                                  \
  GASNETT_INLINE(gasnett_strongatomic##bits##_swap)                                                                  \
  uint##bits##_t gasnett_strongatomic##bits##_swap(gasnett_atomic##bits##_t *p, uint##bits##_t v, int flags) {       \
    uint##bits##_t result;                                                                                           \
    gasneti_fence(flags, GASNETT_ATOMIC_RMB_PRE, GASNETT_ATOMIC_WMB_PRE);                                            \
    result = __atomic_exchange_n(&p->gasneti_value, v, GASNETI_UPDATE(flags));                                       \
    gasneti_fence(flags, GASNETT_ATOMIC_RMB_POST, GASNETT_ATOMIC_WMB_POST);                                          \
    return result;                                                                                                   \
  }                                                                                                                  \
  GASNETT_INLINE(gasnett_strongatomic##bits##_compare_and_swap)                                                      \
  int gasnett_strongatomic##bits##_compare_and_swap(gasnett_atomic##bits##_t *p, uint##bits##_t oldval,              \
                                                    uint##bits##_t newval, int flags) {                              \
    int result;                                                                                                      \
    gasneti_fence(flags, GASNETT_ATOMIC_RMB_PRE, GASNETT_ATOMIC_WMB_PRE);                                            \
    result = __atomic_compare_exchange_n(&p->gasneti_value, &oldval, newval, 0, GASNETI_UPDATE(flags),               \
                                         GASNETI_ACQUIRE(flags, GASNETI_ON_FAILURE));                                \
    gasneti_fence_on(result, flags);                                                                                 \
    return result;                                                                                                   \
  }

GASNETI_STRONG_OPERATIONS(32)
GASNETI_STRONG_OPERATIONS(64)
#undef GASNETI_STRONG_OPERATIONS

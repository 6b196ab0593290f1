/* Point-to-point synchronisation. Every load that ends a wait is an acquire. */
#ifndef ISTHMUS_DEVICE_WAIT_H
#define ISTHMUS_DEVICE_WAIT_H

/* Ends the job if the device cannot load the variable, which is then in the host's memory. */
ISTHMUS_DEVICE_FAR void isthmus_device_check_readable(const char *call, const void *p) {
  if (isthmus_device_state.version != ISTHMUS_DEVICE_VERSION) isthmus_device_fail(call, 0, p, 0, 0);
  const struct isthmus_device_segment *segment = isthmus_device_find_segment(p);
  if (segment && !segment->mapped[isthmus_device_state.me]) isthmus_device_fail(call, isthmus_device_unreadable, p, 0, 0);
}
ISTHMUS_DEVICE_INLINE void isthmus_device_readable(const char *call, const void *p) {
  if (!(isthmus_device_constant(&isthmus_device_state.flags) & ISTHMUS_DEVICE_READS_HOST) &&
      !isthmus_device_find_near(p, (int)isthmus_device_constant(&isthmus_device_state.my_row)).near)
    isthmus_device_check_readable(call, p);
}

ISTHMUS_DEVICE_INLINE uint64_t isthmus_device_load_bits(const void *p, int size) {
  return size == 2 ? isthmus_device_load_acquire16(p)
                   : size == 4 ? isthmus_device_load_acquire32(p) : isthmus_device_load_acquire64(p);
}

/* Where the next search for one of n variables starts: at another one each time, so that a variable whose condition always
 * holds does not hide the others for ever. */
ISTHMUS_DEVICE_FN uint64_t isthmus_device_start(uint64_t n) {
#if defined(ISTHMUS_DEVICE_NVPTX)
  uint32_t turn;
  __asm__ __volatile__("mov.u32 %0, %%clock;" : "=r"(turn));
#elif defined(ISTHMUS_DEVICE_GPU)
  const uint32_t turn = (uint32_t)__builtin_readcyclecounter();
#else
  static uint32_t turns;
  const uint32_t turn = isthmus_device_fetch_add32(&turns, 1);
#endif
  return (uint64_t)(turn * 0x9e3779b9u) * n >> 32;
}

/* Between two looks at a variable. Devices look again at once, since a pause would add its length to every hand-over. */
ISTHMUS_DEVICE_INLINE void isthmus_device_spin(void) {
#ifndef ISTHMUS_DEVICE_GPU
  isthmus_device_pause();
#endif
}

/* A wait is timed at one of so many looks. Looks of the host yield the processor, which others may keep for milliseconds. */
#ifdef ISTHMUS_DEVICE_GPU
#define ISTHMUS_DEVICE_LOOKS 0x10000
#else
#define ISTHMUS_DEVICE_LOOKS 16
#endif

/* How often a wait has looked, and since when it is timed: 0, not yet; all ones, it has been reported. */
struct isthmus_device_watch {
  uint32_t looks;
  uint64_t since;
};

/* Reports a wait that lasts longer than SHMEM_DEVICE_WAIT_REPORT, once; later if another one is being reported. */
ISTHMUS_DEVICE_FAR uint64_t isthmus_device_time_wait(uint64_t since, const char *call, const void *p, uint64_t size,
                                                     uint64_t wanted) {
  const uint64_t now = isthmus_device_clock(), done = ~(uint64_t)0;
  struct isthmus_device_stall *stall = isthmus_device_state.stall;
  if (isthmus_device_state.wait_report == 0 || since == done) return since;
  if (since == 0) return now;
  if (now - since < isthmus_device_state.wait_report) return since;
  if (isthmus_device_cswap32(&stall->claimed, 0, 1) != 0) return since;
  stall->address = (uint64_t)p;
  stall->wanted = wanted & (~(uint64_t)0 >> (64 - 8 * size));
  stall->seen = isthmus_device_load_word((const char *)p, (int)size);
  for (int i = 0; i < ISTHMUS_DEVICE_CALL_NAME; ++i) stall->call[i] = 0;
  for (int i = 0; i < ISTHMUS_DEVICE_CALL_NAME - 1 && call[i]; ++i) stall->call[i] = call[i];
  isthmus_device_store_release32(&stall->ready, 1);
  return done;
}
/* To be called after each look at a variable whose condition does not hold. */
ISTHMUS_DEVICE_INLINE struct isthmus_device_watch isthmus_device_look(struct isthmus_device_watch watch, const char *call,
                                                                      const void *p, uint64_t size, uint64_t wanted) {
  if (__builtin_expect(++watch.looks % ISTHMUS_DEVICE_LOOKS == 0, 0))
    watch.since = isthmus_device_time_wait(watch.since, call, p, size, wanted);
  return watch;
}

/* Repeats the statement that follows, a look at one variable that returns when its condition holds. isthmus_device_look counts
 * between two loads, which makes each hand-over later; here four loads follow one another. That takes more registers, so that
 * collectives do not use it. clang does not unroll all of these loops and warns of it. */
#if defined(__NVCC__) && defined(ISTHMUS_DEVICE_GPU)
#define ISTHMUS_DEVICE_UNROLL_LOOKS _Pragma("unroll 4")
#else
#define ISTHMUS_DEVICE_UNROLL_LOOKS
#endif
#define ISTHMUS_DEVICE_LOOK_UNTIL_RETURN(call, p, size, wanted)                              \
  for (uint64_t since = 0;; since = isthmus_device_time_wait(since, call, p, size, wanted))  \
    ISTHMUS_DEVICE_UNROLL_LOOKS for (int looks = 0; looks < ISTHMUS_DEVICE_LOOKS; ++looks, isthmus_device_spin())

/* The variables of one call: those with a nonzero status are skipped. Each is compared with its own of `values` or, if
 * that is null, with `value`. */
#define ISTHMUS_DEVICE_MANY(TYPE) \
  const char *call, const TYPE *ivars, size_t nelems, const int *status, int cmp, TYPE value, const TYPE *values
#define ISTHMUS_DEVICE_COMPARE(NAME, TYPE)                                                                            \
  ISTHMUS_DEVICE_INLINE int isthmus_device_##NAME##_holds(const char *call, const TYPE *ivar, int cmp, TYPE value) {  \
    const uint64_t bits = isthmus_device_load_bits(ivar, sizeof(TYPE));                                               \
    const TYPE seen = (TYPE)bits;                                                                                     \
    switch (cmp) {                                                                                                    \
      case SHMEM_CMP_EQ: return seen == value;                                                                        \
      case SHMEM_CMP_NE: return seen != value;                                                                        \
      case SHMEM_CMP_GT: return seen > value;                                                                         \
      case SHMEM_CMP_GE: return seen >= value;                                                                        \
      case SHMEM_CMP_LT: return seen < value;                                                                         \
      case SHMEM_CMP_LE: return seen <= value;                                                                        \
    }                                                                                                                 \
    isthmus_device_fail(call, isthmus_device_bad_comparison, ivar, (uint64_t)cmp, 0);                                 \
    return 0;                                                                                                         \
  }                                                                                                                   \
  ISTHMUS_DEVICE_INLINE void isthmus_device_##NAME##_wait(const char *call, const TYPE *ivar, int cmp, TYPE value) {  \
    isthmus_device_readable(call, ivar);                                                                              \
    ISTHMUS_DEVICE_LOOK_UNTIL_RETURN(call, ivar, sizeof(TYPE), (uint64_t)value)                                       \
      if (isthmus_device_##NAME##_holds(call, ivar, cmp, value)) return;                                              \
  }

#define ISTHMUS_DEVICE_ONE_VARIABLE(NAME, TYPE)                                                      \
  ISTHMUS_DEVICE_COMPARE(NAME, TYPE)                                                                 \
  ISTHMUS_DEVICE_CALL(void, NAME##_wait_until, (TYPE *ivar, int cmp, TYPE cmp_value)) {              \
    isthmus_device_##NAME##_wait("shmem_" #NAME "_wait_until", ivar, cmp, cmp_value);                \
  }                                                                                                  \
  ISTHMUS_DEVICE_CALL(int, NAME##_test, (TYPE *ivar, int cmp, TYPE cmp_value)) {                     \
    isthmus_device_readable("shmem_" #NAME "_test", ivar);                                           \
    return isthmus_device_##NAME##_holds("shmem_" #NAME "_test", ivar, cmp, cmp_value);              \
  }
ISTHMUS_SYNC_TYPES(ISTHMUS_DEVICE_ONE_VARIABLE)
ISTHMUS_SHORT_SYNC_TYPES(ISTHMUS_DEVICE_ONE_VARIABLE)
#undef ISTHMUS_DEVICE_ONE_VARIABLE
#undef ISTHMUS_DEVICE_COMPARE

ISTHMUS_DEVICE_FN int isthmus_device_any_left(size_t nelems, const int *status) {
  for (size_t i = 0; i < nelems; ++i)
    if (!status || !status[i]) return 1;
  return 0;
}

#define ISTHMUS_DEVICE_SEARCHES(NAME, TYPE)                                                                           \
  ISTHMUS_DEVICE_FN int isthmus_device_##NAME##_test_all(ISTHMUS_DEVICE_MANY(TYPE)) {                                 \
    for (size_t i = 0; i < nelems; ++i)                                                                               \
      if ((!status || !status[i]) && !isthmus_device_##NAME##_holds(call, ivars + i, cmp, values ? values[i] : value)) return 0; \
    return 1;                                                                                                         \
  }                                                                                                                   \
  ISTHMUS_DEVICE_FN void isthmus_device_##NAME##_wait_all(ISTHMUS_DEVICE_MANY(TYPE)) {                                \
    for (size_t i = 0; i < nelems; ++i)                                                                               \
      if (!status || !status[i]) isthmus_device_##NAME##_wait(call, ivars + i, cmp, values ? values[i] : value);                \
  }                                                                                                                   \
  ISTHMUS_DEVICE_FN size_t isthmus_device_##NAME##_test_any(ISTHMUS_DEVICE_MANY(TYPE)) {                              \
    const size_t start = nelems ? (size_t)isthmus_device_start(nelems) : 0;                                           \
    for (size_t k = 0; k < nelems; ++k) {                                                                             \
      const size_t i = start + k < nelems ? start + k : start + k - nelems;                                           \
      if ((!status || !status[i]) && isthmus_device_##NAME##_holds(call, ivars + i, cmp, values ? values[i] : value)) return i; \
    }                                                                                                                 \
    return SIZE_MAX;                                                                                                  \
  }                                                                                                                   \
  ISTHMUS_DEVICE_FN size_t isthmus_device_##NAME##_test_some(size_t *indices, ISTHMUS_DEVICE_MANY(TYPE)) {            \
    size_t found = 0;                                                                                                 \
    for (size_t i = 0; i < nelems; ++i)                                                                               \
      if ((!status || !status[i]) && isthmus_device_##NAME##_holds(call, ivars + i, cmp, values ? values[i] : value))           \
        indices[found++] = i;                                                                                         \
    return found;                                                                                                     \
  }                                                                                                                   \
  ISTHMUS_DEVICE_FN size_t isthmus_device_##NAME##_wait_any(ISTHMUS_DEVICE_MANY(TYPE)) {                              \
    size_t found = SIZE_MAX;                                                                                          \
    struct isthmus_device_watch watch = {0, 0};                                                                       \
    if (isthmus_device_any_left(nelems, status))                                                                      \
      while ((found = isthmus_device_##NAME##_test_any(call, ivars, nelems, status, cmp, value, values)) == SIZE_MAX) {\
        isthmus_device_spin();                                                                                        \
        watch = isthmus_device_look(watch, call, ivars, sizeof(TYPE), (uint64_t)(values ? values[0] : value));        \
      }                                                                                                               \
    return found;                                                                                                     \
  }                                                                                                                   \
  ISTHMUS_DEVICE_FN size_t isthmus_device_##NAME##_wait_some(size_t *indices, ISTHMUS_DEVICE_MANY(TYPE)) {            \
    size_t found = 0;                                                                                                 \
    struct isthmus_device_watch watch = {0, 0};                                                                       \
    if (isthmus_device_any_left(nelems, status))                                                                      \
      while (!(found = isthmus_device_##NAME##_test_some(indices, call, ivars, nelems, status, cmp, value, values))) {\
        isthmus_device_spin();                                                                                        \
        watch = isthmus_device_look(watch, call, ivars, sizeof(TYPE), (uint64_t)(values ? values[0] : value));        \
      }                                                                                                               \
    return found;                                                                                                     \
  }

/* The calls of one kind of search, compared with one value and with one each. */
#define ISTHMUS_DEVICE_SEARCH(result, NAME, TYPE, word, function, parameters, arguments)                              \
  ISTHMUS_DEVICE_CALL(result, NAME##_##word, (TYPE *ivars, size_t nelems parameters, const int *status, int cmp,      \
                                              TYPE cmp_value)) {                                                      \
    if (nelems) isthmus_device_readable("shmem_" #NAME "_" #word, ivars);                                             \
    return isthmus_device_##NAME##_##function(arguments "shmem_" #NAME "_" #word, ivars, nelems, status, cmp,         \
                                              cmp_value, NULL);                                                         \
  }                                                                                                                   \
  ISTHMUS_DEVICE_CALL(result, NAME##_##word##_vector, (TYPE *ivars, size_t nelems parameters, const int *status,      \
                                                       int cmp, const TYPE *cmp_values)) {                            \
    if (nelems) isthmus_device_readable("shmem_" #NAME "_" #word "_vector", ivars);                                   \
    return isthmus_device_##NAME##_##function(arguments "shmem_" #NAME "_" #word "_vector", ivars, nelems, status,    \
                                              cmp, 0, cmp_values);                                                    \
  }
#define ISTHMUS_DEVICE_NOTHING
#define ISTHMUS_DEVICE_INDICES_PARAMETER , size_t *indices
#define ISTHMUS_DEVICE_INDICES_ARGUMENT indices,
#define ISTHMUS_DEVICE_ARRAY(NAME, TYPE)                                                                              \
  ISTHMUS_DEVICE_SEARCHES(NAME, TYPE)                                                                                 \
  ISTHMUS_DEVICE_SEARCH(void, NAME, TYPE, wait_until_all, wait_all, ISTHMUS_DEVICE_NOTHING, ISTHMUS_DEVICE_NOTHING)   \
  ISTHMUS_DEVICE_SEARCH(size_t, NAME, TYPE, wait_until_any, wait_any, ISTHMUS_DEVICE_NOTHING, ISTHMUS_DEVICE_NOTHING) \
  ISTHMUS_DEVICE_SEARCH(size_t, NAME, TYPE, wait_until_some, wait_some, ISTHMUS_DEVICE_INDICES_PARAMETER,             \
                        ISTHMUS_DEVICE_INDICES_ARGUMENT)                                                              \
  ISTHMUS_DEVICE_SEARCH(int, NAME, TYPE, test_all, test_all, ISTHMUS_DEVICE_NOTHING, ISTHMUS_DEVICE_NOTHING)          \
  ISTHMUS_DEVICE_SEARCH(size_t, NAME, TYPE, test_any, test_any, ISTHMUS_DEVICE_NOTHING, ISTHMUS_DEVICE_NOTHING)       \
  ISTHMUS_DEVICE_SEARCH(size_t, NAME, TYPE, test_some, test_some, ISTHMUS_DEVICE_INDICES_PARAMETER,                   \
                        ISTHMUS_DEVICE_INDICES_ARGUMENT)
ISTHMUS_SYNC_TYPES(ISTHMUS_DEVICE_ARRAY)
#undef ISTHMUS_DEVICE_ARRAY
#undef ISTHMUS_DEVICE_SEARCH
#undef ISTHMUS_DEVICE_SEARCHES
#undef ISTHMUS_DEVICE_MANY

ISTHMUS_DEVICE_CALL(uint64_t, signal_fetch, (const uint64_t *sig_addr)) {
  isthmus_device_readable("shmem_signal_fetch", sig_addr);
  return isthmus_device_load_acquire64(sig_addr);
}
ISTHMUS_DEVICE_CALL(uint64_t, signal_wait_until, (uint64_t *sig_addr, int cmp, uint64_t cmp_value)) {
  isthmus_device_readable("shmem_signal_wait_until", sig_addr);
  ISTHMUS_DEVICE_LOOK_UNTIL_RETURN("shmem_signal_wait_until", sig_addr, 8, cmp_value) {
    /* the value that is returned has to be the one that met the condition */
    const uint64_t seen = isthmus_device_load_acquire64(sig_addr);
    if (cmp == SHMEM_CMP_EQ ? seen == cmp_value : cmp == SHMEM_CMP_NE ? seen != cmp_value : cmp == SHMEM_CMP_GT
            ? seen > cmp_value : cmp == SHMEM_CMP_GE ? seen >= cmp_value : cmp == SHMEM_CMP_LT ? seen < cmp_value
            : cmp == SHMEM_CMP_LE && seen <= cmp_value)
      return seen;
    if (cmp < SHMEM_CMP_EQ || cmp > SHMEM_CMP_GE)
      isthmus_device_fail("shmem_signal_wait_until", isthmus_device_bad_comparison, sig_addr, (uint64_t)cmp, 0);
  }
}

#endif

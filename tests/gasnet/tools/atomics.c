#include "expect.h"

#define ROUNDS 20000
#define THREADS 4

/* One family of operations, against values worked out by hand. */
#define CHECK_FAMILY(family, val_t)                                                            \
  do {                                                                                         \
    gasnett_##family##_t p = gasnett_##family##_init(40);                                      \
    const val_t all_ones = (val_t)0 - 1;                                                       \
    EXPECT_EQ(gasnett_##family##_read(&p, 0), 40);                                             \
    gasnett_##family##_set(&p, 7, GASNETT_ATOMIC_REL);                                         \
    EXPECT_EQ(gasnett_##family##_read(&p, GASNETT_ATOMIC_ACQ), 7);                             \
    gasnett_##family##_increment(&p, GASNETT_ATOMIC_MB_PRE);                                   \
    EXPECT_EQ(gasnett_##family##_read(&p, GASNETT_ATOMIC_RMB_PRE), 8);                         \
    gasnett_##family##_decrement(&p, GASNETT_ATOMIC_MB_POST);                                  \
    EXPECT_EQ(gasnett_##family##_read(&p, GASNETT_ATOMIC_NONE), 7);                            \
    EXPECT_EQ(gasnett_##family##_add(&p, 5, GASNETT_ATOMIC_WMB_POST), 12);                     \
    EXPECT_EQ(gasnett_##family##_subtract(&p, 10, GASNETT_ATOMIC_RMB_POST), 2);                \
    EXPECT_EQ(gasnett_##family##_decrement_and_test(&p, GASNETT_ATOMIC_RMB_POST_IF_FALSE), 0); \
    EXPECT(gasnett_##family##_decrement_and_test(&p, GASNETT_ATOMIC_RMB_POST_IF_TRUE));        \
    EXPECT_EQ(gasnett_##family##_swap(&p, 9, 0), 0);                                           \
    EXPECT_EQ(gasnett_##family##_compare_and_swap(&p, 8, 1, GASNETT_ATOMIC_ACQ_IF_FALSE), 0);  \
    EXPECT_EQ(gasnett_##family##_read(&p, 0), 9);                                              \
    EXPECT(gasnett_##family##_compare_and_swap(&p, 9, 0, GASNETT_ATOMIC_ACQ_IF_TRUE));         \
    gasnett_##family##_decrement(&p, GASNETT_ATOMIC_WMB_PRE);                                  \
    EXPECT(gasnett_##family##_read(&p, 0) == all_ones);                                        \
    EXPECT_EQ(gasnett_##family##_add(&p, 3, 0), 2);                                            \
    EXPECT(gasnett_##family##_subtract(&p, 3, 0) == all_ones);                                 \
  } while (0)

static gasnett_atomic_t weak;
static gasnett_strongatomic_t strong;
static gasnett_atomic64_t swapped;
static gasnett_strongatomic32_t swaps;
static gasnett_strongatomic64_t strong64;
static gasnett_atomic32_t last_ones;

static void pound(int number) {
  int i;
  for (i = 0; i < ROUNDS; ++i) {
    uint64_t seen;
    gasnett_atomic_increment(&weak, 0);
    gasnett_strongatomic_add(&strong, 3, 0);
    gasnett_strongatomic_subtract(&strong, 1, 0);
    gasnett_strongatomic64_increment(&strong64, 0);
    do seen = gasnett_atomic64_read(&swapped, 0);
    while (!gasnett_atomic64_compare_and_swap(&swapped, seen, seen + 2, 0));
    if (gasnett_strongatomic32_swap(&swaps, (uint32_t)number + 1, 0) > THREADS) EXPECT(0);
    if (gasnett_atomic32_decrement_and_test(&last_ones, 0)) gasnett_atomic32_set(&last_ones, 1000000, 0);
  }
}

/* Each flag publishes or takes over the data beside the flag. */
static gasnett_atomic_t ready = gasnett_atomic_init(0);
static volatile int data;
static void pass_on(int number) {
  int i;
  for (i = 1; i <= 2000; ++i) {
    if (number == 0) {
      data = i;
      gasnett_atomic_set(&ready, (gasnett_atomic_val_t)(2 * i), GASNETT_ATOMIC_REL);
      while (gasnett_atomic_read(&ready, GASNETT_ATOMIC_ACQ) != (gasnett_atomic_val_t)(2 * i + 1))
        gasnett_spinloop_hint();
    } else {
      while (gasnett_atomic_read(&ready, GASNETT_ATOMIC_ACQ) != (gasnett_atomic_val_t)(2 * i)) gasnett_sched_yield();
      EXPECT_EQ(data, i);
      gasnett_atomic_set(&ready, (gasnett_atomic_val_t)(2 * i + 1), GASNETT_ATOMIC_REL);
    }
  }
}

/* Barriers between operations without fences, by Dekker's pattern: not both threads miss the other's store. */
static gasnett_strongatomic_t stores[2] = {gasnett_strongatomic_init(0), gasnett_strongatomic_init(0)};
static volatile int missed[2];
static gasnett_strongatomic_t turn = gasnett_strongatomic_init(0);
static void store_then_load(int number) {
  int i;
  for (i = 1; i <= 2000; ++i) {
    gasnett_strongatomic_increment(&turn, GASNETT_ATOMIC_REL);
    while (gasnett_strongatomic_read(&turn, GASNETT_ATOMIC_ACQ) < (gasnett_atomic_val_t)(4 * i - 2)) gasnett_sched_yield();
    gasnett_strongatomic_set(&stores[number], (gasnett_atomic_val_t)i, 0);
    if (i % 2)
      gasnett_local_mb();
    else
      gasnett_weak_mb();
    missed[number] = gasnett_strongatomic_read(&stores[1 - number], 0) != (gasnett_atomic_val_t)i;
    gasnett_strongatomic_increment(&turn, GASNETT_ATOMIC_MB_PRE);
    while (gasnett_strongatomic_read(&turn, GASNETT_ATOMIC_MB_POST) < (gasnett_atomic_val_t)(4 * i))
      gasnett_sched_yield();
    EXPECT(!(missed[0] && missed[1]));
  }
}

void test_atomics(void) {
  float one_float = 0;
  double one_double = 0;
  union {
    uint32_t bits;
    float value;
  } pi;
  union {
    uint64_t bits;
    double value;
  } e;
  CHECK_FAMILY(atomic, gasnett_atomic_val_t);
  CHECK_FAMILY(strongatomic, gasnett_strongatomic_val_t);
  CHECK_FAMILY(atomic32, uint32_t);
  CHECK_FAMILY(strongatomic32, uint32_t);
  CHECK_FAMILY(atomic64, uint64_t);
  CHECK_FAMILY(strongatomic64, uint64_t);
  EXPECT_EQ(GASNETT_HAVE_ATOMIC_CAS + GASNETT_HAVE_ATOMIC_ADD_SUB, 2);
  EXPECT_EQ(GASNETT_HAVE_STRONGATOMIC_CAS + GASNETT_HAVE_STRONGATOMIC_ADD_SUB, 2);
#if defined(GASNETT_STRONGATOMIC_NOT_SIGNALSAFE) || defined(GASNETT_STRONGATOMIC32_NOT_SIGNALSAFE) || \
    defined(GASNETT_STRONGATOMIC64_NOT_SIGNALSAFE) || defined(GASNETT_USING_GENERIC_ATOMICOPS)
  EXPECT(0);
#endif
  EXPECT_EQ(sizeof(gasnett_atomic32_t), 4);
  EXPECT_EQ(sizeof(gasnett_atomic64_t), 8);

  /* The signed values wrap around. */
  gasnett_atomic_set(&weak, (gasnett_atomic_val_t)GASNETT_ATOMIC_SIGNED_MAX, 0);
  gasnett_atomic_increment(&weak, 0);
  EXPECT_EQ(gasnett_atomic_signed(gasnett_atomic_read(&weak, 0)), GASNETT_ATOMIC_SIGNED_MIN);
  gasnett_atomic_set(&weak, (gasnett_atomic_val_t)(gasnett_atomic_sval_t)-1, 0);
  EXPECT(gasnett_atomic_read(&weak, 0) == GASNETT_ATOMIC_MAX);

  /* The fixed widths overlay floating-point variables. */
  pi.value = 3.25f;
  e.value = 2.75;
  gasnett_atomic32_set((gasnett_atomic32_t*)&one_float, pi.bits, 0);
  gasnett_atomic64_set((gasnett_atomic64_t*)&one_double, e.bits, 0);
  EXPECT(one_float == 3.25f && one_double == 2.75);

  gasnett_atomic_set(&weak, 0, 0);
  gasnett_strongatomic_set(&strong, 0, 0);
  gasnett_atomic32_set(&last_ones, 2 * THREADS * ROUNDS, 0);
  run_threads(THREADS, pound);
  EXPECT_EQ(gasnett_atomic_read(&weak, 0), THREADS * ROUNDS);
  EXPECT_EQ(gasnett_strongatomic_read(&strong, 0), 2 * THREADS * ROUNDS);
  EXPECT_EQ(gasnett_strongatomic64_read(&strong64, 0), THREADS * ROUNDS);
  EXPECT_EQ(gasnett_atomic64_read(&swapped, 0), 2 * THREADS * ROUNDS);
  EXPECT_EQ(gasnett_atomic32_read(&last_ones, 0), THREADS * ROUNDS);

#if GASNETT_THREAD_SAFE
  run_threads(2, pass_on);
  run_threads(2, store_then_load);
#else
  (void)pass_on;
  (void)store_then_load;
#endif
  /* Without another thread nothing can be seen of these but that they can be called. */
  gasnett_local_wmb();
  gasnett_local_rmb();
  gasnett_weak_wmb();
  gasnett_weak_rmb();
  gasnett_compiler_fence();
}

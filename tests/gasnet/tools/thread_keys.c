#include "expect.h"

GASNETT_THREADKEY_DECLARE(plain);
GASNETT_THREADKEY_DEFINE(plain);
GASNETT_THREADKEY_DEFINE(initialised);
/* Two threads at a time would see each other's value if they shared the key. */
static gasnett_strongatomic_t met = gasnett_strongatomic_init(0);

static void use(int number) {
  static int values[2];
  EXPECT(gasnett_threadkey_get(plain) == NULL);
  gasnett_threadkey_set(plain, &values[number]);
  gasnett_threadkey_init(initialised);
  EXPECT(gasnett_threadkey_get_noinit(initialised) == NULL);
  gasnett_threadkey_set_noinit(initialised, &values[1 - number]);
  gasnett_threadkey_init(initialised);
#if GASNETT_THREAD_SAFE
  gasnett_strongatomic_increment(&met, GASNETT_ATOMIC_REL);
  while (gasnett_strongatomic_read(&met, GASNETT_ATOMIC_ACQ) < 2) gasnett_sched_yield();
#endif
  EXPECT(gasnett_threadkey_get(plain) == &values[number]);
  EXPECT(gasnett_threadkey_get_noinit(initialised) == &values[1 - number]);
}

void test_thread_keys(void) {
#if GASNETT_THREAD_SAFE
  run_threads(2, use);
  EXPECT(gasnett_threadkey_get(plain) == NULL);
#else
  (void)met;
  use(0);
#endif
}

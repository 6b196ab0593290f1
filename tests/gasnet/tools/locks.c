#include <errno.h>

#include "expect.h"

#define ROUNDS 5000
#define THREADS 4

static gasnett_mutex_t mutex = GASNETT_MUTEX_INITIALIZER;
static gasnett_rwlock_t rwlock = GASNETT_RWLOCK_INITIALIZER;
static int guarded, written;

static void add_up(int number) {
  int i;
  (void)number;
  for (i = 0; i < ROUNDS; ++i) {
    if (i % 2)
      gasnett_mutex_lock(&mutex);
    else
      while (gasnett_mutex_trylock(&mutex) != 0) gasnett_sched_yield();
    gasnett_mutex_assertlocked(&mutex);
    ++guarded;
    gasnett_mutex_unlock(&mutex);
    gasnett_mutex_assertunlocked(&mutex);

    gasnett_rwlock_wrlock(&rwlock);
    gasnett_rwlock_assertwrlocked(&rwlock);
    gasnett_rwlock_assertlocked(&rwlock);
    ++written;
    gasnett_rwlock_unlock(&rwlock);
    gasnett_rwlock_rdlock(&rwlock);
    gasnett_rwlock_assertrdlocked(&rwlock);
    EXPECT(written > 0);
    gasnett_rwlock_unlock(&rwlock);
    gasnett_rwlock_assertunlocked(&rwlock);
  }
}

#if GASNETT_THREAD_SAFE
static gasnett_cond_t cond = GASNETT_COND_INITIALIZER;
static gasnett_cond_t all;
static int stage, finished;

/* The threads take turns by number, then wait for one another. */
static void take_turns(int number) {
  gasnett_mutex_lock(&mutex);
  while (stage != number) gasnett_cond_wait(&cond, &mutex);
  gasnett_mutex_assertlocked(&mutex);
  ++stage;
  gasnett_cond_broadcast(&cond);
  ++finished;
  if (finished == THREADS) gasnett_cond_signal(&all);
  gasnett_mutex_unlock(&mutex);
}

static volatile int tried_mutex, tried_read, tried_write;
static void try_all(int number) {
  (void)number;
  tried_mutex = gasnett_mutex_trylock(&mutex);
  tried_read = gasnett_rwlock_tryrdlock(&rwlock);
  if (tried_read == 0) gasnett_rwlock_unlock(&rwlock);
  tried_write = gasnett_rwlock_trywrlock(&rwlock);
}
#else
static gasnett_cond_t cond = GASNETT_COND_INITIALIZER;
static void wait_alone(void) {
  gasnett_mutex_lock(&mutex);
  gasnett_cond_wait(&cond, &mutex);
}
#endif

#ifdef GASNET_DEBUG
static void lock_twice(void) {
  gasnett_mutex_lock(&mutex);
  gasnett_mutex_lock(&mutex);
}
static void unlock_unlocked(void) { gasnett_mutex_unlock(&mutex); }
static void assert_locked(void) { gasnett_mutex_assertlocked(&mutex); }
static void assert_unlocked(void) {
  gasnett_mutex_lock(&mutex);
  gasnett_mutex_assertunlocked(&mutex);
}
static void read_twice(void) {
  gasnett_rwlock_rdlock(&rwlock);
  gasnett_rwlock_rdlock(&rwlock);
}
static void read_is_no_write(void) {
  gasnett_rwlock_rdlock(&rwlock);
  gasnett_rwlock_assertwrlocked(&rwlock);
}
static void write_is_no_read(void) {
  gasnett_rwlock_wrlock(&rwlock);
  gasnett_rwlock_assertrdlocked(&rwlock);
}
static void assert_rwlocked(void) { gasnett_rwlock_assertlocked(&rwlock); }
static void destroy_locked(void) {
  gasnett_mutex_lock(&mutex);
  gasnett_mutex_destroy(&mutex);
}
#endif

void test_locks(void) {
  gasnett_mutex_t own;
  gasnett_rwlock_t own_rw;
  gasnett_cond_t own_cond;

  gasnett_mutex_init(&own);
  EXPECT_EQ(gasnett_mutex_trylock(&own), 0);
  EXPECT_EQ(gasnett_mutex_trylock(&own), EBUSY);
  gasnett_mutex_unlock(&own);
  EXPECT_EQ(gasnett_mutex_trylock(&own), 0);
  gasnett_mutex_unlock(&own);
  gasnett_mutex_destroy(&own);
  gasnett_mutex_init(&own);
#ifndef __SANITIZE_THREAD__ /* which takes this mistake for one */
  gasnett_mutex_lock(&own);
  EXPECT_EQ(gasnett_mutex_destroy_ignoreerr(&own), EBUSY);
  gasnett_mutex_unlock(&own);
#endif
  EXPECT_EQ(gasnett_mutex_destroy_ignoreerr(&own), 0);

  gasnett_rwlock_init(&own_rw);
  EXPECT_EQ(gasnett_rwlock_trywrlock(&own_rw), 0);
  gasnett_rwlock_unlock(&own_rw);
  EXPECT_EQ(gasnett_rwlock_tryrdlock(&own_rw), 0);
  gasnett_rwlock_unlock(&own_rw);
  gasnett_rwlock_destroy(&own_rw);
  gasnett_cond_init(&own_cond);
  gasnett_cond_destroy(&own_cond);

  run_threads(THREADS, add_up);
  EXPECT_EQ(guarded, THREADS * ROUNDS);
  EXPECT_EQ(written, THREADS * ROUNDS);

#if GASNETT_THREAD_SAFE
  gasnett_cond_init(&all);
  run_threads(THREADS, take_turns);
  EXPECT_EQ(stage, THREADS);
  gasnett_cond_destroy(&all);

  gasnett_mutex_lock(&mutex);
  gasnett_rwlock_rdlock(&rwlock);
  run_threads(1, try_all);
  EXPECT_EQ(tried_mutex, EBUSY);
  EXPECT_EQ(tried_read, 0);
  EXPECT_EQ(tried_write, EBUSY);
  gasnett_rwlock_unlock(&rwlock);
  gasnett_rwlock_wrlock(&rwlock);
  run_threads(1, try_all);
  EXPECT_EQ(tried_read, EBUSY);
  gasnett_rwlock_unlock(&rwlock);
  gasnett_mutex_unlock(&mutex);
#else
  gasnett_cond_signal(&cond);
  gasnett_cond_broadcast(&cond);
  EXPECT_FATAL(wait_alone, "only one thread");
#endif

#ifdef GASNET_DEBUG
  EXPECT_FATAL(lock_twice, "gasnett_mutex_lock: this thread holds the lock");
  EXPECT_FATAL(unlock_unlocked, "gasnett_mutex_unlock");
  EXPECT_FATAL(assert_locked, "gasnett_mutex_assertlocked");
  EXPECT_FATAL(assert_unlocked, "gasnett_mutex_assertunlocked");
  EXPECT_FATAL(read_twice, "gasnett_rwlock_rdlock");
  EXPECT_FATAL(read_is_no_write, "for reading, but must hold it for writing");
  EXPECT_FATAL(write_is_no_read, "for writing, but must hold it for reading");
  EXPECT_FATAL(assert_rwlocked, "gasnett_rwlock_assertlocked");
  EXPECT_FATAL(destroy_locked, "gasnett_mutex_destroy");
#endif
}

/* Mutexes, condition variables and reader/writer locks. None may be taken twice by a thread. In debug mode (GASNET_DEBUG) a
 * wrong use ends the program with a line; with GASNETT_THREAD_SINGLE and without GASNETT_USE_TRUE_MUTEXES they only count. */
#ifndef ISTHMUS_GASNET_TOOLS_LOCKS_H
#define ISTHMUS_GASNET_TOOLS_LOCKS_H

#include <errno.h>

#include "gasnet_isthmus/basics.h"
#include "gasnet_isthmus/tools/errors.h"
#include "gasnet_isthmus/tools/thread_mode.h"

#ifndef GASNETT_USE_TRUE_MUTEXES
#define GASNETT_USE_TRUE_MUTEXES 0
#endif

GASNETT_BEGIN_EXTERNC

#if defined(GASNETT_THREAD_SAFE) || GASNETT_USE_TRUE_MUTEXES
#include "gasnet_isthmus/tools/locks_threads.h"
#else
#include "gasnet_isthmus/tools/locks_single.h"
#endif

/* Debug mode: which locks this thread holds, and how. */
enum { GASNETI_HELD_NOT = 0, GASNETI_HELD_READ = 1, GASNETI_HELD_WRITE = 2, GASNETI_HELD_ANY = 3 };
#ifdef GASNETI_CHECKED
void gasneti_lock_taken(const void *lock, int how);
/* Ends the program unless the thread holds the lock in one of these ways, or not at all for GASNETI_HELD_NOT. */
void gasneti_lock_expect(const void *lock, int how, const char *call);
void gasneti_lock_released(const void *lock);
#else
#define gasneti_lock_taken(lock, how) ((void)0)
#define gasneti_lock_expect(lock, how, call) ((void)0)
#define gasneti_lock_released(lock) ((void)0)
#endif

GASNETT_INLINE(gasnett_mutex_init)
void gasnett_mutex_init(gasnett_mutex_t *mutex) { gasneti_raw_mutex_init(mutex); }
GASNETT_INLINE(gasnett_mutex_destroy)
void gasnett_mutex_destroy(gasnett_mutex_t *mutex) {
  gasneti_lock_expect(mutex, GASNETI_HELD_NOT, "gasnett_mutex_destroy");
  (void)gasneti_raw_mutex_destroy(mutex);
}
GASNETT_INLINE(gasnett_mutex_destroy_ignoreerr)
int gasnett_mutex_destroy_ignoreerr(gasnett_mutex_t *mutex) { return gasneti_raw_mutex_destroy(mutex); }
GASNETT_INLINE(gasnett_mutex_lock)
void gasnett_mutex_lock(gasnett_mutex_t *mutex) {
  gasneti_lock_expect(mutex, GASNETI_HELD_NOT, "gasnett_mutex_lock");
  gasneti_raw_mutex_lock(mutex);
  gasneti_lock_taken(mutex, GASNETI_HELD_WRITE);
}
GASNETT_INLINE(gasnett_mutex_unlock)
void gasnett_mutex_unlock(gasnett_mutex_t *mutex) {
  gasneti_lock_expect(mutex, GASNETI_HELD_WRITE, "gasnett_mutex_unlock");
  gasneti_lock_released(mutex);
  gasneti_raw_mutex_unlock(mutex);
}
/* 0, or EBUSY. */
GASNETT_INLINE(gasnett_mutex_trylock)
int gasnett_mutex_trylock(gasnett_mutex_t *mutex) {
  const int result = gasneti_raw_mutex_trylock(mutex);
  if (result == 0) gasneti_lock_taken(mutex, GASNETI_HELD_WRITE);
  return result;
}
#define gasnett_mutex_assertlocked(mutex) gasneti_lock_expect(mutex, GASNETI_HELD_WRITE, "gasnett_mutex_assertlocked")
#define gasnett_mutex_assertunlocked(mutex) gasneti_lock_expect(mutex, GASNETI_HELD_NOT, "gasnett_mutex_assertunlocked")

GASNETT_INLINE(gasnett_cond_init)
void gasnett_cond_init(gasnett_cond_t *cond) { gasneti_raw_cond_init(cond); }
GASNETT_INLINE(gasnett_cond_destroy)
void gasnett_cond_destroy(gasnett_cond_t *cond) { gasneti_raw_cond_destroy(cond); }
GASNETT_INLINE(gasnett_cond_signal)
void gasnett_cond_signal(gasnett_cond_t *cond) { gasneti_raw_cond_signal(cond); }
GASNETT_INLINE(gasnett_cond_broadcast)
void gasnett_cond_broadcast(gasnett_cond_t *cond) { gasneti_raw_cond_broadcast(cond); }
/* The thread holds the mutex before and after, and may wake for no reason. */
GASNETT_INLINE(gasnett_cond_wait)
void gasnett_cond_wait(gasnett_cond_t *cond, gasnett_mutex_t *mutex) {
  gasneti_lock_expect(mutex, GASNETI_HELD_WRITE, "gasnett_cond_wait");
  gasneti_lock_released(mutex);
  gasneti_raw_cond_wait(cond, mutex);
  gasneti_lock_taken(mutex, GASNETI_HELD_WRITE);
}

GASNETT_INLINE(gasnett_rwlock_init)
void gasnett_rwlock_init(gasnett_rwlock_t *lock) { gasneti_raw_rwlock_init(lock); }
GASNETT_INLINE(gasnett_rwlock_destroy)
void gasnett_rwlock_destroy(gasnett_rwlock_t *lock) {
  gasneti_lock_expect(lock, GASNETI_HELD_NOT, "gasnett_rwlock_destroy");
  gasneti_raw_rwlock_destroy(lock);
}
GASNETT_INLINE(gasnett_rwlock_rdlock)
void gasnett_rwlock_rdlock(gasnett_rwlock_t *lock) {
  gasneti_lock_expect(lock, GASNETI_HELD_NOT, "gasnett_rwlock_rdlock");
  gasneti_raw_rwlock_rdlock(lock);
  gasneti_lock_taken(lock, GASNETI_HELD_READ);
}
GASNETT_INLINE(gasnett_rwlock_wrlock)
void gasnett_rwlock_wrlock(gasnett_rwlock_t *lock) {
  gasneti_lock_expect(lock, GASNETI_HELD_NOT, "gasnett_rwlock_wrlock");
  gasneti_raw_rwlock_wrlock(lock);
  gasneti_lock_taken(lock, GASNETI_HELD_WRITE);
}
GASNETT_INLINE(gasnett_rwlock_unlock)
void gasnett_rwlock_unlock(gasnett_rwlock_t *lock) {
  gasneti_lock_expect(lock, GASNETI_HELD_ANY, "gasnett_rwlock_unlock");
  gasneti_lock_released(lock);
  gasneti_raw_rwlock_unlock(lock);
}
/* 0, or EBUSY or EAGAIN. */
GASNETT_INLINE(gasnett_rwlock_tryrdlock)
int gasnett_rwlock_tryrdlock(gasnett_rwlock_t *lock) {
  const int result = gasneti_raw_rwlock_tryrdlock(lock);
  if (result == 0) gasneti_lock_taken(lock, GASNETI_HELD_READ);
  return result;
}
GASNETT_INLINE(gasnett_rwlock_trywrlock)
int gasnett_rwlock_trywrlock(gasnett_rwlock_t *lock) {
  const int result = gasneti_raw_rwlock_trywrlock(lock);
  if (result == 0) gasneti_lock_taken(lock, GASNETI_HELD_WRITE);
  return result;
}
#define gasnett_rwlock_assertrdlocked(lock) gasneti_lock_expect(lock, GASNETI_HELD_READ, "gasnett_rwlock_assertrdlocked")
#define gasnett_rwlock_assertwrlocked(lock) gasneti_lock_expect(lock, GASNETI_HELD_WRITE, "gasnett_rwlock_assertwrlocked")
#define gasnett_rwlock_assertlocked(lock) gasneti_lock_expect(lock, GASNETI_HELD_ANY, "gasnett_rwlock_assertlocked")
#define gasnett_rwlock_assertunlocked(lock) gasneti_lock_expect(lock, GASNETI_HELD_NOT, "gasnett_rwlock_assertunlocked")

GASNETT_END_EXTERNC

#endif

#define GASNETT_THREAD_SAFE 1
#define GASNET_DEBUG 1  // declares the functions that clients in debug mode call
#include "gasnet_isthmus/tools/locks.h"

#include <sched.h>

namespace {

static_assert(sizeof(pthread_rwlock_t) <= sizeof(gasnett_rwlock_t));

pthread_rwlock_t* raw(gasnett_rwlock_t* lock) { return reinterpret_cast<pthread_rwlock_t*>(lock); }

// The locks that this thread holds, for the checks of debug mode. More than this many are not checked.
constexpr int kMostHeld = 64;
struct Held {
  const void* lock;
  int how;
};
thread_local Held held[kMostHeld];
thread_local int held_count = 0;

int find(const void* lock) {
  int i = held_count - 1;
  while (i >= 0 && held[i].lock != lock) --i;
  return i;
}

constexpr const char* kWays[] = {"not at all", "for reading", "for writing", "in any way"};

}  // namespace

extern "C" {

void gasneti_lock_taken(const void* lock, int how) {
  if (held_count < kMostHeld) held[held_count++] = {.lock = lock, .how = how};
}

void gasneti_lock_released(const void* lock) {
  const int i = find(lock);
  if (i < 0) return;
  held[i] = held[--held_count];
}

void gasneti_lock_expect(const void* lock, int how, const char* call) {
  const int i = find(lock);
  const int now = i < 0 ? GASNETI_HELD_NOT : held[i].how;
  const bool right = how == GASNETI_HELD_NOT ? now == GASNETI_HELD_NOT : (now & how) != 0;
  if (right || (now == GASNETI_HELD_NOT && held_count == kMostHeld)) return;
  gasnett_fatalerror_nopos("%s: this thread holds the lock at %p %s, but must hold it %s", call, lock, kWays[now],
                           kWays[how]);
}

void gasneti_raw_rwlock_init(gasnett_rwlock_t* lock) { pthread_rwlock_init(raw(lock), nullptr); }
void gasneti_raw_rwlock_destroy(gasnett_rwlock_t* lock) { pthread_rwlock_destroy(raw(lock)); }
void gasneti_raw_rwlock_rdlock(gasnett_rwlock_t* lock) {
  // EAGAIN: more readers than the system counts.
  while (pthread_rwlock_rdlock(raw(lock)) == EAGAIN) sched_yield();
}
void gasneti_raw_rwlock_wrlock(gasnett_rwlock_t* lock) { pthread_rwlock_wrlock(raw(lock)); }
void gasneti_raw_rwlock_unlock(gasnett_rwlock_t* lock) { pthread_rwlock_unlock(raw(lock)); }
int gasneti_raw_rwlock_tryrdlock(gasnett_rwlock_t* lock) { return pthread_rwlock_tryrdlock(raw(lock)); }
int gasneti_raw_rwlock_trywrlock(gasnett_rwlock_t* lock) { return pthread_rwlock_trywrlock(raw(lock)); }

}  // extern "C"

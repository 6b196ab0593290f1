/* Locks between threads, on those of POSIX. Included by locks.h alone. */
#include <pthread.h>

typedef pthread_mutex_t gasnett_mutex_t;
typedef pthread_cond_t gasnett_cond_t;
#define GASNETT_MUTEX_INITIALIZER PTHREAD_MUTEX_INITIALIZER
#define GASNETT_COND_INITIALIZER PTHREAD_COND_INITIALIZER

#define gasneti_raw_mutex_init(mutex) ((void)pthread_mutex_init(mutex, NULL))
#define gasneti_raw_mutex_destroy(mutex) pthread_mutex_destroy(mutex)
#define gasneti_raw_mutex_lock(mutex) ((void)pthread_mutex_lock(mutex))
#define gasneti_raw_mutex_unlock(mutex) ((void)pthread_mutex_unlock(mutex))
#define gasneti_raw_mutex_trylock(mutex) pthread_mutex_trylock(mutex)

#define gasneti_raw_cond_init(cond) ((void)pthread_cond_init(cond, NULL))
#define gasneti_raw_cond_destroy(cond) ((void)pthread_cond_destroy(cond))
#define gasneti_raw_cond_signal(cond) ((void)pthread_cond_signal(cond))
#define gasneti_raw_cond_broadcast(cond) ((void)pthread_cond_broadcast(cond))
#define gasneti_raw_cond_wait(cond, mutex) ((void)pthread_cond_wait(cond, mutex))

/* A pthread_rwlock_t, which <pthread.h> hides from C without POSIX. All zero is unlocked. */
typedef struct {
  uint64_t gasneti_storage[8];
} gasnett_rwlock_t;
#define GASNETT_RWLOCK_INITIALIZER { { 0 } }

void gasneti_raw_rwlock_init(gasnett_rwlock_t *lock);
void gasneti_raw_rwlock_destroy(gasnett_rwlock_t *lock);
void gasneti_raw_rwlock_rdlock(gasnett_rwlock_t *lock);
void gasneti_raw_rwlock_wrlock(gasnett_rwlock_t *lock);
void gasneti_raw_rwlock_unlock(gasnett_rwlock_t *lock);
int gasneti_raw_rwlock_tryrdlock(gasnett_rwlock_t *lock);
int gasneti_raw_rwlock_trywrlock(gasnett_rwlock_t *lock);

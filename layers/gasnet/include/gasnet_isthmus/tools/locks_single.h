/* Locks where there is one thread: they count what was taken and never wait. Included by locks.h alone. */
typedef struct {
  int gasneti_taken;
} gasnett_mutex_t;
typedef struct {
  int gasneti_unused;
} gasnett_cond_t;
typedef struct {
  int gasneti_taken;
} gasnett_rwlock_t;
#define GASNETT_MUTEX_INITIALIZER { 0 }
#define GASNETT_COND_INITIALIZER { 0 }
#define GASNETT_RWLOCK_INITIALIZER { 0 }

#define gasneti_raw_mutex_init(mutex) ((void)((mutex)->gasneti_taken = 0))
#define gasneti_raw_mutex_destroy(mutex) ((mutex)->gasneti_taken ? EBUSY : 0)
#define gasneti_raw_mutex_lock(mutex) ((void)((mutex)->gasneti_taken = 1))
#define gasneti_raw_mutex_unlock(mutex) ((void)((mutex)->gasneti_taken = 0))
#define gasneti_raw_mutex_trylock(mutex) ((mutex)->gasneti_taken ? EBUSY : ((mutex)->gasneti_taken = 1, 0))

#define gasneti_raw_cond_init(cond) ((void)((cond)->gasneti_unused = 0))
#define gasneti_raw_cond_destroy(cond) ((void)(cond))
#define gasneti_raw_cond_signal(cond) ((void)(cond))
#define gasneti_raw_cond_broadcast(cond) ((void)(cond))
/* Nobody would wake it. */
#define gasneti_raw_cond_wait(cond, mutex)                                                                   \
  ((void)(cond), (void)(mutex),                                                                              \
   gasnett_fatalerror_nopos("gasnett_cond_wait waits for ever where there is only one thread: compile with " \
                            "GASNETT_THREAD_SAFE or GASNET_PAR"))

#define gasneti_raw_rwlock_init(lock) ((void)((lock)->gasneti_taken = 0))
#define gasneti_raw_rwlock_destroy(lock) ((void)(lock))
#define gasneti_raw_rwlock_rdlock(lock) ((void)((lock)->gasneti_taken = 1))
#define gasneti_raw_rwlock_wrlock(lock) ((void)((lock)->gasneti_taken = 1))
#define gasneti_raw_rwlock_unlock(lock) ((void)((lock)->gasneti_taken = 0))
#define gasneti_raw_rwlock_tryrdlock(lock) ((lock)->gasneti_taken ? EBUSY : ((lock)->gasneti_taken = 1, 0))
#define gasneti_raw_rwlock_trywrlock(lock) gasneti_raw_rwlock_tryrdlock(lock)

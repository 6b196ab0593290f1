/* Locks for handlers, waiting, the named barrier, exit, and what else GASNet-1 and GASNet-EX share. */
#ifndef ISTHMUS_GASNET_PROGRESS_H
#define ISTHMUS_GASNET_PROGRESS_H

#include <pthread.h>

#include "gasnet_fwd.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  pthread_mutex_t isthmus_mutex;
} gex_HSL_t;
#define GEX_HSL_INITIALIZER {PTHREAD_MUTEX_INITIALIZER}
void gex_HSL_Init(gex_HSL_t *hsl);
void gex_HSL_Destroy(gex_HSL_t *hsl);
void gex_HSL_Lock(gex_HSL_t *hsl);
void gex_HSL_Unlock(gex_HSL_t *hsl);
int gex_HSL_Trylock(gex_HSL_t *hsl);

/* One round of a wait: serves messages, and lets others have the core when `*rounds` has grown. */
void isthmus_gasnet_wait(unsigned *rounds);
#define GASNET_BLOCKUNTIL(condition) \
  do { \
    unsigned isthmus_rounds_ = 0; \
    while (!(condition)) isthmus_gasnet_wait(&isthmus_rounds_); \
    __atomic_thread_fence(__ATOMIC_ACQUIRE); \
  } while (0)

void gasnet_barrier_notify(int id, int flags);
int gasnet_barrier_wait(int id, int flags);
int gasnet_barrier_try(int id, int flags);
int gasnet_barrier(int id, int flags);
int gasnet_barrier_result(int *id);

__attribute__((__noreturn__)) void gasnet_exit(int exitcode);
char *gasnet_getenv(const char *name);
const char *gasnet_ErrorName(int errval);
const char *gasnet_ErrorDesc(int errval);
int gasnet_set_waitmode(int wait_mode);
#define GASNET_WAITMODE_DEFAULT GASNET_WAIT_SPIN

/* The library finds a thread's state by itself, so these need nothing; they are declarations all the same. */
typedef void *gasnet_threadinfo_t;
#define GASNET_GET_THREADINFO() ((gasnet_threadinfo_t)0)
#define GASNET_POST_THREADINFO(info) \
  __attribute__((__unused__)) gasnet_threadinfo_t isthmus_gasnet_threadinfo_ = (info)
#define GASNET_BEGIN_FUNCTION() GASNET_POST_THREADINFO(GASNET_GET_THREADINFO())

typedef struct {
  void *addr;
  uintptr_t size;
} gasnet_seginfo_t;
typedef gex_Rank_t gasnet_node_t;

#ifdef __cplusplus
}
#endif

#endif

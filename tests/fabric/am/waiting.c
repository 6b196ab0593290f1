/* Handlers must run while the target waits in any call: each wait here ends only through what a handler does, or lasts
 * until another PE's messages to the waiting one have been handled. A failure is a hang. */
#include "program.h"

static uint64_t signal_word, zero;
static long flag, word, lock, values[2];
static int handled;

static void set_flag(shmemx_am_token_t token, const uint64_t* args, int nargs, void* payload, size_t bytes) {
  (void)token, (void)args, (void)nargs, (void)payload, (void)bytes;
  flag = 1;
}
static void set_signal(shmemx_am_token_t token, const uint64_t* args, int nargs, void* payload, size_t bytes) {
  (void)token, (void)args, (void)nargs, (void)payload, (void)bytes;
  signal_word = 1;
}
static void count(shmemx_am_token_t token, const uint64_t* args, int nargs, void* payload, size_t bytes) {
  (void)token, (void)args, (void)nargs, (void)payload, (void)bytes;
  ++handled;
}

enum { on_flag, on_signal, on_count };

/* All PEs but `busy` wait in `call`, which returns only after PE `busy` has entered it, too; that PE enters when all of
 * its messages have been handled. */
static void meet(void (*call)(void), int busy) {
  const int before = handled;
  shmem_barrier_all();
  if (me == busy) {
    for (int pe = 0; pe < n; ++pe) shmemx_am_request_short(pe, on_count, NULL, 0);
    shmemx_am_quiet();
  }
  call();
  shmem_barrier_all();
  EXPECT_EQ(handled, before + 1);
}

static void sync_world(void) { shmem_team_sync(SHMEM_TEAM_WORLD); }
static void reduce(void) { shmem_long_sum_reduce(SHMEM_TEAM_WORLD, &values[1], &values[0], 1); }
static void allocate(void) { shmem_free(shmem_malloc(64)); }
static void one_by_one(void) {
  /* The lock is taken by the busy PE before it comes here. */
  shmem_set_lock(&lock);
  shmem_clear_lock(&lock);
}

int main(void) {
  begin();
  EXPECT_EQ(shmemx_am_register(set_flag), on_flag);
  EXPECT_EQ(shmemx_am_register(set_signal), on_signal);
  EXPECT_EQ(shmemx_am_register(count), on_count);
  shmem_barrier_all();
  const int next = (me + 1) % n;

  shmemx_am_request_short(next, on_flag, NULL, 0);
  shmem_long_wait_until(&flag, SHMEM_CMP_EQ, 1);
  shmem_barrier_all();
  flag = 0;
  shmem_barrier_all();
  shmemx_am_request_short(next, on_flag, NULL, 0);
  while (!shmem_long_test(&flag, SHMEM_CMP_EQ, 1)) continue;

  shmemx_am_request_short(next, on_signal, NULL, 0);
  EXPECT_EQ(shmem_signal_wait_until(&signal_word, SHMEM_CMP_NE, zero), 1);

  for (int busy = 0; busy < n; ++busy) {
    meet(shmem_barrier_all, busy);
    meet(shmem_sync_all, busy);
    meet(sync_world, busy);
    meet(reduce, busy);
    meet(allocate, busy);
  }
  /* All wait for PE 0's lock, and it waits until they have handled its messages. */
  const int before = handled;
  if (me == 0) shmem_set_lock(&lock);
  shmem_barrier_all();
  if (me == 0) {
    for (int pe = 0; pe < n; ++pe) shmemx_am_request_short(pe, on_count, NULL, 0);
    shmemx_am_quiet();
    shmem_clear_lock(&lock);
  }
  one_by_one();
  shmem_barrier_all();
  EXPECT_EQ(handled, before + 1);

  /* A program that only polls. */
  flag = 0;
  word = 0;
  shmem_barrier_all();
  shmemx_am_request_short(next, on_flag, NULL, 0);
  while (*(volatile long*)&flag == 0) shmemx_am_poll();
  shmem_long_atomic_inc(&word, next);
  shmem_barrier_all();
  EXPECT_EQ(word, 1);
  return end();
}

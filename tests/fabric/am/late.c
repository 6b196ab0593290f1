/* Registers the first handler while other threads of the PE wait already: these threads must take part in handling from
 * then on. They wait for a word that only the handler of a message changes, so the job hangs otherwise. */
#include <pthread.h>
#include <stdatomic.h>

#include "program.h"

enum { n_threads = 3 };

static long* word;
static atomic_int waiting;

static void change_word(shmemx_am_token_t token, const uint64_t* args, int nargs, void* payload, size_t bytes) {
  (void)token, (void)nargs, (void)payload, (void)bytes;
  shmem_long_atomic_set(word, (long)args[0], me);
}

static void* wait_for_word(void* unused) {
  atomic_fetch_add(&waiting, 1);
  shmem_long_wait_until(word, SHMEM_CMP_EQ, 7);
  return unused;
}

int main(void) {
  begin_with(SHMEM_THREAD_MULTIPLE);
  word = (long*)shmem_calloc(1, sizeof *word);
  pthread_t threads[n_threads];
  for (int i = 0; i < n_threads; ++i) EXPECT(pthread_create(&threads[i], NULL, wait_for_word, NULL) == 0);
  while (atomic_load(&waiting) < n_threads) sched_yield();
  const int handler = shmemx_am_register(change_word);
  shmem_barrier_all();
  const uint64_t seven = 7;
  shmemx_am_request_short((me + 1) % n, handler, &seven, 1);
  shmemx_am_quiet();
  for (int i = 0; i < n_threads; ++i) EXPECT(pthread_join(threads[i], NULL) == 0);
  shmem_barrier_all();
  return end();
}

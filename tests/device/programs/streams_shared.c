/* Two threads queue requests on one stream. Whatever their order, what is queued after a request must not begin before that
 * request is complete: here a copy after a wait for a flag, while the other thread's quiet comes at any time. */
#include <pthread.h>
#include <sched.h>
#include <time.h>

#include "places.h"

/* So many rounds, or those of some seconds: beside other programs each yield takes their time slices. */
enum { rounds = 4000, least = 50, seconds = 4, over = -1 };
static shmemx_stream_t stream;
static long begun, queued; /* rounds: begun by both threads, queued by the second */

static void* queue_more(void* unused) {
  for (long round = 1; round <= rounds; ++round) {
    long now = 0;
    for (int looks = 1; (now = __atomic_load_n(&begun, __ATOMIC_ACQUIRE)) != round && now != over; ++looks)
      if (looks % 1000 == 0) sched_yield(); /* mostly spins, to come in time */
    if (now == over) break;
    shmemx_quiet_on_stream(stream);
    __atomic_store_n(&queued, round, __ATOMIC_RELEASE);
  }
  return unused;
}

int main(int argc, char** argv) {
  begin_on_device(argc, argv);
  stream = driver_stream();
  long *flag = shmem_calloc(1, sizeof *flag), *now = driver_pin(sizeof *now), *copied = driver_malloc(sizeof *copied);
  pthread_t other;
  EXPECT_EQ(pthread_create(&other, NULL, queue_more, NULL), 0);
  const time_t end_at = time(NULL) + seconds;
  for (long round = 1; round <= rounds && (round <= least || time(NULL) < end_at); ++round) {
    long seen = 0;
    __atomic_store_n(&begun, round, __ATOMIC_RELEASE);
    shmemx_long_wait_until_on_stream(flag, SHMEM_CMP_EQ, round, stream); /* of host memory: a request */
    driver_begin_copy(copied, now, sizeof *now);
    while (__atomic_load_n(&queued, __ATOMIC_ACQUIRE) != round) sched_yield();
    for (int i = 0; i < 50; ++i) sched_yield(); /* time for the stream to go where it should not */
    __atomic_store_n(now, round, __ATOMIC_RELEASE);
    __atomic_store_n(flag, round, __ATOMIC_RELEASE);
    driver_finish_copies();
    driver_copy(&seen, copied, sizeof seen);
    EXPECT_EQ(seen, round);
  }
  __atomic_store_n(&begun, over, __ATOMIC_RELEASE);
  EXPECT_EQ(pthread_join(other, NULL), 0);
  driver_free(copied);
  driver_unpin(now);
  shmem_free(flag);
  return end();
}

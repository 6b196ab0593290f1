/* All PEs flood all PEs with requests of every kind, which are answered by replies of every kind, and no PE's private
 * memory grows by more than 64 MiB: bounded ROUNDS BURST. Long replies have 8 MiB, and in each round BURST of them are
 * asked of each PE at once, far more than may be kept. Handlers are slow now and then, so that messages queue up. */
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

#include "program.h"
#include "resident.h"

enum { reply_bytes = 8 << 20, request_bytes = 64 << 10, small_ones = 40, most_kib = 64 << 10 };
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { measured = 0 }; /* what sanitizers keep aside is theirs */
#else
enum { measured = 1 };
#endif

static int on_reply, on_long_reply;
static unsigned char* answer; /* private: what long replies carry */
static unsigned char *from_requests, *from_replies;
static uint64_t requests, replies, long_replies;
static atomic_long peak;
static atomic_int done;

static void be_slow_now_and_then(void) {
  const struct timespec time = {0, 2000000};
  if (++requests % 128 == 0) nanosleep(&time, NULL);
}

static void reply_short(shmemx_am_token_t token, const uint64_t* args, int nargs, void* payload, size_t bytes) {
  (void)payload, (void)bytes;
  be_slow_now_and_then();
  shmemx_am_reply_short(token, on_reply, args, nargs);
}

static void reply_medium(shmemx_am_token_t token, const uint64_t* args, int nargs, void* payload, size_t bytes) {
  be_slow_now_and_then();
  shmemx_am_reply_medium(token, on_reply, args, nargs, payload, bytes);
}

static void reply_long(shmemx_am_token_t token, const uint64_t* args, int nargs, void* payload, size_t bytes) {
  (void)payload, (void)bytes;
  be_slow_now_and_then();
  answer[0] = (unsigned char)args[0];
  shmemx_am_reply_long(token, on_long_reply, args, nargs, answer, reply_bytes, from_replies + (size_t)me * reply_bytes);
  answer[0] = 0xee; /* on return the payload may be changed */
}

static void take_reply(shmemx_am_token_t token, const uint64_t* args, int nargs, void* payload, size_t bytes) {
  (void)token, (void)args, (void)nargs, (void)payload, (void)bytes;
  ++replies;
}

static void take_long_reply(shmemx_am_token_t token, const uint64_t* args, int nargs, void* payload, size_t bytes) {
  const int from = shmemx_am_source(token);
  (void)nargs;
  EXPECT_EQ(bytes, (size_t)reply_bytes);
  EXPECT(payload == from_replies + (size_t)from * reply_bytes);
  /* A later reply may be on its way to the same place, but none may carry what was stored after its payload was
   * passed. */
  EXPECT(((unsigned char*)payload)[0] >= args[0] && ((unsigned char*)payload)[0] < 0xee);
  ++long_replies;
}

static void* watch(void* unused) {
  while (!atomic_load(&done)) {
    const long now = status_kib("RssAnon:");
    if (now > atomic_load(&peak)) atomic_store(&peak, now);
    const struct timespec time = {0, 2000000};
    nanosleep(&time, NULL);
  }
  return unused;
}

int main(int argc, char** argv) {
  begin_with(SHMEM_THREAD_MULTIPLE);
  EXPECT_EQ(argc, 3);
  const uint64_t rounds = strtoull(argv[1], NULL, 10), burst = strtoull(argv[2], NULL, 10);
  EXPECT(rounds < 0xee);
  const size_t medium = shmemx_am_max_medium();
  unsigned char* payload = (unsigned char*)malloc(request_bytes);
  answer = (unsigned char*)malloc(reply_bytes);
  from_requests = (unsigned char*)shmem_malloc((size_t)n * request_bytes);
  from_replies = (unsigned char*)shmem_malloc((size_t)n * reply_bytes);
  EXPECT(payload && answer && from_requests && from_replies);
  memset(payload, me, request_bytes);
  fill_pattern(answer, reply_bytes, 1, me, me);
  const int kinds[] = {shmemx_am_register(reply_short), shmemx_am_register(reply_medium),
                       shmemx_am_register(reply_long)};
  on_reply = shmemx_am_register(take_reply);
  on_long_reply = shmemx_am_register(take_long_reply);
  shmem_barrier_all();
  const long before = status_kib("RssAnon:");
  atomic_store(&peak, before);
  pthread_t watcher;
  EXPECT(pthread_create(&watcher, NULL, watch, NULL) == 0);
  for (uint64_t i = 1; i <= rounds; ++i)
    for (int k = 1; k < n; ++k) {
      const int pe = (me + k) % n;
      unsigned char* there = from_requests + (size_t)me * request_bytes;
      for (uint64_t one = 0; one < burst; ++one) shmemx_am_request_short(pe, kinds[2], &i, 1);
      for (int small = 0; small < small_ones; ++small) {
        shmemx_am_request_short(pe, kinds[0], &i, 1);
        shmemx_am_request_medium(pe, kinds[1], &i, 1, payload, medium);
      }
      shmemx_am_request_long(pe, kinds[0], &i, 1, payload, medium, there);
      shmemx_am_request_long(pe, kinds[2], &i, 1, payload, request_bytes, there);
    }
  shmemx_am_quiet();
  shmem_barrier_all();
  atomic_store(&done, 1);
  pthread_join(watcher, NULL);
  const uint64_t pairs = rounds * (uint64_t)(n - 1);
  EXPECT_EQ(requests, pairs * (2 * small_ones + 2 + burst));
  EXPECT_EQ(replies, pairs * (2 * small_ones + 1));
  EXPECT_EQ(long_replies, pairs * (burst + 1));
  for (int pe = 0; pe < n; ++pe) {
    if (pe == me) continue;
    for (size_t i = 0; i < request_bytes; ++i) EXPECT_EQ(from_requests[(size_t)pe * request_bytes + i], pe);
    fill_pattern(answer, reply_bytes, 1, pe, pe);
    EXPECT(memcmp(answer + 1, from_replies + (size_t)pe * reply_bytes + 1, reply_bytes - 1) == 0);
    EXPECT_EQ(from_replies[(size_t)pe * reply_bytes], rounds);
  }
  const long grown = atomic_load(&peak) - before;
  if (getenv("TEST_VERBOSE")) fprintf(stderr, "PE %d: grew by %ld KiB\n", me, grown);
  if (measured) EXPECT(grown <= most_kib);
  return end();
}

/* A target on another node that makes no library call must handle requests, and its replies must get back. For two
 * nodes: the first PE sends to the last. */
#include <stdatomic.h>
#include <time.h>

#include "program.h"

enum { messages = 1000 };

static atomic_int handled, answered;
static _Atomic int on_reply; /* atomic: see threads.c */

static void take_request(shmemx_am_token_t token, const uint64_t* args, int nargs, void* payload, size_t bytes) {
  (void)payload, (void)bytes;
  ++handled;
  shmemx_am_reply_short(token, on_reply, args, nargs);
}

static void take_reply(shmemx_am_token_t token, const uint64_t* args, int nargs, void* payload, size_t bytes) {
  (void)token, (void)args, (void)nargs, (void)payload, (void)bytes;
  ++answered;
}

int main(void) {
  begin();
  const int on_request = shmemx_am_register(take_request);
  on_reply = shmemx_am_register(take_reply);
  shmem_barrier_all();
  if (me == 0) {
    for (uint64_t i = 0; i < messages; ++i) shmemx_am_request_short(n - 1, on_request, &i, 1);
    /* Its last replies come while this PE computes, too. */
    const time_t start = time(NULL);
    while (answered < messages) EXPECT(time(NULL) - start < 30);
  }
  if (me == n - 1) {
    const time_t start = time(NULL);
    while (handled < messages) EXPECT(time(NULL) - start < 30);
  }
  shmem_barrier_all();
  return end();
}

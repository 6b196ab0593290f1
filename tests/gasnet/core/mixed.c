/* GASNet and SHMEM in one program share one job, whichever starts first. The argument is "shmem" or "gasnet". */
#include <gasnet_tools.h>
#include <gasnetex.h>
#include <shmem.h>
#include <shmemx.h>

#include "frame.h"

/* Runs on any thread of the library. */
static gasnett_atomic_t shmem_messages = gasnett_atomic_init(0);
static void on_shmem_message(shmemx_am_token_t token, const uint64_t *args, int nargs, void *payload, size_t bytes) {
  (void)token, (void)args, (void)nargs, (void)payload, (void)bytes;
  gasnett_atomic_increment(&shmem_messages, 0);
}

/* A wait of GASNet runs handlers of SHMEM's messages, too. */
static void wait_for_shmem_message(void) {
  const int handler = shmemx_am_register(on_shmem_message);
  shmem_barrier_all();
  shmemx_am_request_short((int)((me + 1) % n), handler, NULL, 0);
  GASNET_BLOCKUNTIL(gasnett_atomic_read(&shmem_messages, 0) == 1);
}

int main(int argc, char **argv) {
  long *symmetric, value;
  EXPECT_EQ(argc, 2);
  if (strcmp(argv[1], "shmem") == 0) {
#if GASNET_PAR
    int provided;
    shmem_init_thread(SHMEM_THREAD_MULTIPLE, &provided);
#else
    shmem_init();
#endif
    start(&argc, &argv);
  } else {
    start(&argc, &argv);
    shmem_init();
  }
  EXPECT_EQ(shmem_my_pe(), me);
  EXPECT_EQ(shmem_n_pes(), n);
  symmetric = (long *)shmem_malloc(sizeof *symmetric);
  *symmetric = -1;
  shmem_barrier_all();
  shmem_long_p(symmetric, (long)me, (int)((me + 1) % n));
  value = (long)me + 100;
  gex_RMA_PutBlocking(tm, (me + 1) % n, segment_of((me + 1) % n), &value, sizeof value, 0);
  shmem_barrier_all();
  meet();
  EXPECT_EQ(*symmetric, (me + n - 1) % n);
  EXPECT_EQ(*(long *)gex_Segment_QueryAddr(segment), (me + n - 1) % n + 100);
  wait_for_shmem_message();
  shmem_free(symmetric);
  shmem_finalize(); /* GASNet still uses the job */
  meet();
  finish();
}

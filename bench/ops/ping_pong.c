/* Half a round trip: the only latency here in which the other PE takes part, by waiting for the flag. */
#include <shmem.h>

#include "../harness.h"

static long* flag;
static long turn;

static void ping_pong(long calls, size_t bytes) {
  (void)bytes;
  const int me = harness_me();
  if (me > 1) return;
  /* A call is one way, so a round trip counts as two. */
  for (long i = 0; i < calls; i += 2) {
    ++turn;
    if (me == 0) shmem_long_p(flag, turn, 1);
    shmem_long_wait_until(flag, SHMEM_CMP_GE, turn);
    if (me == 1) shmem_long_p(flag, turn, 0);
  }
}

int main(int argc, char** argv) {
  harness_begin(argc, argv, "ping_pong", "shmem_long_p answered by shmem_long_p, half a round trip, PEs 0 and 1", 2);
  flag = harness_allocate(sizeof *flag);
  *flag = 0;
  shmem_barrier_all();
  harness_report_latency("long_p", sizeof *flag, harness_measure(ping_pong, sizeof *flag, every_pe_calls));
  return harness_end();
}

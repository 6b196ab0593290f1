/* No PE may leave a barrier before every PE has entered it. Each PE writes its count to all before it enters and checks
 * all counts after it leaves; a count may be one ahead, since other PEs may have entered the next barrier. */
#include "expect.h"

enum { max_pes = 64, rounds = 1500 };

static long counts[max_pes];

int main(void) {
  shmem_init();
  const int me = shmem_my_pe(), n = shmem_n_pes();
  EXPECT(n <= max_pes);
  for (long round = 1; round <= rounds; ++round) {
    for (int pe = 0; pe < n; ++pe) shmem_long_p(&counts[me], round, pe);
    if (round % 3) {
      shmem_barrier_all();
    } else {
      shmem_quiet(); /* which shmem_sync_all does not include */
      shmem_sync_all();
    }
    for (int pe = 0; pe < n; ++pe) {
      const long seen = shmem_long_g(&counts[pe], me);
      EXPECT(seen == round || seen == round + 1);
    }
    /* Now and then one PE is late, a different one each time. */
    if (round % 50 == me)
      for (volatile int i = 0; i < 20000; ++i) continue;
  }
  shmem_finalize();
  return 0;
}

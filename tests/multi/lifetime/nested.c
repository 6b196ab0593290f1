/* Initialisation is counted. A finalize that is not the last is a barrier and leaves everything usable. */
#include "expect.h"

enum { depth = 5, max_pes = 16 };

static int marks[max_pes];

static int is_initialised(void) {
  int yes = -1;
  shmem_query_initialized(&yes);
  return yes;
}

int main(void) {
  EXPECT_EQ(is_initialised(), 0);
  shmem_init();
  const int me = shmem_my_pe(), n = shmem_n_pes();
  int* heap = shmem_calloc(1, sizeof *heap);
  for (int i = 1; i < depth; ++i) {
    if (i % 2) {
      int provided = -1;
      EXPECT_EQ(shmem_init_thread(SHMEM_THREAD_SINGLE, &provided), 0);
    } else {
      shmem_init();
    }
    EXPECT_EQ(shmem_my_pe(), me);
    EXPECT_EQ(shmem_n_pes(), n);
  }
  for (int round = 1; round < depth; ++round) {
    for (int pe = 0; pe < n; ++pe) shmem_int_p(&marks[me], round, pe);
    if (me == round % n)
      for (volatile int i = 0; i < 300000; ++i) continue; /* late */
    shmem_finalize();
    for (int pe = 0; pe < n; ++pe) EXPECT(marks[pe] == round || marks[pe] == round + 1);
    EXPECT_EQ(is_initialised(), 1);
    shmem_int_p(heap, round + me, (me + 1) % n);
    shmem_barrier_all();
    EXPECT_EQ(*heap, round + (me + n - 1) % n);
    shmem_barrier_all();
  }
  shmem_finalize();
  EXPECT_EQ(is_initialised(), 0);
  return 0;
}

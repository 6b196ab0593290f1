/* shmem_init after the last shmem_finalize: each round is a whole job again, and leaves nothing behind. */
#include "expect.h"
#include "resident.h"

enum { rounds = 12 };

static int initialised = 5;
static int mailbox;

static int is_initialised(void) {
  int yes = -1;
  shmem_query_initialized(&yes);
  return yes;
}

static int one_node;

static void one_round(int round) {
  EXPECT_EQ(is_initialised(), 0);
  if (round % 2) {
    shmem_init();
  } else {
    int provided = -1;
    EXPECT_EQ(shmem_init_thread(round % 4, &provided), 0);
    EXPECT(provided >= round % 4 && provided <= SHMEM_THREAD_MULTIPLE);
    int queried = -1;
    shmem_query_thread(&queried);
    EXPECT_EQ(queried, provided);
  }
  EXPECT_EQ(is_initialised(), 1);
  one_node = all_on_one_node();
  const int me = shmem_my_pe(), n = shmem_n_pes(), to = (me + 1) % n, from = (me + n - 1) % n;
  EXPECT_EQ(initialised, 5 + round); /* statics keep their values from round to round */
  EXPECT_EQ(mailbox, round == 0 ? 0 : 100 * (round - 1) + from);
  int* heap = shmem_calloc(1000, sizeof *heap);
  EXPECT(heap != NULL);
  for (int i = 0; i < 1000; ++i) EXPECT_EQ(heap[i], 0);
  shmem_barrier_all();
  shmem_int_p(&heap[999], round + me, to);
  shmem_int_p(&mailbox, 100 * round + me, to);
  shmem_barrier_all();
  EXPECT_EQ(heap[999], round + from);
  EXPECT_EQ(mailbox, 100 * round + from);
  EXPECT_EQ(shmem_int_g(&mailbox, to), 100 * round + me);
  ++initialised;
  if (round % 3) shmem_free(heap); /* finalize frees what is left */
  shmem_finalize();
  EXPECT_EQ(is_initialised(), 0);
}

int main(void) {
  int files = 0;
  long address_space = 0;
  for (int round = 0; round < rounds; ++round) {
    one_round(round);
    if (round == 3) { /* lazily opened things are open by now */
      files = open_files();
      address_space = status_kib("VmSize:");
    }
  }
  EXPECT_EQ(open_files(), files);
  /* The allocator of the C library may grow a little; eight rounds of anything of ours would be more. libfabric's buffers
   * go back to it, but not always from it to the system. */
  const long growth = status_kib("VmSize:") - address_space;
#ifdef __SANITIZE_ADDRESS__
  const long quarantine = 8192; /* in which the sanitizer keeps what was freed */
#else
  const long quarantine = 0;
#endif
  const long allowed = (one_node ? 4096 : 262144) + quarantine;
  if (growth > allowed) fprintf(stderr, "%d rounds grew the address space by %ld KiB\n", rounds - 4, growth);
  EXPECT(growth <= allowed);
  return 0;
}

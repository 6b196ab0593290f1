/* What a program can ask: its place, the version, and what is accessible. */
#include "expect.h"

static int variable, other;

int main(void) {
  int yes = -1, provided = -1;
  shmem_query_initialized(&yes);
  EXPECT_EQ(yes, 0);
  int major = 0, minor = 0;
  char name[SHMEM_MAX_NAME_LEN];
  memset(name, 'x', sizeof name);
  shmem_info_get_version(&major, &minor); /* allowed before initialisation */
  shmem_info_get_name(name);
  EXPECT_EQ(major, 1);
  EXPECT_EQ(minor, 6);
  EXPECT(memchr(name, '\0', sizeof name) != NULL);
  EXPECT_EQ(strcmp(name, SHMEM_VENDOR_STRING), 0);

  EXPECT_EQ(shmem_init_thread(SHMEM_THREAD_MULTIPLE, &provided), 0);
  EXPECT_EQ(provided, SHMEM_THREAD_MULTIPLE);
  const int me = shmem_my_pe(), n = shmem_n_pes();
  const char* expected = getenv("TEST_N_PES");
  if (expected) EXPECT_EQ(n, atoi(expected));
  EXPECT(me >= 0 && me < n);
  /* PE numbers are all different: each PE marks its own on PE 0. */
  static int present[64];
  shmem_int_p(&present[me], 1, 0);
  shmem_barrier_all();
  for (int pe = 0; me == 0 && pe < n; ++pe) EXPECT_EQ(present[pe], 1);

  void *heap = shmem_malloc(8), *from_c = malloc(8);
  const int on_stack = 0;
  for (int pe = 0; pe < n; ++pe) {
    EXPECT(shmem_pe_accessible(pe));
    EXPECT(shmem_addr_accessible(&variable, pe));
    EXPECT(shmem_addr_accessible(heap, pe));
    EXPECT(!shmem_addr_accessible(from_c, pe));
    EXPECT(!shmem_addr_accessible(&on_stack, pe));
    EXPECT(!shmem_addr_accessible(NULL, pe));
    EXPECT(!shmem_addr_accessible("a constant", pe));
    EXPECT(shmem_ptr(from_c, pe) == NULL && shmem_ptr(&on_stack, pe) == NULL && shmem_ptr(NULL, pe) == NULL);
    EXPECT_EQ(shmem_ptr(heap, pe) != NULL, on_my_node(pe));
    EXPECT_EQ(shmem_ptr(&variable, pe) != NULL, on_my_node(pe));
    /* Distances between addresses are the same on every PE. */
    if (on_my_node(pe))
      EXPECT_EQ((char*)shmem_ptr(&other, pe) - (char*)shmem_ptr(&variable, pe), (char*)&other - (char*)&variable);
  }
  const int nobody[] = {-1, n, n + 1, 1 << 30, -(1 << 30)};
  for (int i = 0; i < 5; ++i) {
    EXPECT(!shmem_pe_accessible(nobody[i]));
    EXPECT(!shmem_addr_accessible(&variable, nobody[i]));
    EXPECT(shmem_ptr(heap, nobody[i]) == NULL);
  }
  free(from_c);
  shmem_pcontrol(1);
  shmem_finalize();
  return 0;
}

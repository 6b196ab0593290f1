/* Global and static variables are symmetric, wherever the compiler and the linker put them, and keep what they were
 * initialised with. Linked in several ways: PIE, no-pie, -z now, without RELRO, by lld. */
#include "expect.h"
#include "pattern.h"
#include "resident.h"

enum { sparse_bytes = 64 << 20, max_pes = 16 };

int initialised = 42;
static double table[3] = {0.5, -1.25, 1e300};
long zero;
static char text[64] = "as it was";
_Alignas(64) static int line = 64;
_Alignas(4096) static char page[4096] = {1, 2, 3};
static int* pointer = &initialised;      /* needs a relocation, but is no constant */
int* const fixed_pointer = &initialised; /* read-only after relocation */
static const int constant = 7;
static char sparse[sparse_bytes];
static _Thread_local int of_thread = 5;
static int inbox[max_pes];

static int* local_static(void) {
  static int variable = 11;
  return &variable;
}

static void check_initial_values(void) {
  EXPECT_EQ(initialised, 42);
  EXPECT(table[0] == 0.5 && table[1] == -1.25 && table[2] == 1e300);
  EXPECT_EQ(zero, 0);
  EXPECT_EQ(strcmp(text, "as it was"), 0);
  EXPECT_EQ(line, 64);
  EXPECT(page[0] == 1 && page[1] == 2 && page[2] == 3 && page[4095] == 0);
  EXPECT(pointer == &initialised && fixed_pointer == &initialised);
  EXPECT_EQ(*local_static(), 11);
  EXPECT_EQ(constant, 7);
  EXPECT_EQ(of_thread, 5);
  EXPECT_EQ((size_t)&line % 64, 0);
  EXPECT_EQ((size_t)page % 4096, 0);
}

static void check_accessible(int n) {
  const int on_stack = 0;
  for (int pe = 0; pe < n; ++pe) {
    EXPECT(shmem_addr_accessible(&initialised, pe));
    EXPECT(shmem_addr_accessible(table, pe) && shmem_addr_accessible(&zero, pe));
    EXPECT(shmem_addr_accessible(local_static(), pe) && shmem_addr_accessible(&sparse[sparse_bytes - 1], pe));
    EXPECT(!shmem_addr_accessible(&constant, pe));
    EXPECT(!shmem_addr_accessible(&of_thread, pe) && !shmem_addr_accessible(&on_stack, pe));
    EXPECT_EQ(shmem_ptr(&initialised, pe) != NULL, on_my_node(pe));
  }
}

/* Each PE writes variables of each kind on the next PE. */
static void check_remote(int me, int n) {
  const int to = (me + 1) % n, from = (me + n - 1) % n;
  shmem_barrier_all();
  shmem_int_p(&initialised, 1000 + me, to);
  const double doubles[3] = {me + 0.5, me + 0.25, -me};
  shmem_double_put(table, doubles, 3, to);
  shmem_long_p(&zero, -me - 1, to);
  char mine[64] = {0};
  snprintf(mine, sizeof mine, "greetings from PE %d", me);
  shmem_putmem(text, mine, sizeof mine, to);
  shmem_int_p(&line, me, to);
  shmem_char_p(&page[4095], (char)(me + 1), to);
  shmem_int_p(local_static(), 300 + me, to);
  for (int pe = 0; pe < n; ++pe) shmem_int_p(&inbox[me], me * 100 + pe, pe);
  shmem_barrier_all();
  EXPECT_EQ(initialised, 1000 + from);
  EXPECT(table[0] == from + 0.5 && table[1] == from + 0.25 && table[2] == -from);
  EXPECT_EQ(zero, -from - 1);
  snprintf(mine, sizeof mine, "greetings from PE %d", from);
  EXPECT_EQ(strcmp(text, mine), 0);
  EXPECT_EQ(line, from);
  EXPECT(page[0] == 1 && page[4095] == from + 1);
  EXPECT_EQ(*local_static(), 300 + from);
  EXPECT_EQ(shmem_int_g(&initialised, to), 1000 + me);
  EXPECT_EQ(constant, 7);
  for (int pe = 0; pe < n; ++pe) EXPECT_EQ(inbox[pe], pe * 100 + me);
}

/* Loads and stores through shmem_ptr must access the peer's variable. */
static void check_alias(int me, int n) {
  const int to = (me + 1) % n;
  EXPECT(shmem_ptr(&initialised, me) == &initialised);
  if (!all_on_one_node()) return;
  shmem_barrier_all();
  int* theirs = shmem_ptr(&initialised, to);
  *theirs += 1;
  shmem_barrier_all();
  EXPECT_EQ(initialised, 1000 + (me + n - 1) % n + 1);
  EXPECT_EQ(*theirs, 1000 + me + 1);
}

/* A large .bss may cost memory only for the pages that are touched, by this PE or by others. */
static void check_sparse(int me, int n) {
  const int to = (me + 1) % n, from = (me + n - 1) % n;
  const long before = status_kib("RssShmem:");
  shmem_char_p(&sparse[sparse_bytes / 2], (char)(me + 1), to);
  shmem_char_p(&sparse[sparse_bytes - 1], (char)(me + 2), to);
  shmem_barrier_all();
  EXPECT_EQ(sparse[sparse_bytes / 2], from + 1);
  EXPECT_EQ(sparse[sparse_bytes - 1], from + 2);
  EXPECT_EQ(sparse[sparse_bytes / 4], 0);
  EXPECT(before < 16 << 10);
  EXPECT(status_kib("RssShmem:") < 16 << 10);
}

int main(void) {
  check_initial_values();
  shmem_init();
  const int me = shmem_my_pe(), n = shmem_n_pes();
  check_initial_values();
  check_accessible(n);
  check_remote(me, n);
  check_alias(me, n);
  check_sparse(me, n);
  of_thread = me;
  shmem_finalize();
  return 0;
}

/* Floods of each kind of operation, from all PEs to all others at once and without a quiet between: what is under way
 * is bounded, so that no PE grows by more than 64 MiB, and nobody waits for ever when both sides are full. The number
 * of operations of a kind can be given as an argument. */
#include <shmem.h>
#include <string.h>

#include "expect.h"
#include "resident.h"

enum { max_pes = 16, words = 512, block = 1 << 16, growth = 64 << 10 /* KiB */ };

static long counts[max_pes];         /* by source */
static uint64_t signals[max_pes];    /* by source */
static long *table, *column, *large; /* symmetric: `words`, 2 * `words` and `block` of each source */
static long local[block / 8], fetched[1 << 12];
static int me, n;

static void add(long i, int pe) { (void)i, shmem_long_atomic_add(&counts[me], 1, pe); }
static void increment(long i, int pe) { (void)i, shmem_long_atomic_inc(&counts[me], pe); }
static void fetch_add_nbi(long i, int pe) {
  shmem_long_atomic_fetch_add_nbi(&fetched[i % (1 << 12)], &counts[me], 1, pe);
}
static void signal_add(long i, int pe) {
  (void)i;
  shmem_long_put_signal_nbi(&table[(long)me * words], local, 1, &signals[me], 1, SHMEM_SIGNAL_ADD, pe);
}
static void signal_add_large(long i, int pe) {
  (void)i;
  shmem_putmem_signal_nbi(&large[(long)me * (block / 8)], local, block, &signals[me], 1, SHMEM_SIGNAL_ADD, pe);
}
static void strided(long i, int pe) { (void)i, shmem_long_iput(&column[2L * me * words], local, 2, 1, 64, pe); }
static void one_value(long i, int pe) { shmem_long_p(&table[(long)me * words + i % words], i, pe); }
static void put_nbi(long i, int pe) { (void)i, shmem_long_put_nbi(&table[(long)me * words], local, 64, pe); }
static void put_large_nbi(long i, int pe) {
  (void)i;
  shmem_putmem_nbi(&large[(long)me * (block / 8)], local, block, pe);
}
static void get_nbi(long i, int pe) { (void)i, shmem_long_get_nbi(fetched, &table[(long)me * words], 64, pe); }

static const struct {
  const char* name;
  void (*issue)(long i, int pe);
  int counted, signalled; /* whether counts, or signals, grow by one */
  long part;              /* of the operations asked for, one in so many */
} kinds[] = {
    {"atomic_add", add, 1, 0, 1},
    {"atomic_inc", increment, 1, 0, 4},
    {"fetch_add_nbi", fetch_add_nbi, 1, 0, 1},
    {"put_signal_nbi", signal_add, 0, 1, 2},
    {"put_signal_nbi_large", signal_add_large, 0, 1, 32},
    {"iput", strided, 0, 0, 2},
    {"p", one_value, 0, 0, 1},
    {"put_nbi", put_nbi, 0, 0, 2},
    {"put_nbi_large", put_large_nbi, 0, 0, 32},
    {"get_nbi", get_nbi, 0, 0, 2},
};

int main(int argc, char** argv) {
  shmem_init();
  me = shmem_my_pe(), n = shmem_n_pes();
  EXPECT(n <= max_pes && n > 1);
  const long operations = argc > 1 ? atol(argv[1]) : 30000;
  table = shmem_calloc((size_t)n * words, sizeof(long));
  column = shmem_calloc(2 * (size_t)n * words, sizeof(long));
  large = shmem_calloc((size_t)n * (block / 8), sizeof(long));
  memset(local, 1, sizeof local);
  memset(fetched, 1, sizeof fetched);
  int failed = 0;
  for (size_t kind = 0; kind < sizeof kinds / sizeof *kinds; ++kind) {
    if (argc > 2 && strcmp(argv[2], kinds[kind].name) != 0) continue;
    const long per_peer = operations / kinds[kind].part / (n - 1);
    memset(counts, 0, sizeof counts);
    memset(signals, 0, sizeof signals);
    shmem_barrier_all();
    restart_peak();
    const long before = resident_kib();
    for (long i = 0; i < per_peer; ++i)
      for (int d = 1; d < n; ++d) kinds[kind].issue(i, (me + d) % n);
    shmem_quiet();
    shmem_barrier_all();
    const long grown = peak_kib() - before;
    if (argc > 2 || grown > growth) printf("PE %d: %s: %ld KiB\n", me, kinds[kind].name, grown);
    failed |= grown > growth;
    for (int pe = 0; pe < n; ++pe) {
      EXPECT_EQ(counts[pe], kinds[kind].counted && pe != me ? per_peer : 0);
      EXPECT_EQ((long)signals[pe], kinds[kind].signalled && pe != me ? per_peer : 0);
    }
    shmem_barrier_all();
  }
  EXPECT(!failed);
  shmem_finalize();
  return 0;
}

/* Collectives one after the other without any synchronisation between them, thousands of times, with sources and
 * results overwritten as soon as a call returns. Rounds alternate between two dests, as a dest must not be written
 * while its PE still reads it; the collectives in which every member waits for all keep PEs within one round of each
 * other. */
#include "program.h"

enum { words = 9 };
static int rounds = 1200;

static long source[words * max_pes];
typedef struct {
  long broadcast[words], sum[words], scan[words], fcollect[words * max_pes], collect[words * max_pes],
      alltoall[words * max_pes];
} Results;
static Results dest[2];

/* Reads a result and overwrites it: dest belongs to the caller again when the call returns, and nobody else may still
 * read it. */
static void take(long* to, long* from, int count) {
  memcpy(to, from, (size_t)count * sizeof *to);
  memset(from, 0x77, (size_t)count * sizeof *from);
}

static long term(long round, int call, int pe, int i) { return round * 100000 + call * 10000 + pe * 1000 + i; }

static void set_source(long round, int call, int count) {
  for (int i = 0; i < count; ++i) source[i] = term(round, call, me, i);
}

/* `member[i]` is the world PE with number i in the team; this PE has number `mine`. */
static void round_of(shmem_team_t team, const int* member, int size, int mine, long round) {
  Results *d = &dest[round % 2], got;
  const int root = (int)(round % size), count = 1 + (int)(round % words);
  int collected = 0;
  for (int pe = 0; pe < size; ++pe) collected += (int)((pe + round) % 3);
  set_source(round, 0, count);
  EXPECT_EQ(shmem_long_broadcast(team, d->broadcast, source, (size_t)count, root), 0);
  set_source(round, 1, count);
  take(got.broadcast, d->broadcast, count);
  EXPECT_EQ(shmem_long_sum_reduce(team, d->sum, source, (size_t)count), 0);
  take(got.sum, d->sum, count);
  set_source(round, 2, count);
  EXPECT_EQ(shmem_long_fcollect(team, d->fcollect, source, (size_t)count), 0);
  set_source(round, 3, 3);
  take(got.fcollect, d->fcollect, count * size);
  EXPECT_EQ(shmem_long_collect(team, d->collect, source, (size_t)(mine + round) % 3), 0);
  take(got.collect, d->collect, collected);
  set_source(round, 4, count * size);
  EXPECT_EQ(shmem_long_alltoall(team, d->alltoall, source, (size_t)count), 0);
  set_source(round, 5, count);
  take(got.alltoall, d->alltoall, count * size);
  EXPECT_EQ(shmem_long_sum_exscan(team, d->scan, source, (size_t)count), 0);
  take(got.scan, d->scan, count);
  set_source(round, 6, count);
  const long* next = got.collect;
  for (int pe = 0; pe < size; ++pe) {
    for (int i = 0; i < count; ++i) {
      EXPECT_EQ(got.fcollect[pe * count + i], term(round, 2, member[pe], i));
      EXPECT_EQ(got.alltoall[pe * count + i], term(round, 4, member[pe], mine * count + i));
    }
    for (int i = 0; i < (pe + round) % 3; ++i) EXPECT_EQ(*next++, term(round, 3, member[pe], i));
  }
  for (int i = 0; i < count; ++i) {
    long sum = 0, before = 0;
    for (int pe = 0; pe < size; ++pe) {
      sum += term(round, 1, member[pe], i);
      if (pe < mine) before += term(round, 5, member[pe], i);
    }
    EXPECT_EQ(got.broadcast[i], term(round, 0, member[root], i));
    EXPECT_EQ(got.sum[i], sum);
    EXPECT_EQ(got.scan[i], before);
  }
}

int main(void) {
  begin();
  rounds = all_on_one_node() ? some_of(rounds) : 60;
  int ascending[max_pes], descending[max_pes];
  for (int i = 0; i < n; ++i) {
    ascending[i] = i;
    descending[i] = n - 1 - i;
  }
  const shmem_team_t reversed = reversed_world();
  for (long round = 0; round < rounds; ++round) round_of(SHMEM_TEAM_WORLD, ascending, n, me, round);
  shmem_barrier_all();
  for (long round = 0; round < rounds; ++round) round_of(reversed, descending, n, n - 1 - me, round);
  /* In place, where each result is the source of the next call. */
  shmem_barrier_all();
  unsigned long *value = shmem_malloc(sizeof *value), model = 1;
  *value = (unsigned long)me + 1;
  for (int i = 0; i < rounds; ++i) {
    EXPECT_EQ(i % 2 ? shmem_ulong_sum_reduce(reversed, value, value, 1)
                    : shmem_ulong_sum_reduce(SHMEM_TEAM_WORLD, value, value, 1),
              0);
    model = i == 0 ? (unsigned long)n * (unsigned long)(n + 1) / 2 : model * (unsigned long)n;
    EXPECT_EQ(*value, model);
  }
  shmem_free(value);
  shmem_team_destroy(reversed);
  return end();
}

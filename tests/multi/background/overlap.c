/* Nonblocking collectives: several at once on two overlapping teams, begun in different orders by different PEs, with
 * blocking ones on the same teams meanwhile. They must complete without a call that would progress them. */
#include <shmemx.h>
#include <time.h>

#include "expect.h"

enum { rounds = 40, elements = 3000, most_pes = 16 };

static long source[2][elements], sums[2][elements], cast[2][elements], gathered[2][most_pes], word[2];
static long row[2][most_pes], exchanged[2][most_pes], blocking_in, blocking_out, completed[most_pes];

typedef struct {
  shmem_team_t team;
  int me, n;
  shmemx_req_t sum, bcast, gather, exchange;
} side_t;

static long value(int side, int pe, int round, int i) { return (long)(side + 1) * 1000003 * pe + round * 17 + i; }

static void begin(side_t* s, int side, int round) {
  for (int i = 0; i < elements; ++i) source[side][i] = value(side, s->me, round, i);
  word[side] = value(side, s->me, round, -1);
  for (int pe = 0; pe < s->n; ++pe) row[side][pe] = value(side, s->me, round, pe);
  EXPECT_EQ(shmemx_long_sum_reduce_nb(s->team, sums[side], source[side], elements, &s->sum), 0);
  EXPECT_EQ(shmemx_long_broadcast_nb(s->team, cast[side], source[side], elements, round % s->n, &s->bcast), 0);
  EXPECT_EQ(shmemx_fcollectmem_nb(s->team, gathered[side], &word[side], sizeof(long), &s->gather), 0);
  EXPECT_EQ(shmemx_long_alltoall_nb(s->team, exchanged[side], row[side], 1, &s->exchange), 0);
}

static void finish(side_t* s, int side, int round) {
  shmemx_req_wait(&s->exchange);
  EXPECT(s->exchange == SHMEMX_REQ_INVALID);
  while (!shmemx_req_test(&s->bcast)) continue;
  shmemx_req_wait(&s->gather);
  shmemx_req_wait(&s->sum);
  shmemx_req_wait(&s->sum); /* waiting for a request that has completed returns at once */
  for (int i = 0; i < elements; ++i) {
    long sum = 0;
    for (int pe = 0; pe < s->n; ++pe) sum += value(side, pe, round, i);
    EXPECT_EQ(sums[side][i], sum);
    EXPECT_EQ(cast[side][i], value(side, round % s->n, round, i));
  }
  for (int pe = 0; pe < s->n; ++pe) {
    EXPECT_EQ(gathered[side][pe], value(side, pe, round, -1));
    EXPECT_EQ(exchanged[side][pe], value(side, pe, round, s->me));
  }
}

int main(void) {
  shmem_init();
  const int me = shmem_my_pe(), n = shmem_n_pes();
  EXPECT(n <= most_pes);
  shmem_team_t reversed;
  EXPECT_EQ(shmem_team_split_strided(SHMEM_TEAM_WORLD, n - 1, -1, n, NULL, 0, &reversed), 0);
  side_t sides[2] = {{.team = SHMEM_TEAM_WORLD, .me = me, .n = n},
                     {.team = reversed, .me = shmem_team_my_pe(reversed), .n = n}};
  for (int round = 0; round < rounds; ++round) {
    const int first = (me + round) % 2; /* not the same on all PEs */
    begin(&sides[first], first, round);
    begin(&sides[1 - first], 1 - first, round);
    blocking_in = me + round;
    shmem_long_max_reduce(SHMEM_TEAM_WORLD, &blocking_out, &blocking_in, 1);
    EXPECT_EQ(blocking_out, n - 1 + round);
    finish(&sides[1 - first], 1 - first, round);
    finish(&sides[first], first, round);
  }

  /* PE 0 makes no call until all others have told it that what it has begun with them is complete. */
  shmemx_req_t request;
  EXPECT_EQ(shmemx_sync_nb(SHMEM_TEAM_WORLD, &request), 0);
  if (me == 0) {
    const time_t begun = time(NULL);
    for (int pe = 1; pe < n; ++pe)
      while (!__atomic_load_n(&completed[pe], __ATOMIC_ACQUIRE)) {
        EXPECT(time(NULL) - begun < 20);
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
      }
  } else {
    shmemx_req_wait(&request);
    shmem_long_p(&completed[me], 1, 0);
    shmem_quiet();
  }
  shmemx_req_wait(&request);
  shmem_team_destroy(reversed);
  shmem_finalize();
  return 0;
}

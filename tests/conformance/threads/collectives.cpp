// Collectives on different teams at the same time, a thread for each team, with nothing between them: reductions,
// broadcasts, collects, all-to-alls, scans and syncs, with results that show any mix-up.
#include "threads/crew.hpp"

namespace {

constexpr long rounds = 150;
struct Buffers {
  long source[max_pes], sum, broadcast, all[max_pes], collected[max_pes], exchanged[max_pes], before;
};
Buffers buffers[n_threads][2];

void work(int thread, shmem_team_t team) {
  const int size = shmem_team_n_pes(team), mine = shmem_team_my_pe(team);
  const auto members = static_cast<size_t>(size);
  const auto term = [&](long round, int number, int i) { return thread * 1000000 + round * 1000 + number * 50 + i; };
  for (long round = 0; round < rounds; ++round) {
    Buffers& b = buffers[thread][round % 2];
    for (int i = 0; i < size; ++i) b.source[i] = term(round, mine, i);
    const int root = static_cast<int>(round % size);
    EXPECT_EQ(shmem_long_broadcast(team, &b.broadcast, b.source, 1, root), 0);
    EXPECT_EQ(shmem_long_sum_reduce(team, &b.sum, b.source, 1), 0);
    EXPECT_EQ(shmem_long_fcollect(team, b.all, b.source, 1), 0);
    EXPECT_EQ(shmem_long_collect(team, b.collected, b.source, mine == root ? 0 : 1), 0);
    EXPECT_EQ(shmem_long_alltoall(team, b.exchanged, b.source, 1), 0);
    EXPECT_EQ(shmem_long_sum_exscan(team, &b.before, b.source, 1), 0);
    EXPECT_EQ(shmem_team_sync(team), 0);
    long sum = 0, before = 0;
    size_t at = 0;
    for (int i = 0; i < size; ++i) {
      sum += term(round, i, 0);
      if (i < mine) before += term(round, i, 0);
      EXPECT_EQ(b.all[i], term(round, i, 0));
      EXPECT_EQ(b.exchanged[i], term(round, i, mine));
      if (i != root) EXPECT_EQ(b.collected[at++], term(round, i, 0));
    }
    EXPECT(at == members - 1);
    EXPECT_EQ(b.sum, sum);
    EXPECT_EQ(b.before, before);
    EXPECT_EQ(b.broadcast, term(round, root, 0));
  }
}

}  // namespace

int main() {
  begin_with(SHMEM_THREAD_MULTIPLE);
  // Two teams of all PEs, in both orders, and one of some PEs; PEs outside it have one thread less.
  const shmem_team_t teams[n_threads] = {SHMEM_TEAM_WORLD, reversed_world(),
                                         split(SHMEM_TEAM_WORLD, 0, 2, (n + 1) / 2)};
  together([&](int thread) {
    if (teams[thread] != SHMEM_TEAM_INVALID) work(thread, teams[thread]);
  });
  shmem_barrier_all();
  shmem_team_destroy(teams[2]);
  shmem_team_destroy(teams[1]);
  return end();
}

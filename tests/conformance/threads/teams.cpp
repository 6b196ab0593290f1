// Teams made and destroyed by several threads at once, each from a parent of its own, and used at once; contexts of
// them made and destroyed beside.
#include "threads/crew.hpp"

namespace {

constexpr int rounds = 60;
long source[n_threads], sum[n_threads], word[n_threads];

void work(int thread, shmem_team_t parent) {
  const int size = shmem_team_n_pes(parent);
  for (int round = 0; round < rounds; ++round) {
    const int start = round % size, members = size - start;
    shmem_team_t made, row, column;
    EXPECT_EQ(shmem_team_split_strided(parent, start, 1, members, nullptr, 0, &made), 0);
    EXPECT_EQ(made != SHMEM_TEAM_INVALID, shmem_team_my_pe(parent) >= start);
    EXPECT_EQ(shmem_team_split_2d(parent, 1 + round % 3, nullptr, 0, &row, nullptr, 0, &column), 0);
    for (const shmem_team_t team : {made, row, column}) {
      if (team == SHMEM_TEAM_INVALID) continue;
      source[thread] = shmem_team_my_pe(team) + 1;
      EXPECT_EQ(shmem_long_sum_reduce(team, &sum[thread], &source[thread], 1), 0);
      const long all = shmem_team_n_pes(team);
      EXPECT_EQ(sum[thread], all * (all + 1) / 2);
      shmem_ctx_t context;
      EXPECT_EQ(shmem_team_create_ctx(team, 0, &context), 0);
      shmem_ctx_long_atomic_inc(context, &word[thread], static_cast<int>(all) - 1);
      shmem_ctx_destroy(context);
      EXPECT_EQ(shmem_team_sync(team), 0);
      EXPECT_EQ(shmem_team_translate_pe(team, 0, team), 0);
      shmem_team_destroy(team);
    }
  }
}

}  // namespace

int main() {
  begin_with(SHMEM_THREAD_MULTIPLE);
  const shmem_team_t parents[n_threads] = {SHMEM_TEAM_WORLD, reversed_world(), split(SHMEM_TEAM_WORLD, 0, 1, n)};
  together([&](int thread) { work(thread, parents[thread]); });
  shmem_barrier_all();
  // Every team that was made must have been counted once, on its last member.
  static long mine, all;
  mine = word[0] + word[1] + word[2];
  EXPECT_EQ(shmem_long_sum_reduce(SHMEM_TEAM_WORLD, &all, &mine, 1), 0);
  long expected = 0;
  for (int round = 0; round < rounds; ++round) expected += n_threads * (n - round % n + 2 * n);
  EXPECT_EQ(all, expected);
  shmem_team_destroy(parents[2]);
  shmem_team_destroy(parents[1]);
  return end();
}

// Threads that split parents with PEs in common at the same time, in an order that differs from PE to PE; with plenty
// of room, and with so little that each keeps the others from the last places. Nobody waits for ever, all members of a
// parent get the same answer, and what was made works.
#include <atomic>
#include <thread>
#include <vector>

#include "program.h"

namespace {

constexpr int n_parents = 4;
shmem_team_t parents[n_parents];
long source[n_parents], sum[n_parents];
int made_here[n_parents], made_elsewhere[n_parents];

// Splits the parent; true if there was room. The new team is used and destroyed.
bool split_once(int parent, bool may_fail, bool two) {
  shmem_team_t teams[2] = {SHMEM_TEAM_WORLD, SHMEM_TEAM_INVALID};
  const int size = shmem_team_n_pes(parents[parent]);
  const int result = two ? shmem_team_split_2d(parents[parent], 2, nullptr, 0, &teams[0], nullptr, 0, &teams[1])
                         : shmem_team_split_strided(parents[parent], size - 1, -1, size, nullptr, 0, &teams[0]);
  EXPECT_EQ(result == 0, teams[0] != SHMEM_TEAM_INVALID);
  if (!may_fail) EXPECT_EQ(result, 0);
  for (const shmem_team_t team : teams) {
    if (team == SHMEM_TEAM_INVALID) continue;
    source[parent] = 1 + shmem_team_my_pe(team);
    EXPECT_EQ(shmem_long_sum_reduce(team, &sum[parent], &source[parent], 1), 0);
    const long members = shmem_team_n_pes(team);
    EXPECT_EQ(sum[parent], members * (members + 1) / 2);
    shmem_team_destroy(team);
  }
  return result == 0;
}

// All PEs of a parent must have got the same answer.
void compare(int parent, bool made) {
  made_here[parent] = made;
  const int size = shmem_team_n_pes(parents[parent]);
  EXPECT_EQ(shmem_int_sum_reduce(parents[parent], &made_elsewhere[parent], &made_here[parent], 1), 0);
  EXPECT_EQ(made_elsewhere[parent], made ? size : 0);
}

// Runs one thread for each parent, started in an order that depends on PE and round.
void together(int round, bool may_fail, bool two, std::atomic<int>* made) {
  std::vector<std::thread> threads;
  for (int i = 0; i < n_parents; ++i) {
    const int parent = (i + me + round) % n_parents;
    threads.emplace_back([=] {
      const bool success = split_once(parent, may_fail, two);
      compare(parent, success);
      if (made) *made += success;
    });
  }
  for (std::thread& thread : threads) thread.join();
}

// Even PEs have a thread for each of two parents, and odd PEs split them one after the other: a thread here may wait
// with its offer for a PE that waits for another thread here, which must not deadlock.
void one_after_the_other(int round, bool may_fail) {
  const auto one = [=](int parent) { compare(parent, split_once(parent, may_fail, false)); };
  if (me % 2) {
    one(0);
    one(1);
    return;
  }
  std::thread other(one, round % 2);
  one(1 - round % 2);
  other.join();
}

// Fills the team table until `left` places are free, the same ones on all PEs: each PE makes teams of itself alone,
// which needs no communication, and gets the same places since the history is the same on all PEs.
std::vector<shmem_team_t> fill(shmem_team_t self, int left) {
  std::vector<shmem_team_t> teams;
  shmem_team_t team;
  while (shmem_team_split_strided(self, 0, 1, 1, nullptr, 0, &team) == 0) teams.push_back(team);
  for (; left > 0; --left) {
    shmem_team_destroy(teams[teams.size() / 2]);
    teams.erase(teams.begin() + static_cast<std::ptrdiff_t>(teams.size() / 2));
  }
  shmem_barrier_all();
  return teams;
}

}  // namespace

int main() {
  begin_with(SHMEM_THREAD_MULTIPLE);
  const bool wire = !all_on_one_node();
  parents[0] = split(SHMEM_TEAM_WORLD, 0, 1, n);
  parents[1] = split(SHMEM_TEAM_WORLD, n - 1, -1, n);
  // Two that overlap in part: the world's halves, and what lies across.
  EXPECT_EQ(shmemx_team_split_color(SHMEM_TEAM_WORLD, me < (n + 1) / 2, me, nullptr, 0, &parents[2]), 0);
  EXPECT_EQ(shmemx_team_split_color(SHMEM_TEAM_WORLD, me % 2, -me, nullptr, 0, &parents[3]), 0);
  shmem_team_t self;
  EXPECT_EQ(shmemx_team_split_color(SHMEM_TEAM_WORLD, me, 0, nullptr, 0, &self), 0);

  for (int round = 0; round < (wire ? 20 : 100); ++round) together(round, false, round % 4 == 3, nullptr);
  for (int round = 0; round < (wire ? 20 : 100); ++round) one_after_the_other(round, false);

  // First with room for all splits, all in one window; then with room for one only, over which they compete.
  for (const int left : {2 * n_parents, 1}) {
    const std::vector<shmem_team_t> teams = fill(self, left);
    std::atomic<int> made = 0;
    for (int round = 0; round < (wire ? 4 : 8); ++round) {
      together(round, true, false, &made);
      shmem_barrier_all();
    }
    // With room for all, all splits succeed unless the machine is so busy that some give up.
    if (left > 1) EXPECT(made > n_parents * (wire ? 4 : 8) / 2);
    for (int round = 0; round < 3; ++round) one_after_the_other(round, true);
    // No place was lost.
    std::vector<shmem_team_t> rest;
    shmem_team_t team;
    while (shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, n, nullptr, 0, &team) == 0) rest.push_back(team);
    EXPECT_EQ(rest.size(), left);
    for (const shmem_team_t one : rest) shmem_team_destroy(one);
    for (const shmem_team_t one : teams) shmem_team_destroy(one);
    shmem_barrier_all();
  }
  for (const shmem_team_t parent : parents) shmem_team_destroy(parent);
  return end();
}

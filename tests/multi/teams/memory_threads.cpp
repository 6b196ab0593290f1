// Threads that allocate memory of teams with PEs in common at the same time, in an order that differs from PE to PE: no
// block is given twice, all members have it at the same place, and where there is no room all of them hear so.
// SHMEM_TEAM_HEAP_SIZE is 1 MiB.
#include <algorithm>
#include <thread>
#include <vector>

#include "program.h"

namespace {

constexpr int n_teams = 3, rounds = 60;
shmem_team_t teams[n_teams];
uint64_t place[n_teams], least[n_teams], most[n_teams];

// The result must be the same on all members, null included.
void expect_agreement(int team, const char* block, const char* base) {
  place[team] = block ? static_cast<uint64_t>(block - base) : UINT64_MAX;
  EXPECT_EQ(shmem_uint64_min_reduce(teams[team], &least[team], &place[team], 1), 0);
  EXPECT_EQ(shmem_uint64_max_reduce(teams[team], &most[team], &place[team], 1), 0);
  EXPECT_EQ(least[team], place[team]);
  EXPECT_EQ(most[team], place[team]);
}

struct Block {
  char* start;
  size_t bytes;
  uint64_t seed;
};

void write(int team, const Block& block) { fill_pattern(block.start, block.bytes, block.seed, me, team); }

void expect_untouched(int team, const Block& block) {
  std::vector<char> expected(block.bytes);
  fill_pattern(expected.data(), block.bytes, block.seed, me, team);
  EXPECT_SAME(block.start, expected.data(), block.bytes);
}

void work(int team, const char* base) {
  std::vector<Block> blocks;
  for (int round = 0; round < rounds; ++round) {
    const uint64_t dice = pattern(17, team, round, 0);  // the same on all members
    if (dice % 3 || blocks.empty()) {
      const size_t bytes = 1 + pattern(18, team, round, 0) % (dice % 7 ? 3000 : 300000);
      char* block = static_cast<char*>(shmemx_team_malloc(teams[team], bytes));
      expect_agreement(team, block, base);
      if (!block) continue;
      blocks.push_back({block, bytes, static_cast<uint64_t>(round)});
      write(team, blocks.back());
    } else {
      const auto one = blocks.begin() + static_cast<std::ptrdiff_t>(dice / 8 % blocks.size());
      expect_untouched(team, *one);
      shmemx_team_free(teams[team], one->start);
      blocks.erase(one);
    }
  }
  for (const Block& block : blocks) expect_untouched(team, block);
  for (const Block& block : blocks) shmemx_team_free(teams[team], block.start);
}

}  // namespace

int main() {
  begin_with(SHMEM_THREAD_MULTIPLE);
  const char* base = static_cast<char*>(shmemx_team_malloc(SHMEM_TEAM_WORLD, 1 << 20));
  EXPECT(base != nullptr);
  shmemx_team_free(SHMEM_TEAM_WORLD, const_cast<char*>(base));
  teams[0] = SHMEM_TEAM_WORLD;
  EXPECT_EQ(shmemx_team_split_color(SHMEM_TEAM_WORLD, me < (n + 1) / 2, -me, nullptr, 0, &teams[1]), 0);
  EXPECT_EQ(shmemx_team_split_color(SHMEM_TEAM_WORLD, me % 2, me, nullptr, 0, &teams[2]), 0);
  std::vector<std::thread> threads;
  for (int i = 0; i < n_teams; ++i) {
    const int team = (i + me) % n_teams;
    threads.emplace_back([team, base] { work(team, base); });
  }
  for (std::thread& thread : threads) thread.join();
  shmem_barrier_all();
  EXPECT(shmemx_team_malloc(SHMEM_TEAM_WORLD, 1 << 20) == base);  // nothing was lost
  return end();
}

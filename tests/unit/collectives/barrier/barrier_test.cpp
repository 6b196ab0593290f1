// Every barrier algorithm, forced, with threads as members: no member may leave before all have entered, and what was
// written before must be seen after.
#include "collectives/barrier/barrier.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <thread>
#include <vector>

#include "base/wait.hpp"

namespace isthmus::collectives {
namespace {

using Row = Algorithm<comm::Team&>;

/// The algorithms that members of one node can run.
std::vector<Row> on_a_node() {
  std::vector<Row> rows;
  for (const Row& row : barrier_algorithms())
    if (row.rule.needs != Needs::wire) rows.push_back(row);
  return rows;
}

class Barrier : public ::testing::TestWithParam<std::tuple<Row, int>> {};

TEST_P(Barrier, NobodyLeavesBeforeEverybodyHasCome) {
  const auto [algorithm, members] = GetParam();
  constexpr int kRounds = 300;
  base::spin_limit = 0;
  const auto slots = std::make_unique<comm::SyncSlot[]>(static_cast<std::size_t>(members));
  std::vector<comm::SyncSlot*> addresses;
  for (int i = 0; i < members; ++i) addresses.push_back(&slots[static_cast<std::size_t>(i)]);
  // Not atomic on purpose: the barrier alone has to order these, which the thread sanitizer can check.
  std::vector<int> arrived(static_cast<std::size_t>(members), 0);
  std::vector<int> seen_early(static_cast<std::size_t>(members), 0);
  const auto member = [&, run = algorithm.run](int me) {
    comm::Team team;
    team.node.me = me;
    team.node.slots = addresses;
    for (int round = 1; round <= kRounds; ++round) {
      arrived[static_cast<std::size_t>(me)] = round;
      run(team);
      for (const int other : arrived)
        if (other != round) ++seen_early[static_cast<std::size_t>(me)];
      run(team);  // nobody writes the next round while others still look
    }
  };
  std::vector<std::thread> threads;
  for (int me = 0; me < members; ++me) threads.emplace_back(member, me);
  for (std::thread& thread : threads) thread.join();
  for (const int early : seen_early) EXPECT_EQ(early, 0);
}

INSTANTIATE_TEST_SUITE_P(All, Barrier,
                         ::testing::Combine(::testing::ValuesIn(on_a_node()), ::testing::Values(1, 2, 3, 4, 7, 8, 16)),
                         [](const auto& row) {
                           return std::string(std::get<0>(row.param).rule.name) + "_" +
                                  std::to_string(std::get<1>(row.param));
                         });

}  // namespace
}  // namespace isthmus::collectives

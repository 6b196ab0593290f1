// Collectives on different teams at the same time, with one thread of each PE for each team. The threads of a team make
// all operations in the same random order; each team has memory of its own.
#include "operations.hpp"

namespace {

constexpr int n_threads = 3;
constexpr size_t dest_bytes = 96 << 10, source_bytes = 16 << 10;
alignas(64) unsigned char dests[n_threads][dest_bytes], sources[n_threads][source_bytes];

void work(int thread, const Team& team, uint64_t bursts) {
  Stage stage(dests[thread], dest_bytes, sources[thread], source_bytes);
  Pace pace(static_cast<uint64_t>(thread) + 10);
  constexpr size_t sizes[] = {0, 1, 8, 47, 48, 49, 200, 495, 496, 497, 900, 1500};
  const auto first = static_cast<uint64_t>(thread) * 100000;
  for (uint64_t burst = 0; burst < bursts; ++burst) {
    Cases cases;
    for (uint64_t i = 0; i < 12; ++i) {
      const uint64_t turn = first + burst * 12 + i;
      Order order{&team, sizes[pattern(turn, 0, 0, 0) % std::size(sizes)], turn};
      order.seed = turn;
      cases.push_back(any_operation(order));
    }
    stage.perform(cases, -1, pace, [&] { EXPECT_EQ(shmem_team_sync(team.handle), 0); });
  }
}

}  // namespace

int main() {
  begin(SHMEM_THREAD_MULTIPLE);
  const Team teams[n_threads] = {world_team(), strided("reversed", n - 1, -1, n), strided("even", 0, 2, (n + 1) / 2)};
  const uint64_t bursts = all_on_one_node() ? 12 : 3;
  std::vector<std::thread> threads;
  for (int t = 0; t < n_threads; ++t)
    if (teams[t].has_me()) threads.emplace_back([&, t] { work(t, teams[t], bursts); });
  for (std::thread& thread : threads) thread.join();
  shmem_barrier_all();
  return end();
}

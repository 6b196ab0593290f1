// Barriers and syncs of all PEs, of teams and of active sets, in turn and back to back. No PE may leave before every
// member has entered, stores from before must be visible after, and after a barrier puts must have arrived.
#include "plan.hpp"

namespace {

constexpr size_t most_rounds = 400;
// Each round has words of its own, so that a PE that is ahead does not overwrite what others still read.
long arrived[most_rounds], delivered[most_rounds];

enum class Kind { sync_all, barrier_all, team_sync, set_sync, set_barrier };

/// What member `k` stored in `arrived` before it entered.
long seen(const Team& team, size_t k, size_t round) {
  const auto* there = static_cast<const long*>(shmem_ptr(&arrived[round], team.pes[k]));
  return there ? *there : shmem_long_g(&arrived[round], team.pes[k]);
}

long mark(size_t round, int pe) { return static_cast<long>(round) * 100 + pe + 1; }

void meet(const Team& team, Kind kind, size_t round) {
  switch (kind) {
    case Kind::sync_all:
      return shmem_sync_all();
    case Kind::barrier_all:
      return shmem_barrier_all();
    case Kind::team_sync:
      EXPECT_EQ(shmem_team_sync(team.handle), 0);
      return;
    case Kind::set_sync:
    case Kind::set_barrier:
      on_set(team, round, [&](int start, int stride, int size, long* psync) {
        kind == Kind::set_sync ? shmem_sync(start, stride, size, psync) : shmem_barrier(start, stride, size, psync);
      });
  }
}

void one_round(const Team& team, Kind kind, size_t round, Pace& pace) {
  const size_t size = team.size(), mine = static_cast<size_t>(team.mine), before = (mine + size - 1) % size;
  const bool completes = kind == Kind::barrier_all || kind == Kind::set_barrier;
  pace.pause();
  arrived[round] = mark(round, me);
  shmem_long_p(&delivered[round], mark(round, me), team.pes[(mine + 1) % size]);
  if (!completes) shmem_quiet();
  meet(team, kind, round);
  EXPECT_EQ(delivered[round], mark(round, team.pes[before]));
  // Members of other nodes are read by a get, which is slow: only one of them is checked, a different one each round.
  for (size_t k = 0; k < size; ++k)
    if (on_my_node(team.pes[k]) || k == (mine + round) % size)
      EXPECT_EQ(seen(team, k, round), mark(round, team.pes[k]));
}

}  // namespace

int main(int argc, char** argv) {
  begin();
  Plan plan(argc, argv);
  Pace pace(2);
  const size_t rounds = plan.one_node() ? most_rounds : 100;
  shmem_barrier_all();
  for (size_t round = 0; round < rounds; ++round) {
    const uint64_t roll = pattern(round, 0, 0, 0);
    // The first rounds of every fifty use one team and one kind, so that the same sync state is reused again and again;
    // the others mix.
    const Team& team = plan.teams()[round % 50 < 20 ? 0 : roll % plan.teams().size()];
    auto kind = static_cast<Kind>(round % 50 < 10 ? round / 50 % 3 : roll / 64 % 5);
    const bool everybody = kind == Kind::sync_all || kind == Kind::barrier_all;
    const bool as_set = kind == Kind::set_sync || kind == Kind::set_barrier;
    if ((everybody && &team != &plan.teams()[0]) || (as_set && team.log_stride < 0)) kind = Kind::team_sync;
    if (round % 50 == 0) pace.begin(static_cast<int>(roll / 512 % static_cast<uint64_t>(n)));
    if (team.has_me()) one_round(team, kind, round, pace);
    // Another set may use a pSync array once all members have left the last call with it, which this barrier ensures.
    if (round % set_calls == set_calls - 1) shmem_barrier_all();
  }
  return end();
}

#include "collectives/barrier/barrier.hpp"

#include "base/arrivals.hpp"
#include "base/wait.hpp"
#include "collectives/barrier/node_barrier.hpp"
#include "collectives/group/leaders.hpp"
#include "collectives/group/round.hpp"
#include "ops/remote.hpp"

namespace isthmus::collectives {
namespace {

void flags_barrier(comm::Team& team) { collectives::flags_barrier(team.node); }
void dissemination_barrier(comm::Team& team) { collectives::dissemination_barrier(team.node); }
void central_barrier(comm::Team& team) { collectives::central_barrier(team.node); }

/// Each node sends one word over the wire in each of log2(nodes) steps, however many members it has.
void two_level_barrier(comm::Team& team) {
  Leaders leaders(team);
  Round in(team.node);
  in.arrive_empty();
  if (leaders.first()) {
    in.await_all();
    leaders.sync();
  }
  Round out(team.node);
  if (leaders.first())
    out.arrive_empty();
  else
    out.await(0);
  out.leave();
  in.saw_all();
  // Every node has arrived, so that all receive buffers of earlier operations are free again.
  team.nodes->clear_receives();
}

/// A flag crosses the wire as one word whose completion the sender does not wait for, and each PE polls its own slot
/// alone.
void dissemination_over_wire(comm::Team& team) {
  const std::uint64_t generation = ++team.generation;
  comm::SyncSlot& mine = *team.node.slots[static_cast<std::size_t>(team.node.me)];
  const memory::Segment& internal = team.wire->memory()->internal();
  const int size = team.pes.size();
  for (int round = 0, distance = 1; distance < size; ++round, distance *= 2) {
    std::atomic<std::uint64_t>& flag = mine.round[static_cast<std::size_t>(round)].generation;
    const int to = team.me + distance < size ? team.me + distance : team.me + distance - size;
    ops::post(*team.wire, {internal, team.pes.pe(to), internal.offset(&flag)}, generation);
    // A neighbour may already be one generation ahead, never more. A comparison by >= would be wrong, because a word
    // may arrive in parts: 0x1ff can be seen on the way from 0xff to 0x100.
    base::wait_until([&] { return flag.load(std::memory_order_acquire) - generation <= 1; }, nullptr,
                     comm::OthersOf{team.node});
    base::arrivals.see();
  }
}

void flat_barrier(comm::Team& team) { team.wire ? dissemination_over_wire(team) : dissemination_barrier(team); }

constexpr Algorithm<comm::Team&> kAlgorithms[] = {
    {
        .rule = {.name = "flags",
                 .what = "each shows a flag and looks at everybody's",
                 .needs = Needs::node,
                 .until_members = 16},
        .run = flags_barrier,
    },
    {
        .rule = {.name = "dissemination",
                 .what = "log2(n) rounds, in round r a flag from the member 2^r below",
                 .needs = Needs::node,
                 .cores = Cores::own},
        .run = dissemination_barrier,
    },
    {
        .rule = {.name = "central",
                 .what = "one counter and one release flag: each PE runs once",
                 .needs = Needs::node},
        .run = central_barrier,
    },
    {
        .rule = {.name = "two_level",
                 .what = "each node comes to its first member, these meet by dissemination and let the others go",
                 .needs = Needs::wire},
        .run = two_level_barrier,
    },
    {
        .rule = {.name = "flat", .what = "dissemination over all members, wherever they are"},
        .run = flat_barrier,
    },
};
constexpr Table kTable(Operation::barrier, kAlgorithms);

}  // namespace

void sync(comm::Team& team) {
  // What this PE stored before is visible to whoever sees what it stores next, as behind the flags of a larger team.
  if (team.pes.size() == 1) return std::atomic_thread_fence(std::memory_order_seq_cst);
  kTable.choose({&team, team.pes.size()}, 0)(team);
}

void last_sync(comm::Team& team) { flat_barrier(team); }

std::span<const Rule> barrier_rules() { return kTable.rules(); }
std::span<const Algorithm<comm::Team&>> barrier_algorithms() { return kAlgorithms; }

}  // namespace isthmus::collectives

#include "collectives/group/leaders.hpp"

#include <algorithm>
#include <utility>

#include "base/arrivals.hpp"
#include "base/wait.hpp"
#include "collectives/group/team_memory.hpp"
#include "ops/remote.hpp"

namespace isthmus::collectives {

Leaders::Leaders(comm::Team& team) : team_(team), nodes_(*team.nodes) {}

int Leaders::leaders_for(std::size_t bytes, std::size_t least) const {
  return static_cast<int>(std::clamp<std::size_t>(bytes / least, 1, static_cast<std::size_t>(nodes_.leaders)));
}

ops::Place Leaders::link_of(int node, int link) const {
  const memory::Segment& internal = team_.wire->memory()->internal();
  return {internal, team_.pes.pe(member(node)), internal.offset(&slot().links[static_cast<std::size_t>(link)])};
}

std::uint64_t Leaders::next_number(int link) {
  const std::uint32_t number = ++nodes_.sent[static_cast<std::size_t>(link)];
  return std::uint64_t{number} << 32 | static_cast<std::uint32_t>(~number);
}

void Leaders::post_link(int node, int link) { ops::post(*team_.wire, link_of(node, link), next_number(link)); }

void Leaders::post_link(int node, int link, const Payload& payload) {
  const memory::Segment& segment = payload.buffer.segment_;
  const ops::Place to{segment, team_.pes.pe(member(node)), segment.offset(payload.buffer.at(payload.offset))};
  ops::post(*team_.wire, to, payload.from, payload.bytes, link_of(node, link), next_number(link));
}

void Leaders::await_link(int link) {
  const auto l = static_cast<std::size_t>(link);
  const std::atomic<std::uint64_t>& word = slot().links[l];
  const std::uint32_t wanted = ++nodes_.received[l];
  // The other side may be ahead. A word may arrive in parts (0x1ff can be seen on the way from 0xff to 0x100), so it
  // counts only when its lower half is the complement of its upper half.
  const auto posted = [&] {
    const std::uint64_t seen = word.load(std::memory_order_acquire);
    const auto number = static_cast<std::uint32_t>(seen >> 32);
    return static_cast<std::uint32_t>(seen) == ~number && static_cast<std::int32_t>(number - wanted) >= 0;
  };
  base::wait_until(posted, nullptr, comm::OthersOf{team_.node});
  base::arrivals.see();
}

void Leaders::sync() {
  for (int i = 0; i < doublings(nodes()); ++i) {
    post_above(i);
    await_below(i);
  }
}

bool has_large_receive_buffers(const Call& call) {
  comm::Team& team = *call.group.team();
  if (!std::exchange(team.asked_for_receive_buffers, true))
    team.receive_buffers = static_cast<std::byte*>(team_allocate(
        call.world.memory()->team_heap(), call.group, ReceiveBuffer::kLargeTurns * ReceiveBuffer::kLargeBytes, 4096));
  return team.receive_buffers;
}

ReceiveBuffer::ReceiveBuffer(Leaders& leaders, Size size)
    : nodes_(leaders.nodes_),
      segment_(size == Size::small ? leaders.team_.wire->memory()->internal()
                                   : leaders.team_.wire->memory()->team_heap().segment()) {
  const std::uint64_t turns = size == Size::small ? comm::kTurns : kLargeTurns;
  const std::uint64_t turn = ++nodes_.receives, place = turn % turns;
  bytes_ = size == Size::small ? leaders.slot().receive_buffers[place].data()
                               : leaders.team_.receive_buffers + place * kLargeBytes;
  if (turn <= nodes_.cleared + turns) return;
  if (leaders.first()) leaders.sync();
  nodes_.cleared = turn - 1;
}

}  // namespace isthmus::collectives

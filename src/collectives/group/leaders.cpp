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
        call.world.memory()->team_heap(), call.group, ReceiveBuffer::kLargeBuffers * ReceiveBuffer::kLargeBytes, 4096));
  return team.receive_buffers;
}

ReceiveBuffer::ReceiveBuffer(Leaders& leaders, Size size, std::size_t bytes)
    : nodes_(leaders.nodes_),
      ring_(size == Size::small ? nodes_.small_receives : nodes_.large_receives),
      segment_(size == Size::small ? leaders.team_.wire->memory()->internal()
                                   : leaders.team_.wire->memory()->team_heap().segment()) {
  constexpr std::size_t kLine = 64;
  const bool small = size == Size::small;
  const std::size_t whole = small ? sizeof(comm::SyncSlot::receive_buffers) : kLargeBuffers * kLargeBytes;
  const std::size_t wanted = small ? (bytes + kLine - 1) / kLine * kLine : kLargeBytes;
  start_ = ring_.taken;
  if (start_ % whole + wanted > whole) start_ += whole - start_ % whole;  // the rest is too short
  if (start_ + wanted > ring_.cleared + whole) {
    if (leaders.first()) leaders.sync();
    nodes_.clear_receives();
  }
  ring_.taken = start_ + wanted;
  bytes_ = (small ? leaders.slot().receive_buffers.data() : leaders.team_.receive_buffers) + start_ % whole;
}

}  // namespace isthmus::collectives

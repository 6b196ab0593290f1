#include "collectives/group/team_group.hpp"

#include <algorithm>

#include "collectives/barrier/barrier.hpp"
#include "collectives/collect/collect.hpp"
#include "collectives/group/fold.hpp"
#include "collectives/group/gather.hpp"
#include "collectives/group/round.hpp"

namespace isthmus::collectives {

void TeamGroup::sync() { collectives::sync(team_); }

void TeamGroup::share(std::span<const std::uint64_t> words) {
  if (!all_mapped()) return share_over_wire(words);
  Round round(team_.node, words.size_bytes());
  round.arrive(words.data(), words.size_bytes());
  round.await_all();
  shown_.emplace(round);
}

void TeamGroup::share_over_wire(std::span<const std::uint64_t> words) {
  words_ = words.size();
  team_.fetched.resize(words.size() * static_cast<std::size_t>(size()));
  if (words.size_bytes() <= gather_room(*team_.nodes) && fcollect_is_bruck(*this, words.size_bytes()))
    return gather(team_, words.data(), words.size_bytes(), team_.fetched.data());
  const Call call{"exchange of words", *this, *team_.wire};
  if (gather_fits(*team_.nodes, words.size_bytes()) && has_large_receive_buffers(call))
    return gather_shown(call, words.data(), words.size_bytes(), reinterpret_cast<char*>(team_.fetched.data()));
  // There are too many words for that. Each member writes its own to a board in its slot, and reads those of all others
  // after a sync.
  comm::SyncSlot& mine = *team_.node.slots[static_cast<std::size_t>(team_.node.me)];
  auto& board = mine.board[++team_.shares % 2];
  std::copy(words.begin(), words.end(), board.begin());
  sync();
  const memory::Segment& internal = team_.wire->memory()->internal();
  ofi::Endpoint& wire = *team_.wire->endpoint();
  for (int step = 0; step < size(); ++step) {
    const int member = (me() + step) % size();
    std::uint64_t* into = team_.fetched.data() + static_cast<std::size_t>(member) * words_;
    const std::uintptr_t offset = internal.offset(&board);
    if (const std::uintptr_t here = internal.mapped(pe(member)))
      std::memcpy(into, reinterpret_cast<const void*>(here + offset), words.size_bytes());
    else
      wire.read_later(pe(member), internal.wire.at(pe(member), offset), into, words.size_bytes());
  }
  wire.wait_read();
}

void TeamGroup::fold(std::span<std::uint64_t> words, Fold how) {
  if (all_mapped()) return Group::fold(words, how);
  collectives::fold(team_, words, how);
}

std::uint64_t TeamGroup::shared(int member, std::size_t word) const {
  if (!all_mapped()) return team_.fetched[static_cast<std::size_t>(member) * words_ + word];
  std::uint64_t value;
  std::memcpy(&value, shown_->shown_by(member) + word * sizeof value, sizeof value);
  return value;
}

}  // namespace isthmus::collectives

#include "collectives/group/fold.hpp"

#include <cstring>

#include "collectives/group/leaders.hpp"
#include "collectives/group/round.hpp"

namespace isthmus::collectives {
namespace {

static_assert(comm::kMaxRounds * kFoldWords * sizeof(std::uint64_t) <= ReceiveBuffer::kBytes);

void add(std::span<std::uint64_t> words, const std::byte* theirs, Fold how) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    std::uint64_t word = 0;
    std::memcpy(&word, theirs + i * sizeof word, sizeof word);
    words[i] = folded(words[i], word, how);
  }
}

/// Every step has its own place in the receive buffer, since the node below may be steps ahead. After the last one each
/// node has heard of all, of some more than once, which changes nothing in the result.
void between_nodes(Leaders& leaders, const ReceiveBuffer& receive_buffer, std::span<std::uint64_t> words, Fold how) {
  for (int i = 0; i < doublings(leaders.nodes()); ++i) {
    const std::size_t place = static_cast<std::size_t>(i) * ReceiveBuffer::padded(words.size_bytes());
    leaders.post_above(i, {receive_buffer, place, words.data(), words.size_bytes()});
    leaders.await_below(i);
    add(words, receive_buffer.at(place), how);
  }
}

}  // namespace

void fold(comm::Team& team, std::span<std::uint64_t> words, Fold how) {
  Leaders leaders(team);
  ReceiveBuffer receive_buffer(leaders);
  Round in(team.node, words.size_bytes());
  in.arrive(words.data(), words.size_bytes());
  if (leaders.first()) {
    for (int mate = 1; mate < in.size(); ++mate) add(words, in.await(mate), how);
    between_nodes(leaders, receive_buffer, words, how);
  }
  Round out(team.node, words.size_bytes());
  if (leaders.first())
    out.arrive(words.data(), words.size_bytes());
  else
    std::memcpy(words.data(), out.await(0), words.size_bytes());
  out.leave();
  in.saw_all();
  receive_buffer.received_all();
}

}  // namespace isthmus::collectives

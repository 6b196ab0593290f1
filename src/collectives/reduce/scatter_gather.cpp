#include <algorithm>
#include <cstring>

#include "collectives/peer_buffer.hpp"
#include "collectives/reduce/reduce.hpp"

namespace isthmus::collectives {
namespace {

struct Slice {
  std::size_t first, n;
};

/// Member i's share of n elements.
Slice slice(std::size_t n, int i, int members) {
  const auto m = static_cast<std::size_t>(members), k = static_cast<std::size_t>(i);
  const std::size_t base = n / m, extra = n % m;
  return {k * base + std::min(k, extra), base + (k < extra ? 1 : 0)};
}

/// That part of everybody's source, in member order, into `mine`. By way of a block: in place our own source lies under
/// the result, and its turn in the order may come late. `view(member, at, bytes)` is where a member's source can be
/// read.
template <class View>
void reduce_slice(int members, const Combine& combine, Slice part, char* mine, char* block, std::size_t block_bytes,
                  View view) {
  const std::size_t step = block_bytes / combine.element;
  for (std::size_t i = 0; i < part.n; i += step) {
    const std::size_t n = std::min(step, part.n - i), bytes = n * combine.element;
    const std::size_t at = (part.first + i) * combine.element;
    std::memcpy(block, view(0, at, bytes), bytes);
    for (int member = 1; member < members; ++member) combine.into(block, view(member, at, bytes), n);
    std::memcpy(mine + i * combine.element, block, bytes);
  }
}

[[gnu::noinline]] void reduce_wire_slice(const Group& group, const Combine& combine, Slice part, char* mine,
                                         const PeerBuffer& from) {
  WireBlock block, theirs;
  reduce_slice(group.size(), combine, part, mine, block.room(kWireBlock), kWireBlock,
               [&](int member, std::size_t at, std::size_t bytes) { return from.view(member, at, bytes, theirs); });
}

}  // namespace

// Each member reduces its slice of everybody's source into its own dest, then all gather the slices. In place this is
// safe as it stands: in the first phase a member writes only the slice that nobody else reads, in the second it writes
// only slices that everybody has finished reading.
void reduce(const Call& call, const Combine& combine, void* dest, const void* source, std::size_t n) {
  if (n == 0) return call.match({n});
  Group& group = call.group;
  const std::size_t bytes = n * combine.element;
  const PeerBuffer from(call, source, bytes);
  const PeerBuffer to(call, dest, bytes);
  check_overlap(call, dest, bytes, source, bytes, true);
  call.match({n, call.place(dest), call.place(source)});
  const Slice my_slice = slice(n, group.me(), group.size());
  char* mine = static_cast<char*>(dest) + my_slice.first * combine.element;
  group.sync();
  if (my_slice.n > 0 && group.all_mapped()) {
    alignas(64) char block[4096];
    reduce_slice(group.size(), combine, my_slice, mine, block, sizeof block,
                 [&](int member, std::size_t at, std::size_t) { return from.of(member) + at; });
  } else if (my_slice.n > 0) {
    reduce_wire_slice(group, combine, my_slice, mine, from);
  }
  group.sync();
  for (int step = 1; step < group.size(); ++step) {
    const int member = (group.me() + step) % group.size();
    const auto [other_first, other_n] = slice(n, member, group.size());
    const std::size_t at = other_first * combine.element;
    if (other_n > 0) to.read(member, at, static_cast<char*>(dest) + at, other_n * combine.element);
  }
  group.sync();
}

}  // namespace isthmus::collectives

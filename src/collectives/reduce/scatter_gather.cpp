#include <algorithm>
#include <cstring>

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

}  // namespace

// Each member reduces its slice of everybody's source into its own dest, then all gather the slices. In place this is
// safe as it stands: in the first phase a member writes only the slice that nobody else reads, in the second it writes
// only slices that everybody has finished reading.
void reduce(const Call& call, const Combine& combine, void* dest, const void* source, std::size_t n) {
  if (n == 0) return call.match({n});
  Group& group = call.group;
  const std::size_t bytes = n * combine.element;
  const PeerBuffer from(call, static_cast<const char*>(source), bytes);
  const PeerBuffer to(call, static_cast<char*>(dest), bytes);
  check_overlap(call, dest, bytes, source, bytes, true);
  call.match({n, call.place(dest), call.place(source)});
  const auto [first, count] = slice(n, group.me(), group.size());
  char* mine = static_cast<char*>(dest) + first * combine.element;
  group.sync();
  if (count > 0) {
    // By way of a small block: in place our own source lies under the result, and its turn in the order may come late.
    constexpr std::size_t kBlock = 4096;
    alignas(64) char block[kBlock];
    const std::size_t step = kBlock / combine.element;
    for (std::size_t i = 0; i < count; i += step) {
      const std::size_t now = std::min(step, count - i);
      const std::size_t at = (first + i) * combine.element;
      std::memcpy(block, from.of(0) + at, now * combine.element);
      for (int member = 1; member < group.size(); ++member) combine.into(block, from.of(member) + at, now);
      std::memcpy(mine + i * combine.element, block, now * combine.element);
    }
  }
  group.sync();
  for (int step = 1; step < group.size(); ++step) {
    const int member = (group.me() + step) % group.size();
    const auto [other_first, other_n] = slice(n, member, group.size());
    const std::size_t at = other_first * combine.element;
    if (other_n > 0) std::memcpy(static_cast<char*>(dest) + at, to.of(member) + at, other_n * combine.element);
  }
  group.sync();
}

}  // namespace isthmus::collectives

#include <algorithm>
#include <cstring>
#include <memory>

#include "collectives/peer_buffer.hpp"
#include "collectives/scan/scan.hpp"

namespace isthmus::collectives {
namespace {

[[gnu::noinline]] void add_in_blocks(int terms, const Combine& sum, const PeerBuffer& from, char* result,
                                     std::size_t n) {
  WireBlock block;
  const std::size_t step = kWireBlock / sum.element;
  for (int member = 1; member < terms; ++member)
    for (std::size_t i = 0; i < n; i += step) {
      const std::size_t now = std::min(step, n - i), at = i * sum.element;
      sum.into(result + at, from.view(member, at, now * sum.element, block), now);
    }
}

}  // namespace

void scan(const Call& call, const Combine& sum, void* dest, const void* source, std::size_t n, bool inclusive) {
  if (n == 0) return call.match({n});
  Group& group = call.group;
  const std::size_t bytes = n * sum.element;
  const PeerBuffer from(call, source, bytes);
  symmetric(call, dest, bytes);
  check_overlap(call, dest, bytes, source, bytes, true);
  call.match({n, call.place(dest), call.place(source)});
  // In place, the result must wait until everybody has read this member's source.
  const std::unique_ptr<char[]> aside(dest == source ? new char[bytes] : nullptr);
  char* result = aside ? aside.get() : static_cast<char*>(dest);
  const int terms = group.me() + (inclusive ? 1 : 0);
  group.sync();
  if (terms == 0)
    std::memset(result, 0, bytes);  // all zero bits are 0 in every type
  else
    from.read(0, 0, result, bytes);
  if (group.all_mapped())
    for (int member = 1; member < terms; ++member) sum.into(result, from.of(member), n);
  else
    add_in_blocks(terms, sum, from, result, n);
  group.sync();
  if (aside) std::memcpy(dest, aside.get(), bytes);
}

}  // namespace isthmus::collectives

#include <cstring>
#include <memory>

#include "collectives/scan/scan.hpp"

namespace isthmus::collectives {

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
  void* result = aside ? aside.get() : dest;
  const int terms = group.me() + (inclusive ? 1 : 0);
  group.sync();
  if (terms == 0)
    std::memset(result, 0, bytes);  // all zero bits are 0 in every type
  else
    std::memcpy(result, from.of(0), bytes);
  for (int member = 1; member < terms; ++member) sum.into(result, from.of(member), n);
  group.sync();
  if (aside) std::memcpy(dest, aside.get(), bytes);
}

}  // namespace isthmus::collectives

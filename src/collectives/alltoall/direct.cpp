#include <cstring>

#include "base/error.hpp"
#include "base/overlap.hpp"
#include "collectives/alltoall/alltoall.hpp"

namespace isthmus::collectives {

void alltoall(const Call& call, void* dest, const void* source, std::size_t bytes) {
  if (bytes == 0) return call.match({bytes});
  Group& group = call.group;
  const auto whole = bytes * static_cast<std::size_t>(group.size());
  symmetric(call, dest, whole);
  const PeerBuffer from(call, static_cast<const char*>(source), whole);
  check_overlap(call, dest, whole, source, whole, false);
  call.match({bytes, call.place(dest), call.place(source)});
  const std::size_t mine = static_cast<std::size_t>(group.me()) * bytes;
  group.sync();
  for (int step = 0; step < group.size(); ++step) {
    const int member = (group.me() + step) % group.size();
    std::memcpy(static_cast<char*>(dest) + static_cast<std::size_t>(member) * bytes, from.of(member) + mine, bytes);
  }
  group.sync();
}

void alltoalls(const Call& call, void* dest, const void* source, std::ptrdiff_t dest_stride,
               std::ptrdiff_t source_stride, std::size_t n, std::size_t element) {
  if (n > 0 && (dest_stride < 1 || source_stride < 1))
    base::fatal(call.name, base::text("strides %td and %td: one is less than 1; use strides of at least 1", dest_stride,
                                      source_stride));
  const auto to_step = static_cast<std::uint64_t>(dest_stride), from_step = static_cast<std::uint64_t>(source_stride);
  if (n == 0) return call.match({n, to_step, from_step});
  Group& group = call.group;
  const std::size_t all = n * static_cast<std::size_t>(group.size());
  const auto dest_step = static_cast<std::size_t>(dest_stride) * element;
  const auto source_step = static_cast<std::size_t>(source_stride) * element;
  symmetric(call, dest, (all - 1) * dest_step + element);
  const PeerBuffer from(call, static_cast<const char*>(source), (all - 1) * source_step + element);
  if (call.check && base::overlap_strided(dest, dest_step, source, source_step, element, all))
    base::fatal(call.name, "elements of dest and source overlap; use disjoint buffers");
  call.match({n, to_step, from_step, call.place(dest), call.place(source)});
  group.sync();
  for (int step = 0; step < group.size(); ++step) {
    const int member = (group.me() + step) % group.size();
    char* to = static_cast<char*>(dest) + static_cast<std::size_t>(member) * n * dest_step;
    const char* theirs = from.of(member) + static_cast<std::size_t>(group.me()) * n * source_step;
    for (std::size_t i = 0; i < n; ++i) std::memcpy(to + i * dest_step, theirs + i * source_step, element);
  }
  group.sync();
}

}  // namespace isthmus::collectives

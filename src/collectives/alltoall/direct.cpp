#include <algorithm>
#include <cstring>

#include "base/error.hpp"
#include "base/overlap.hpp"
#include "collectives/alltoall/alltoall.hpp"
#include "collectives/peer_buffer.hpp"

namespace isthmus::collectives {
namespace {

void copy_strided(char* to, std::size_t to_step, const char* from, std::size_t from_step, std::size_t n,
                  std::size_t element) {
  for (std::size_t i = 0; i < n; ++i) std::memcpy(to + i * to_step, from + i * from_step, element);
}

/// The gaps travel as well, in blocks of as many elements as one holds.
[[gnu::noinline]] void copy_in_blocks(char* to, std::size_t to_step, const PeerBuffer& from, int member, std::size_t at,
                                      std::size_t from_step, std::size_t n, std::size_t element) {
  WireBlock block;
  const std::size_t step = std::max<std::size_t>(kWireBlock / from_step, 1);
  for (std::size_t i = 0; i < n; i += step) {
    const std::size_t now = std::min(step, n - i);
    const char* theirs = from.view(member, at + i * from_step, (now - 1) * from_step + element, block);
    copy_strided(to + i * to_step, to_step, theirs, from_step, now, element);
  }
}

}  // namespace

void alltoall(const Call& call, void* dest, const void* source, std::size_t bytes) {
  if (bytes == 0) return call.match({bytes});
  Group& group = call.group;
  const auto whole = bytes * static_cast<std::size_t>(group.size());
  symmetric(call, dest, whole);
  const PeerBuffer from(call, source, whole);
  check_overlap(call, dest, whole, source, whole, false);
  call.match({bytes, call.place(dest), call.place(source)});
  const std::size_t mine = static_cast<std::size_t>(group.me()) * bytes;
  group.sync();
  for (int step = 0; step < group.size(); ++step) {
    const int member = (group.me() + step) % group.size();
    from.read(member, mine, static_cast<char*>(dest) + static_cast<std::size_t>(member) * bytes, bytes);
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
  const PeerBuffer from(call, source, (all - 1) * source_step + element);
  if (call.checks() && base::overlap_strided(dest, dest_step, source, source_step, element, all))
    base::fatal(call.name, "elements of dest and source overlap; use disjoint buffers");
  call.match({n, to_step, from_step, call.place(dest), call.place(source)});
  group.sync();
  for (int step = 0; step < group.size(); ++step) {
    const int member = (group.me() + step) % group.size();
    char* to = static_cast<char*>(dest) + static_cast<std::size_t>(member) * n * dest_step;
    const std::size_t mine = static_cast<std::size_t>(group.me()) * n * source_step;
    if (group.all_mapped())
      copy_strided(to, dest_step, from.of(member) + mine, source_step, n, element);
    else
      copy_in_blocks(to, dest_step, from, member, mine, source_step, n, element);
  }
  group.sync();
}

}  // namespace isthmus::collectives

#include "collectives/group/call.hpp"

#include <chrono>
#include <string_view>
#include <thread>

#include "base/error.hpp"
#include "base/overlap.hpp"

namespace isthmus::collectives {
namespace {

std::uint64_t mix(std::uint64_t hash, std::uint64_t value) {
  hash ^= value + 0x9e3779b97f4a7c15ULL + (hash << 6) + (hash >> 2);
  return hash * 0xff51afd7ed558ccdULL;
}

}  // namespace

std::uint64_t Call::place(const void* p) const {
  const memory::Segment* segment = checks() ? world.memory()->find(p) : nullptr;
  return segment ? segment->offset(p) : 0;
}

void Call::match(std::span<const std::uint64_t> numbers) const {
  if (!checks()) return;
  std::uint64_t hash = 1;
  for (const char c : std::string_view(name)) hash = mix(hash, static_cast<std::uint64_t>(c));
  for (const std::uint64_t number : numbers) hash = mix(hash, number);
  group.share(hash);
  const std::uint64_t first = group.shared(0, 0);
  int odd = 1;  // the first member whose call differs from member 0's
  while (odd < group.size() && group.shared(odd, 0) == first) ++odd;
  if (odd == group.size()) return;
  // One message is enough: the member that differs prints it and ends the job, while the others wait for that.
  if (group.me() != odd) std::this_thread::sleep_for(std::chrono::seconds(10));
  base::fatal(name, base::text("PE %d makes another call, or the same with another size, root or buffer, at the same "
                               "time; all PEs of the team must make the same calls in the same order",
                               group.pe(group.me() == 0 ? odd : 0)));
}

const memory::Segment& symmetric(const Call& call, const void* p, std::size_t bytes) {
  const memory::Segment* segment = call.world.memory()->find(p);
  if (!p) base::fatal(call.name, comm::kNull);
  if (!segment)
    base::fatal(call.name, base::text("%p is not a symmetric address; collectives take memory from shmem_malloc, or "
                                      "global or static variables of the executable that are not const",
                                      p));
  if (bytes > segment->size - segment->offset(p))
    base::fatal(call.name,
                base::text("%zu bytes at %p reach past the end of the %s; check the length", bytes, p, segment->name));
  return *segment;
}

void check_overlap(const Call& call, const void* dest, std::size_t dest_bytes, const void* source,
                   std::size_t source_bytes, bool in_place) {
  if (!call.checks() || (in_place && dest == source)) return;
  if (base::overlap(dest, dest_bytes, source, source_bytes))
    base::fatal(call.name, in_place ? "dest and source overlap in part; let them be equal or disjoint"
                                    : "dest and source overlap; use disjoint buffers");
}

}  // namespace isthmus::collectives

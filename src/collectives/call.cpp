#include "collectives/call.hpp"

#include <string_view>

#include "base/error.hpp"

namespace isthmus::collectives {
namespace {

std::uint64_t mix(std::uint64_t hash, std::uint64_t value) {
  hash ^= value + 0x9e3779b97f4a7c15ULL + (hash << 6) + (hash >> 2);
  return hash * 0xff51afd7ed558ccdULL;
}

}  // namespace

void Call::match(std::uint64_t what, std::uint64_t more, std::uint64_t still_more) const {
  if (!check) return;
  std::uint64_t hash = 1;
  for (const char c : std::string_view(name)) hash = mix(hash, static_cast<std::uint64_t>(c));
  for (const std::uint64_t value : {what, more, still_more}) hash = mix(hash, value);
  group.share(hash);
  for (int member = 0; member < group.size(); ++member)
    if (group.shared(member, 0) != hash)
      base::fatal(name, base::text("PE %d makes another call, or the same with another size or root, at the same time; "
                                   "all PEs of the team must make the same calls in the same order",
                                   group.pe(member)));
}

const memory::Segment& symmetric(const Call& call, const void* p, std::size_t bytes) {
  const memory::Segment* segment = call.memory.find(p);
  if (!segment)
    base::fatal(call.name, base::text("%p is not a symmetric address; collectives take memory from shmem_malloc, or "
                                      "global or static variables of the executable",
                                      p));
  if (bytes > segment->size - segment->offset(p))
    base::fatal(call.name, base::text("%zu bytes at %p reach past the end of the %s; check the length", bytes, p,
                                      segment->name));
  return *segment;
}

void check_overlap(const Call& call, const void* dest, std::size_t dest_bytes, const void* source,
                   std::size_t source_bytes, bool in_place) {
  if (!call.check || (in_place && dest == source)) return;
  const auto d = reinterpret_cast<std::uintptr_t>(dest), s = reinterpret_cast<std::uintptr_t>(source);
  if (d < s + source_bytes && s < d + dest_bytes)
    base::fatal(call.name, in_place ? "dest and source overlap in part; let them be equal or disjoint"
                                    : "dest and source overlap; use disjoint buffers");
}

}  // namespace isthmus::collectives

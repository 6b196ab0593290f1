#include "device/parts.hpp"

#include <algorithm>
#include <cstdint>

#include "base/error.hpp"
#include "device/memory.hpp"

namespace isthmus::mpi {
namespace {

constexpr std::uintptr_t kPage = 64 << 10;  // the largest of any system

struct Range {
  std::uintptr_t begin, end;
};

/// The pages of the parts, in the order of addresses.
std::vector<Range> pages_of(const std::vector<Part>& parts) {
  std::vector<Range> ranges, joined;
  for (const Part& part : parts) {
    const auto begin = reinterpret_cast<std::uintptr_t>(part.at.at);
    ranges.push_back({begin / kPage * kPage, (begin + part.bytes + kPage - 1) / kPage * kPage});
  }
  std::sort(ranges.begin(), ranges.end(), [](const Range& a, const Range& b) { return a.begin < b.begin; });
  for (const Range& range : ranges)
    if (!joined.empty() && range.begin <= joined.back().end)
      joined.back().end = std::max(joined.back().end, range.end);
    else
      joined.push_back(range);
  return joined;
}

/// Memory for all ranges at that distance; empty if some of the addresses are in use.
std::vector<base::Mapping> map_at(const std::vector<Range>& ranges, std::ptrdiff_t distance) {
  std::vector<base::Mapping> made;
  for (const Range& range : ranges) {
    const std::uintptr_t to = range.begin + static_cast<std::uintptr_t>(distance);
    made.emplace_back(reinterpret_cast<void*>(to), range.end - range.begin, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE);
    if (made.back().address() != to) return {};  // refused, or a kernel that took it for a hint
  }
  return made;
}

}  // namespace

PartsMemory::PartsMemory(const std::vector<Part>& parts) {
  const std::vector<Range> ranges = pages_of(parts);
  for (int bits = 30; bits < 47; ++bits)
    for (const std::ptrdiff_t times : {-1, 1, -3, 3, -5, 5}) {
      distance_ = times * (std::ptrdiff_t{1} << bits);
      pages_ = map_at(ranges, distance_);
      if (!pages_.empty()) return;
    }
  base::fatal("isthmus_mpi", base::text("no room for a copy of data that lie in %zu places, some of them on a device; "
                                        "pass them in several calls, or raise ulimit -v",
                                        ranges.size()));
}

std::size_t reach(const KnownMemory::Found& found, const char* at, std::size_t bytes) {
  if (!found.kind->device || found.allocation.bytes == 0) return bytes;
  if (at < found.allocation.base || at >= found.allocation.base + found.allocation.bytes) return 0;
  return std::min(bytes, static_cast<std::size_t>(found.allocation.base + found.allocation.bytes - at));
}

std::vector<Part> parts_of(const void* address, const Layout& layout, std::size_t count) {
  std::vector<Part> parts;
  KnownMemory::Found found;  // of the run before, since most are in the same memory
  const std::size_t all = layout.size() * count;
  for (std::size_t done = 0; done < all;) {
    const Layout::Spot run = layout.spot(done);
    char* at = static_cast<char*>(const_cast<void*>(address)) + run.offset;
    // A run may go on in an allocation that follows without a gap. If there is none, the program's count was too large.
    for (std::size_t left = run.bytes; left > 0;) {
      if (!found.kind->device || reach(found, at, left) == 0) found = device_memory().known.find(at);
      if (!found.kind->device && left < run.bytes) break;
      const std::size_t bytes = reach(found, at, left);
      parts.push_back({{*found.kind, at}, bytes});
      at += bytes;
      left -= bytes;
    }
    done += run.bytes;
  }
  return parts;
}

bool lie_together(const KnownMemory::Found& found, const void* address, const Layout& layout, std::size_t count) {
  const std::size_t span = layout.span(count);
  if (found.kind->device) return reach(found, static_cast<const char*>(address) + layout.true_lower(), span) == span;
  if (address) return true;  // only addresses in types lead from host memory to a device's
  const std::vector<Part> parts = parts_of(address, layout, count);
  return std::none_of(parts.begin(), parts.end(), [](const Part& part) { return part.at.kind.device != nullptr; });
}

}  // namespace isthmus::mpi

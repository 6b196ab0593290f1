#include "memory/node_file.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "base/error.hpp"
#include "base/file_limit.hpp"
#include "base/log.hpp"
#include "base/mapping.hpp"
#include "memory/partition.hpp"

namespace isthmus::memory {
namespace {

std::size_t aligned(std::size_t bytes) {
  return (bytes + memkind::kRegionAlignment - 1) & ~(memkind::kRegionAlignment - 1);
}

base::Fd none(const char* name, const std::string& why) {
  base::debug(
      base::text("the PEs of this node do not share one file (%s), so each makes its own: %s", name, why.c_str()));
  return {};
}

}  // namespace

Layout::Layout(const std::vector<config::PartitionSpec>& specs, std::size_t team_bytes, std::size_t internal_bytes)
    : stride(0) {
  const auto add = [this](std::size_t bytes) { return std::exchange(stride, stride + aligned(bytes)); };
  const auto small = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  for (const config::PartitionSpec& spec : specs) {
    const bool apart = Partition::kind_of(spec).device || spec.page_size > small;
    partitions.push_back(apart ? kApart : add(spec.size));
  }
  teams = add(team_bytes);
  internal = add(internal_bytes);
}

bool Layout::complete() const { return std::ranges::find(partitions, kApart) == partitions.end(); }

NodeFile::NodeFile(base::Fd fd, std::size_t stride, std::size_t place, std::size_t places)
    : fd_(std::move(fd)), stride_(stride), place_(place) {
  try {
    whole_ = memkind::kHost.alloc({.id = 0, .size = stride * places, .file = fd_.get()}, nullptr);
  } catch (const base::SetupError&) {
    throw base::SetupError(
        base::text("the %s of symmetric memory of the %zu PEs of this node cannot be mapped (%s); set "
                   "SHMEM_SYMMETRIC_SIZE lower",
                   memkind::in_words(stride * places).c_str(), places, std::strerror(errno)));
  }
}

NodeFile::NodeFile(NodeFile&& other) noexcept { *this = std::move(other); }

NodeFile& NodeFile::operator=(NodeFile&& other) noexcept {
  std::swap(fd_, other.fd_);
  std::swap(stride_, other.stride_);
  std::swap(place_, other.place_);
  std::swap(whole_, other.whole_);
  return *this;
}

NodeFile::~NodeFile() { memkind::kHost.free(whole_); }

base::Fd NodeFile::create(const char* name, std::size_t stride, std::size_t places) {
  const std::size_t bytes = stride * places;
  if (bytes > base::file_limit()) return none(name, "it would be more than a file may have (ulimit -f)");
  base::Fd fd(memfd_create(name, MFD_CLOEXEC));
  if (!fd || ftruncate(fd.get(), static_cast<off_t>(bytes)) != 0) return none(name, std::strerror(errno));
  // The other PEs most likely have the same room in their address spaces.
  const auto try_to_map = [](std::size_t size) {
    return base::Mapping(nullptr, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE);
  };
  const base::Mapping whole = try_to_map(bytes), place = try_to_map(stride);
  if (!whole || !place) return none(name, std::strerror(errno));
  return fd;
}

}  // namespace isthmus::memory

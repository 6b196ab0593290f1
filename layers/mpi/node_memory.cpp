#include "node_memory.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <functional>
#include <mutex>

#include "abi/abi.hpp"
#include "base/error.hpp"
#include "base/fd.hpp"
#include "base/file_limit.hpp"
#include "base/log.hpp"
#include "real.hpp"
#include "settings.hpp"
#include "transport/node/identity.hpp"

namespace isthmus::mpi {
namespace {

/// How the others find the first member's memory: a descriptor of its process, and what it must lead to.
struct Offer {
  pid_t pid = -1;
  int fd = -1;
  std::uint64_t device = 0, inode = 0;
};

base::Fd create(std::size_t bytes, Offer& offer) {
  if (bytes > base::file_limit()) return {};  // ftruncate would raise a signal
  base::Fd memory(memfd_create("isthmus_mpi", MFD_CLOEXEC));
  struct stat status {};
  if (!memory || ftruncate(memory.get(), static_cast<off_t>(bytes)) != 0 || fstat(memory.get(), &status) != 0)
    return {};
  offer = {.pid = getpid(), .fd = memory.get(), .device = status.st_dev, .inode = status.st_ino};
  return memory;
}

/// The kernel lets a process of the same user open another's descriptor. Device and inode tell whether the process of
/// that number is the one meant, which it is not where the members have different PID namespaces: then nothing is
/// opened, since a stranger's descriptor may lead to anything.
base::Fd join(const Offer& offer) {
  if (offer.fd < 0) return {};
  const std::string path = base::text("/proc/%d/fd/%d", offer.pid, offer.fd);
  struct stat status {};
  if (stat(path.c_str(), &status) != 0 || status.st_dev != offer.device || status.st_ino != offer.inode) return {};
  return base::Fd(open(path.c_str(), O_RDWR | O_CLOEXEC));
}

/// Bytes of all communicators of this process.
std::atomic<std::size_t> mapped = 0;

/// Whether `bytes` more are allowed, which then count.
bool charge(std::size_t bytes) {
  const auto most = static_cast<std::size_t>(settings().memory) << 20;
  if (mapped.fetch_add(bytes) + bytes <= most) return true;
  mapped.fetch_sub(bytes);
  return false;
}

/// True on every member if it is on all of them.
bool all_agree(Word comm, bool here) {
  int refused = here ? 0 : 1, anywhere = 1;
  return real().Allreduce(&refused, &anywhere, 1, abi().ints, abi().max, comm) == kSuccess && anywhere == 0;
}

/// What members must have in common.
struct Alike {
  bool node = false, settings = false;
};

Alike compare(Word comm) {
  const auto node = static_cast<int>(std::hash<std::string>()(node::host_identity(0)) >> 34);
  const auto settings = static_cast<int>(fingerprint());
  int mine[4] = {node, -node, settings, -settings}, all[4] = {};  // the greatest and the least of each
  if (real().Allreduce(mine, all, 4, abi().ints, abi().max, comm) != kSuccess) return {};
  return {.node = all[0] == -all[1], .settings = all[2] == -all[3]};
}

}  // namespace

NodeMemory::NodeMemory(Word comm, int rank, int size) {
  const Alike alike = compare(comm);
  static std::once_flag told_names, told_differences;
  if (rank == 0)
    std::call_once(told_names, [] {
      for (const std::string& name : unknown_settings())
        base::say(name + " is not a setting; docs/mpi.md lists those that there are");
    });
  if (!alike.settings) {
    if (rank == 0)
      std::call_once(told_differences, [] {
        base::say(
            "all calls are the MPI's, since ISTHMUS_MPI_*_ALGORITHM or ISTHMUS_MPI_DEVICE_* differ between ranks");
      });
    return;
  }
  spans_nodes_ = !alike.node;
  if (spans_nodes_) return;
  const std::size_t bytes = sizeof(Member) * static_cast<std::size_t>(size);
  if (charge(bytes)) charged_ = bytes;
  Offer offer;
  base::Fd memory;
  if (rank == 0) memory = create(bytes, offer);
  if (real().Bcast(&offer, sizeof offer, abi().bytes, 0, comm) != kSuccess) {
    give_back();
    return;
  }
  if (rank != 0) memory = join(offer);
  base::Mapping mapping;
  if (memory && charged_) mapping = base::Mapping(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, memory.get());
  // The first member keeps its descriptor open until all have had their chance.
  if (all_agree(comm, static_cast<bool>(mapping))) mapping_ = std::move(mapping);
  if (!mapping_) give_back();
}

void NodeMemory::give_back() { mapped.fetch_sub(std::exchange(charged_, 0)); }

NodeMemory& NodeMemory::operator=(NodeMemory&& other) noexcept {
  give_back();
  mapping_ = std::move(other.mapping_);
  charged_ = std::exchange(other.charged_, 0);
  spans_nodes_ = other.spans_nodes_;
  return *this;
}

}  // namespace isthmus::mpi

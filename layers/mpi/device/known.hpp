// The program's device memory, as this process describes it to its peers. The driver is asked for an allocation's
// handle once, and an allocation is settled when it is met first (memkind::Device::settle).
#pragma once
#include <cstdint>
#include <list>
#include <mutex>
#include <unordered_map>

#include "memkind/describe.hpp"

namespace isthmus::mpi {

/// An allocation and its handle. A handle with a descriptor is valid while the object is alive, in this process; peers
/// take the descriptor from it by its number.
struct Known {
  const memkind::Kind* kind;
  memkind::Allocation allocation;
  bool shareable;  ///< the driver has given a handle
  memkind::Handle handle;
  int uses = 0;  ///< how often it was found
};

class KnownMemory {
 public:
  /// The allocation that holds a pointer; `kind` is the host's for other memory. Peers get the handle's descriptor by
  /// its number.
  struct Found {
    const memkind::Kind* kind = &memkind::kHost;
    memkind::Allocation allocation{};
    bool shareable = false;
    std::array<std::byte, 64> handle{};
    int fd = -1;
    int uses = 0;  ///< how often the allocation was found, this time included
  };
  Found find(const void* pointer);
  /// Forgets everything, and closes the descriptors.
  void clear();

 private:
  static constexpr std::size_t kMost = 256;

  void forget_freed();

  std::mutex mutex_;
  std::list<Known> known_;  ///< the most recently used first
  std::unordered_map<const char*, std::list<Known>::iterator> by_base_;
};

}  // namespace isthmus::mpi

// Types with addresses, on MPI_BOTTOM, may have their data in several allocations, and some of them in host memory.
#pragma once
#include <vector>

#include "base/mapping.hpp"
#include "device/known.hpp"
#include "memkind/copies.hpp"
#include "types/layout.hpp"

namespace isthmus::mpi {

/// Some data in one allocation, or in host memory.
struct Part {
  memkind::Place at;
  std::size_t bytes;
};
/// The parts in which `count` elements at an address of the program's lie.
std::vector<Part> parts_of(const void* address, const Layout& layout, std::size_t count);

/// How many of `bytes` bytes are in the memory that was found at their lowest: all, if that is no device's.
std::size_t reach(const KnownMemory::Found& found, const char* at, std::size_t bytes);
/// Whether the data of elements, which were found at their lowest byte, are all in that memory.
bool lie_together(const KnownMemory::Found& found, const void* address, const Layout& layout, std::size_t count);

/// Host memory for all parts of some data, each as far from where it is as the others: so the same type leads there.
class PartsMemory {
 public:
  PartsMemory() = default;
  /// Ends the job if there is no room.
  explicit PartsMemory(const std::vector<Part>& parts);
  explicit operator bool() const { return !pages_.empty(); }
  char* at(const char* original) const { return const_cast<char*>(original) + distance_; }

 private:
  std::ptrdiff_t distance_ = 0;
  std::vector<base::Mapping> pages_;
};

}  // namespace isthmus::mpi

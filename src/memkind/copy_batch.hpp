// Small copies of device memory that wait for one another: one kernel does many of them, and its launch is most of what
// they cost. Host memory takes part through pinned memory that devices reach. Used by one thread at a time.
#pragma once
#include <cstddef>
#include <vector>

#include "memkind/copies.hpp"

namespace isthmus::memkind {

class CopyBatch {
 public:
  explicit CopyBatch(const Kind& kind) : kind_(kind) {}
  void close();

  /// Takes the copy, which send() begins; false where it is not small, there is no room before empty(), or no kernel.
  /// What it reads in host memory may change afterwards; what it writes there is there after arrived().
  bool add(Place to, Place from, std::size_t bytes);
  /// `bytes` of host memory, copied to where the device reads them until arrived(); null where there is no room.
  char* keep(const void* from, std::size_t bytes);
  void send(Queue* queue);
  /// After the queue has finished.
  void arrived();

 private:
  static constexpr std::size_t kMost = 512, kBytes = std::size_t{64} << 10;

  struct Entry {
    void* to;
    const char* from;
    std::size_t bytes;
  };

  bool open();
  char* room(std::size_t bytes);
  kernels::Piece* pieces() const { return reinterpret_cast<kernels::Piece*>(pinned_); }

  const Kind& kind_;
  char* pinned_ = nullptr;  ///< the list, then what host memory has or gets
  bool refused_ = false;
  std::size_t listed_ = 0, sent_ = 0, used_ = 0;
  std::vector<Entry> entries_;  ///< for host memory
};

}  // namespace isthmus::memkind

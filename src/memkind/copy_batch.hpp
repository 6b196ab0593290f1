// A batch of small copies from or to device memory. One kernel does all copies of a batch, because the launch is most
// of the cost of a small copy. Host memory is copied through pinned memory, which the kernel can address. A batch is
// used by one thread at a time.
#pragma once
#include <cstddef>
#include <vector>

#include "memkind/copies.hpp"

namespace isthmus::memkind {

class CopyBatch {
 public:
  explicit CopyBatch(const Kind& kind) : kind_(kind) {}
  void close();

  /// Adds a copy, which send() begins. Returns false if it is not small, the batch is full until arrived(), or the
  /// kind has no kernel. The caller may change a source in host memory at once; a destination in host memory is written
  /// by arrived().
  bool add(Place to, Place from, std::size_t bytes);
  /// Copies `bytes` of host memory to pinned memory, valid until arrived(). Returns null if there is no room.
  char* keep(const void* from, std::size_t bytes);
  /// Gives the copies added since the last send() to the queue.
  void send(Queue* queue);
  /// Completes the copies to host memory and empties the batch. Call it when the queue has finished.
  void arrived();

 private:
  static constexpr std::size_t kMaxPieces = 512, kBytes = std::size_t{64} << 10;

  struct Entry {
    void* to;
    const char* from;
    std::size_t bytes;
  };

  bool open();
  char* room(std::size_t bytes);
  kernels::Piece* pieces() const { return reinterpret_cast<kernels::Piece*>(pinned_); }

  const Kind& kind_;
  char* pinned_ = nullptr;  ///< kMaxPieces pieces, then kBytes for data from or to host memory
  bool refused_ = false;    ///< the driver could not pin memory; it is not asked again
  std::size_t listed_ = 0, sent_ = 0, used_ = 0;
  std::vector<Entry> entries_;  ///< copies from pinned memory to host memory, made by arrived()
};

}  // namespace isthmus::memkind

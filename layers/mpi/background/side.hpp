// One side of a call that is carried out in the background, in bytes without gaps. What depends on the MPI happens in
// the program's thread: data with gaps are packed when the call begins, and unpacked when the program learns that it is
// complete.
#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "nodes/agreement.hpp"
#include "nodes/packed.hpp"

namespace isthmus::mpi {

/// Data of which the MPI alone knows where they are, or that lie in several allocations: it packs and unpacks them, in
/// host memory.
class PackedByMpi {
 public:
  explicit PackedByMpi(const Blocks& blocks);
  ~PackedByMpi();
  PackedByMpi(const PackedByMpi&) = delete;
  PackedByMpi& operator=(const PackedByMpi&) = delete;

  char* at() const { return memory_->get(); }
  void pack();
  void unpack();

 private:
  struct Part {
    const void* address;
    std::size_t count, bytes;
    Word type;  ///< a copy of the program's, which it may free
  };
  std::vector<Part> parts_;
  const Word comm_;
  std::unique_ptr<memkind::Staging> memory_;
};

class Side {
 public:
  using Use = PackedView::Use;

  Side() = default;
  /// Packs what is read.
  Side(const Blocks& blocks, Use use);

  /// False if an argument is wrong, of which the MPI then complains.
  bool valid() const { return view_.valid(); }
  std::size_t bytes() const;
  void* at() const { return by_mpi_ ? by_mpi_->at() : view_.at().at; }
  /// The bytes of each block, where each begins, and those of the first.
  Counts counts() const { return bytes_.data(); }
  Counts displacements() const { return offsets_.data(); }
  std::int64_t block() const { return bytes_.empty() ? 0 : bytes_[0]; }

  /// Packs what is read once more, for a call that begins again.
  void refresh();
  /// Copies what was written to its place.
  void finish();

 private:
  Use use_ = Use::read;
  PackedView view_{};
  std::unique_ptr<PackedByMpi> by_mpi_;
  std::vector<std::int64_t> bytes_, offsets_;
};

}  // namespace isthmus::mpi

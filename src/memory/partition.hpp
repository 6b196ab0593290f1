// A partition: a segment of one kind with an allocator over it. Partition 1 is the symmetric heap.
#pragma once
#include <cstddef>

#include "memory/segregated_fit.hpp"
#include "memory/segment.hpp"

namespace isthmus::memory {

/// The alignment that suits any C type, as malloc guarantees.
inline constexpr std::size_t kAnyType = 16;

class Partition {
 public:
  /// Throws base::SetupError.
  Partition(const config::PartitionSpec& spec, void* hint, int n_pes);
  ~Partition();
  Partition(const Partition&) = delete;
  Partition& operator=(const Partition&) = delete;

  /// The kind that `spec` names; throws base::SetupError.
  static const memkind::Kind& kind_of(const config::PartitionSpec& spec);

  int id() const { return id_; }
  Segment& segment() { return segment_; }
  const Segment& segment() const { return segment_; }
  const SegregatedFit& pool() const { return pool_; }
  const memkind::Region& region() const { return region_; }

  /// Frees the memory, and leaves an empty segment, since other threads may still have a pointer to it.
  void retire();
  /// Makes a retired partition what `made` is, and leaves nothing to that. The segment keeps its table of peers.
  void renew(Partition& made);

  /// Null when it does not fit, or the alignment is too large. The alignment is a power of two: at most that
  /// of the partition's own address (partition 1: 64 TiB) where host memory has the same address on all PEs, otherwise
  /// at most memkind::kRegionAlignment.
  void* allocate(std::size_t bytes, std::size_t alignment);
  /// Called when some PE has this partition at another address, which bounds the alignment that allocate() can give.
  void addresses_differ() { largest_alignment_ = memkind::kRegionAlignment; }
  /// False when `p` is not an allocated block of this partition.
  bool free(void* p) { return segment_.holds(p) && pool_.free(segment_.offset(p)); }
  /// 0 when `p` is not an allocated block.
  std::size_t extent(const void* p) const { return segment_.holds(p) ? pool_.extent(segment_.offset(p)) : 0; }
  void shrink(void* p, std::size_t bytes) { pool_.shrink(segment_.offset(p), bytes); }
  bool grow(void* p, std::size_t bytes);

 private:
  static constexpr std::size_t kShown = std::size_t{64} << 20;

  /// Adds everything below `end` to core dumps, in steps of kShown. They leave out what was never allocated.
  void show_up_to(std::size_t end);

  int id_;
  const memkind::Kind* kind_;
  memkind::Region region_;
  Segment segment_;
  SegregatedFit pool_;
  std::size_t largest_alignment_;
  std::size_t shown_ = 0;
};

}  // namespace isthmus::memory

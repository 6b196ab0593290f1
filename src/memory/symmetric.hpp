// All symmetric memory of this PE: the partitions, the executable's static data, and the internal segment. Each is
// offered to the peers of the node in the same order, and attached in that order when theirs arrive.
#pragma once
#include <memory>
#include <vector>

#include "config/settings.hpp"
#include "memory/partition.hpp"
#include "transport/node/trade.hpp"

namespace isthmus::memory {

class SymmetricMemory {
 public:
  /// Throws base::SetupError.
  SymmetricMemory(const std::vector<config::PartitionSpec>& specs, std::size_t internal_bytes, int my_pe, int n_pes);
  ~SymmetricMemory();
  SymmetricMemory(const SymmetricMemory&) = delete;
  SymmetricMemory& operator=(const SymmetricMemory&) = delete;

  /// Copies of the descriptors, for node::trade.
  std::vector<node::Offer> offers() const;
  /// Maps what PE `pe` of this node offered.
  void attach(int pe, const std::vector<node::Offer>& theirs);

  /// Every segment, in the order of the offers.
  std::vector<Segment*> segments();

  /// The segment that holds `p`, or null. The heap is looked at first.
  const Segment* find(const void* p) const {
    for (const Segment* segment : lookup_)
      if (segment->holds(p)) return segment;
    return nullptr;
  }

  Partition& heap() { return *partitions_.front(); }
  /// Null for an id that was not configured.
  Partition* partition(int id);
  /// The partition that holds `p`, or null.
  Partition* partition_of(const void* p);
  /// Whether some partition is device memory.
  bool has_devices() const { return !device_kinds_.empty(); }
  /// Of any pointer, symmetric or not. Memory of a kind that has no partition here is not known as such.
  const memkind::Kind& kind_of(const void* p) const;
  const Segment& internal() const { return internal_; }
  const std::vector<std::unique_ptr<Partition>>& partitions() const { return partitions_; }

 private:
  struct Import {
    const memkind::Kind* kind;
    void* address;
    std::size_t bytes;
  };
  struct Owned {
    Segment* segment;
    int fd;
  };

  std::vector<std::unique_ptr<Partition>> partitions_;
  memkind::Region internal_region_;
  Segment internal_;
  Segment statics_;
  std::vector<Owned> owned_;
  std::vector<const Segment*> lookup_;
  std::vector<Import> imports_;
  std::vector<const memkind::Kind*> device_kinds_;  ///< of the partitions, each once
};

}  // namespace isthmus::memory

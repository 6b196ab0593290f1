// All symmetric memory of this PE: the partitions, the executable's static data, memory of teams, and the internal
// segment. Each is offered to the peers of the node in the same order, and attached in that order when theirs arrive:
// partitions in host memory, static data, memory of teams, internal segment, partitions in device memory. Spaces are
// partitions that come and go while the job runs; each is offered and attached alone.
#pragma once
#include <atomic>
#include <memory>
#include <shared_mutex>
#include <string>
#include <vector>

#include "config/settings.hpp"
#include "memory/partition.hpp"
#include "memory/team_heap.hpp"
#include "transport/node/descriptor_exchange.hpp"

namespace isthmus::memory {

inline constexpr int kMaxSpaces = 64;  // at a time

class SymmetricMemory {
 public:
  /// Makes all but the partitions in device memory. Throws base::SetupError.
  SymmetricMemory(const std::vector<config::PartitionSpec>& specs, std::size_t team_bytes, std::size_t internal_bytes,
                  int my_pe, int n_pes);
  ~SymmetricMemory();
  SymmetricMemory(const SymmetricMemory&) = delete;
  SymmetricMemory& operator=(const SymmetricMemory&) = delete;

  /// Whether there are partitions in device memory to be made.
  bool wants_devices() const { return !on_devices_.empty(); }
  /// Makes them; `node_pe` is this PE's number among those of its node, which share its devices. Before offers().
  /// Throws base::SetupError.
  void make_device_partitions(int node_pe);

  /// What opens each segment, for node::exchange_descriptors.
  std::vector<node::Offer> offers() const;
  /// Maps what PE `pe` of this node offered. Device memory that cannot be mapped stays unmapped; why_unmapped() knows
  /// the reason. Throws base::SetupError for what must be.
  void attach(int pe, std::vector<node::Offer> theirs);
  /// Gives back the mapping of every peer's device memory, which drivers want before the owner frees it.
  void detach_devices();
  /// Whether some peer's device memory on this node could not be mapped here.
  bool has_refusals() const { return !refusals_.empty(); }
  const std::string& first_refusal() const { return refusals_.front().reason; }
  /// Whether every PE of this node has everybody's device memory mapped; all of them know.
  bool devices_all_mapped() const { return devices_all_mapped_; }
  void some_device_unmapped() { devices_all_mapped_ = false; }
  /// PE `pe`'s copy of the segment, which is mapped, must not be used.
  void refuse(const Segment& segment, int pe, const std::string& reason);
  /// Why PE `pe`'s copy of a segment in device memory is not mapped here although it is on this node; else empty.
  std::string why_unmapped(const Segment& segment, int pe) const;

  /// The number for another space, the same on all PEs as long as they ask together; 0 when there are too many.
  int next_space();
  /// Throws base::SetupError. It holds addresses from then on.
  Partition& make_space(const config::PartitionSpec& spec);
  static node::Offer offer(const Partition& space) { return offer(space.segment(), &space.region()); }
  void attach(int pe, Partition& space, node::Offer theirs);
  /// Gives back what peers have mapped of it; all have to, before anybody drops it.
  void detach(const Partition& space);
  /// The memory goes. Nothing of it may be in use.
  void drop(Partition& space);

  /// Every segment but spaces, in the order of the offers.
  std::vector<Segment*> segments();

  /// The segment that holds `p`, or null. The heap is looked at first.
  const Segment* find(const void* p) const {
    for (const Segment* segment : *lookup_.load(std::memory_order_acquire))
      if (segment->holds(p)) return segment;
    return nullptr;
  }

  Partition& heap() { return *partitions_.front(); }
  /// Null for an id that was not configured or is no space.
  Partition* partition(int id);
  /// The partition that holds `p`, or null.
  Partition* partition_of(const void* p);
  /// The id of the partition that a segment is of; 0 where it is of none.
  int partition_id(const Segment& segment) const;
  TeamHeap& team_heap() const { return *team_heap_; }
  /// Whether some partition is device memory.
  bool has_devices() const { return !device_kinds_.empty(); }
  /// Of any pointer, symmetric or not. Memory of a kind that has no partition here is not known as such.
  const memkind::Kind& kind_of(const void* p) const;
  const Segment& internal() const { return internal_; }
  const std::vector<std::unique_ptr<Partition>>& partitions() const { return partitions_; }

 private:
  struct Import {
    const memkind::Kind* kind;
    void* address;  ///< of the allocation, as import_handle gave it
    std::size_t bytes;
    Segment* segment;
    int pe;
  };
  struct Owned {
    Segment* segment;
    const memkind::Region* region;  ///< null: static data
    Partition* partition;           ///< null: static data, memory of teams, the internal segment
  };
  struct Refusal {
    const Segment* segment;
    int pe;
    std::string reason;
  };

  using Lookup = std::vector<const Segment*>;

  Partition& make_partition(const config::PartitionSpec& spec, void* hint);
  Partition& add(const config::PartitionSpec& spec, void* hint);
  void own(Segment& segment, const memkind::Region* region, Partition* partition);
  static node::Offer offer(const Segment& segment, const memkind::Region* region);
  void attach(int pe, const Owned& own, node::Offer& theirs);
  void import(Segment& segment, int pe, node::Offer& offer);
  void publish(Lookup next);

  int my_pe_, n_pes_;
  mutable std::shared_mutex mutex_;                     ///< of partitions_, once there are spaces
  std::vector<std::unique_ptr<Partition>> partitions_;  ///< by id
  std::vector<std::unique_ptr<Partition>> retired_;     ///< spaces that were dropped
  int last_space_ = config::kMaxPartitions;
  std::vector<config::PartitionSpec> on_devices_;  ///< to be made
  std::unique_ptr<TeamHeap> team_heap_;
  memkind::Region internal_region_;
  Segment internal_;
  Segment statics_;
  std::vector<Owned> owned_;
  /// What find() looks through. Other threads may be at it while a space comes or goes, so the list is never changed
  /// then, but replaced, and old ones are kept.
  std::vector<std::unique_ptr<Lookup>> lookups_;
  std::atomic<const Lookup*> lookup_ = nullptr;
  std::vector<Import> imports_;
  std::vector<Refusal> refusals_;
  bool devices_all_mapped_ = true;
  std::vector<const memkind::Kind*> device_kinds_;  ///< of the partitions, each once
};

}  // namespace isthmus::memory

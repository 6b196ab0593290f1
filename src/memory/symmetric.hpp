// All symmetric memory of this PE: the partitions, the executable's static data, memory of teams, and the internal
// segment. What lies in the node's files is there for all PEs of the node at once. Everything else is offered to them
// in the same order, and attached in that order when theirs arrive: partitions in host memory, static data, memory of
// teams, internal segment, partitions in device memory. Spaces are partitions that come and go while the job runs; each
// is offered and attached alone.
#pragma once
#include <atomic>
#include <deque>
#include <memory>
#include <shared_mutex>
#include <string>
#include <vector>

#include "config/settings.hpp"
#include "memory/node_file.hpp"
#include "memory/partition.hpp"
#include "memory/team_heap.hpp"
#include "transport/node/descriptor_exchange.hpp"

namespace isthmus::memory {

inline constexpr int kMaxSpaces = 64;  // that exist at a time
/// So many dropped spaces are kept before the first of them is made again. A thread that has begun to look at one has
/// long looked away by then.
inline constexpr std::size_t kSpareSpaces = 8;

class SymmetricMemory {
 public:
  /// Makes all but the partitions in device memory, in the node's files where there are any. Throws base::SetupError.
  SymmetricMemory(const std::vector<config::PartitionSpec>& specs, std::size_t team_bytes, std::size_t internal_bytes,
                  int my_pe, int n_pes, NodeFiles files = {});
  ~SymmetricMemory();
  SymmetricMemory(const SymmetricMemory&) = delete;
  SymmetricMemory& operator=(const SymmetricMemory&) = delete;

  /// Whether some of these partitions are device memory. Throws base::SetupError.
  static bool wants_devices(const std::vector<config::PartitionSpec>& specs);
  /// Makes them, and is called before offers(). `node_pe` is this PE's number among the PEs of its node, which share
  /// the node's devices. Throws base::SetupError.
  void make_device_partitions(int node_pe);

  /// What peers need in order to map each segment that is not in the node's files, for node::exchange_descriptors.
  std::vector<node::Offer> offers() const;
  /// Maps what PE `pe` of this node offered, which is nothing if that PE has failed. Device memory that cannot be
  /// mapped stays unmapped; why_unmapped() gives the reason. Throws base::SetupError where host memory cannot be
  /// mapped, or that PE has other sizes.
  void attach(int pe, std::vector<node::Offer> theirs);
  /// Unmaps the device memory of all peers, as drivers require before its owner frees it.
  void detach_devices();
  /// Whether some peer's device memory on this node could not be mapped here.
  bool has_refusals() const { return !refusals_.empty(); }
  const std::string& first_refusal() const { return refusals_.front().reason; }
  /// Whether every PE of this node has mapped the device memory of all others there. The same on all of them.
  bool devices_all_mapped() const { return devices_all_mapped_; }
  void some_device_unmapped() { devices_all_mapped_ = false; }
  /// Whether kernels on this PE's device can access all its partitions, and whether that is so on every PE of this
  /// node.
  bool own_devices_reached() const;
  bool devices_all_reached() const { return devices_all_reached_; }
  void some_device_unreached() { devices_all_reached_ = false; }
  /// Unmaps PE `pe`'s copy of the segment, which turned out not to work, and logs and records the reason.
  void refuse(const Segment& segment, int pe, const std::string& reason);
  /// Why PE `pe`'s copy of a segment in device memory is not mapped here although it is on this node; else empty.
  std::string why_unmapped(const Segment& segment, int pe) const;

  /// The id for another space, the same on all PEs if they all call this for every space; 0 when kMaxSpaces exist.
  int next_space();
  /// Creates a space, which find() finds from then on. Throws base::SetupError.
  Partition& make_space(const config::PartitionSpec& spec);
  static node::Offer offer(const Partition& space) { return offer(space.segment(), &space.region()); }
  void attach(int pe, Partition& space, node::Offer theirs);
  /// Unmaps the peers' copies of the space. All PEs have to do so before any PE drops it.
  void detach(const Partition& space);
  /// Frees the memory of the space, of which nothing may be in use.
  void drop(Partition& space);

  /// Whether this PE's partitions in host memory are where all PEs ask for them. If not, and other PEs' are, all PEs
  /// have to call addresses_differ().
  bool at_usual_addresses() const { return hinted_; }
  void addresses_differ();

  /// Every segment that is not a space, in the order of the offers.
  std::vector<Segment*> segments();

  /// The segment that holds `p`, or null. The heap is looked at first.
  const Segment* find(const void* p) const {
    const Segment* const* const list = lookup_.data();
    const std::size_t n = n_lookup_.load(std::memory_order_acquire);
    for (std::size_t i = 0; i < n; ++i)
      if (list[i]->holds(p)) return list[i];
    return nullptr;
  }

  Partition& heap() { return *partitions_.front(); }
  /// Null for an id that is neither a configured partition's nor a space's.
  Partition* partition(int id) const;
  /// The partition that holds `p`, or null.
  Partition* partition_of(const void* p);
  /// The id of the partition that the segment belongs to; 0 where it belongs to none.
  int partition_id(const Segment& segment) const;
  TeamHeap& team_heap() const { return *team_heap_; }
  /// Whether some partition is device memory.
  bool has_devices() const { return !device_kinds_.empty(); }
  /// The kind of memory at any pointer, symmetric or not. A device kind of which this PE has no partition is not
  /// recognised, and counts as host memory.
  const memkind::Kind& kind_of(const void* p) const;
  const Segment& internal() const { return internal_; }
  const Segment& statics() const { return statics_; }
  Segment& statics() { return statics_; }
  /// The library's memory for collectives that device code calls (shmemx_device/state.h): the same offset of the first
  /// device partition on all PEs, zero at first; null without such a partition. It has area_bytes() for each of
  /// ISTHMUS_DEVICE_SYNC_TEAMS teams.
  void* areas() const { return areas_; }
  std::size_t area_bytes() const;
  /// Makes the area of a team's slot as it was at first, so that another team may have it.
  void clean_area(int slot);
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
    bool in_file = false;           ///< of the node; it is not offered
  };
  struct Refusal {
    const Segment* segment;
    int pe;
    std::string reason;
  };

  config::PartitionSpec placed(config::PartitionSpec spec, std::size_t offset) const;
  Partition& make_partition(const config::PartitionSpec& spec, void* hint, std::size_t offset);
  Partition& add_partition(std::unique_ptr<Partition> partition);
  void add_segment(Owned own, std::size_t offset);
  void add_statics();
  void list(const Owned& own);
  static node::Offer offer(const Segment& segment, const memkind::Region* region);
  void attach(int pe, const Owned& own, node::Offer& theirs);
  void import(Segment& segment, int pe, node::Offer& offer);
  void add_to_lookup(const Segment& segment);

  int my_pe_, n_pes_;
  NodeFiles files_;
  const Layout layout_;
  bool hinted_ = true;               ///< all host memory of partitions is at the address at which all PEs ask for it
  mutable std::shared_mutex mutex_;  ///< guards partitions_, which spaces change
  std::vector<std::unique_ptr<Partition>> partitions_;  ///< in the order of their ids
  std::deque<std::unique_ptr<Partition>> retired_;      ///< dropped spaces, which other threads may still look at
  int last_space_ = config::kMaxPartitions;
  std::vector<config::PartitionSpec> on_devices_;  ///< still to be made
  std::unique_ptr<TeamHeap> team_heap_;
  memkind::Region internal_region_;
  Segment internal_;
  Segment statics_;
  std::vector<Owned> owned_;
  /// The segments for find(), of which there are n_lookup_. Other threads may be reading the list while a space is
  /// created or dropped, so it has room for the most there can be and never shrinks: dropped spaces hold no address.
  std::vector<const Segment*> lookup_;
  std::atomic<std::size_t> n_lookup_ = 0;
  std::vector<Import> imports_;
  std::vector<Refusal> refusals_;
  bool devices_all_mapped_ = true, devices_all_reached_ = true;
  void* areas_ = nullptr;
  std::vector<const memkind::Kind*> device_kinds_;  ///< of the partitions, each once
};

}  // namespace isthmus::memory

// Memory that is symmetric over a team only. The symmetric heap's allocator gives all PEs the same offsets because all
// of them make the same calls; here each PE makes the calls of the teams that it is in, so free ranges differ between
// PEs, and the members of a team have to agree on one that all have (collectives/group/team_memory.hpp). Several
// threads may call at once.
#pragma once
#include <map>
#include <mutex>
#include <utility>

#include "memory/first_fit.hpp"
#include "memory/segment.hpp"

namespace isthmus::memory {

class TeamHeap {
 public:
  static constexpr std::size_t kNone = FirstFit::kNone;
  static constexpr std::size_t kGranule = 64;

  /// `hint` is the address at which all PEs ask for the memory. Throws base::SetupError.
  TeamHeap(const config::PartitionSpec& spec, void* hint, int n_pes);
  ~TeamHeap();
  TeamHeap(const TeamHeap&) = delete;
  TeamHeap& operator=(const TeamHeap&) = delete;

  Segment& segment() { return segment_; }
  const Segment& segment() const { return segment_; }
  const memkind::Region& region() const { return region_; }

  /// A free range that this PE proposes to the other members. It is reserved until keep() or drop(), so that no other
  /// thread proposes it, too.
  struct Proposal {
    std::size_t offset = kNone;
    std::size_t bytes = 0;
    bool others = false;  ///< other threads hold proposals, without which `offset` might be another
  };
  /// Proposes the lowest free range from offset `from` on; kNone where there is none. `alignment` is a power of two.
  Proposal propose(std::size_t from, std::size_t bytes, std::size_t alignment);
  void drop(const Proposal& proposal);
  /// Makes the proposal a block of this owner (a team's slot).
  void keep(const Proposal& proposal, int owner);

  /// Bytes of the block that the owner has at `p`, or 0.
  std::size_t extent(int owner, const void* p);
  /// The block at `p` must be the owner's.
  void free(int owner, const void* p);
  /// Frees all blocks of an owner.
  void free_all(int owner);

 private:
  memkind::Region region_;
  Segment segment_;
  std::mutex mutex_;
  FirstFit free_;
  int proposals_ = 0;
  std::map<std::pair<int, std::size_t>, std::size_t> blocks_;  // {owner, offset} to bytes
};

}  // namespace isthmus::memory

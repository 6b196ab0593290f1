#include "memory/team_heap.hpp"

#include <algorithm>

#include "base/error.hpp"

namespace isthmus::memory {
namespace {

memkind::Region allocate(const config::PartitionSpec& spec, void* hint) {
  try {
    return memkind::kHost.alloc(spec, hint);
  } catch (const base::SetupError&) {
    throw base::SetupError(
        base::text("%zu bytes for memory of teams do not fit in this process's address space; set "
                   "SHMEM_TEAM_HEAP_SIZE lower",
                   spec.size));
  }
}

}  // namespace

TeamHeap::TeamHeap(const config::PartitionSpec& spec, void* hint, int n_pes)
    : region_(allocate(spec, hint)),
      segment_{"memory of teams", &memkind::kHost,  reinterpret_cast<std::uintptr_t>(region_.address),
               region_.size,      PeerTable(n_pes), {}},
      free_(region_.size) {}

TeamHeap::~TeamHeap() { memkind::kHost.free(region_); }

TeamHeap::Proposal TeamHeap::propose(std::size_t from, std::size_t bytes, std::size_t alignment) {
  const std::lock_guard lock(mutex_);
  Proposal mine{.others = proposals_ > 0};
  // An aligned offset is an aligned address on every PE only up to the alignment of the regions.
  if (bytes > segment_.size || alignment > memkind::kRegionAlignment) return mine;
  mine.bytes = (bytes + kGranule - 1) / kGranule * kGranule;
  mine.offset = free_.find(from, mine.bytes, std::max(alignment, kGranule));
  if (mine.offset == kNone) return mine;
  free_.take(mine.offset, mine.bytes);
  ++proposals_;
  return mine;
}

void TeamHeap::drop(const Proposal& proposal) {
  if (proposal.offset == kNone) return;
  const std::lock_guard lock(mutex_);
  --proposals_;
  free_.give_back(proposal.offset, proposal.bytes);
}

void TeamHeap::keep(const Proposal& proposal, int owner) {
  const std::lock_guard lock(mutex_);
  --proposals_;
  blocks_.emplace(std::pair(owner, proposal.offset), proposal.bytes);
}

std::size_t TeamHeap::extent(int owner, const void* p) {
  const std::lock_guard lock(mutex_);
  const auto block = blocks_.find({owner, segment_.offset(p)});
  return block == blocks_.end() ? 0 : block->second;
}

void TeamHeap::free(int owner, const void* p) {
  const std::lock_guard lock(mutex_);
  const auto block = blocks_.find({owner, segment_.offset(p)});
  free_.give_back(block->first.second, block->second);
  blocks_.erase(block);
}

void TeamHeap::free_all(int owner) {
  const std::lock_guard lock(mutex_);
  for (auto block = blocks_.lower_bound({owner, 0}); block != blocks_.end() && block->first.first == owner;) {
    free_.give_back(block->first.second, block->second);
    block = blocks_.erase(block);
  }
}

}  // namespace isthmus::memory

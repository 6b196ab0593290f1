#include "memory/partition.hpp"

#include <string>

#include "base/error.hpp"

namespace isthmus::memory {

const memkind::Kind& Partition::kind_of(const config::PartitionSpec& spec) {
  const std::string who =
      config::is_space(spec.id) ? "shmemx_space_create" : "SHMEM_SYMMETRIC_PARTITION" + std::to_string(spec.id);
  return memkind::find_kind(who, spec.kind);
}

Partition::Partition(const config::PartitionSpec& spec, void* hint, int n_pes)
    : id_(spec.id),
      kind_(&kind_of(spec)),
      region_(kind_->alloc(spec, hint)),
      segment_{id_ == 1                ? "heap"
               : config::is_space(id_) ? "space"
                                       : "partition",
               kind_,
               reinterpret_cast<std::uintptr_t>(region_.address),
               region_.size,
               PeerTable(n_pes),
               {}},
      buddy_(region_.size),
      largest_alignment_(kind_->device ? memkind::kRegionAlignment : segment_.base & -segment_.base) {}

Partition::~Partition() { kind_->free(region_); }

void Partition::retire() {
  segment_.size = 0;
  kind_->free(region_);
  buddy_ = Buddy(0);
}

void* Partition::allocate(std::size_t bytes, std::size_t alignment) {
  if (alignment > largest_alignment_) return nullptr;
  const std::size_t offset = buddy_.allocate(bytes, alignment);
  return offset == Buddy::kNone ? nullptr : reinterpret_cast<void*>(segment_.base + offset);
}

}  // namespace isthmus::memory

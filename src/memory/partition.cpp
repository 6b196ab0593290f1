#include "memory/partition.hpp"

#include <algorithm>
#include <atomic>
#include <string>
#include <utility>

#include "base/error.hpp"

namespace isthmus::memory {
namespace {

config::PartitionSpec in_whole(config::PartitionSpec spec) {
  spec.size += spec.reserved;
  return spec;
}

}  // namespace

const memkind::Kind& Partition::kind_of(const config::PartitionSpec& spec) {
  const std::string who =
      config::is_space(spec.id) ? "shmemx_space_create" : "SHMEM_SYMMETRIC_PARTITION" + std::to_string(spec.id);
  return memkind::find_kind(who, spec.kind);
}

Partition::Partition(const config::PartitionSpec& spec, void* hint, int n_pes)
    : id_(spec.id),
      kind_(&kind_of(spec)),
      region_(kind_->alloc(spec.reserved == 0 ? spec : in_whole(spec), hint)),
      segment_{id_ == 1                ? "heap"
               : config::is_space(id_) ? "space"
                                       : "partition",
               kind_,
               reinterpret_cast<std::uintptr_t>(region_.address),
               region_.size,
               PeerTable(n_pes),
               {}},
      pool_(region_.size - spec.reserved),
      largest_alignment_(kind_->device ? memkind::kRegionAlignment : segment_.base & -segment_.base) {
  // Kernels of the program may wait for what the host does by these.
  if (kind_->device && kind_->device->load_kernels) kind_->device->load_kernels(kernels::Set::transfers);
}

Partition::~Partition() { kind_->free(region_); }

void Partition::retire() {
  std::atomic_ref(segment_.size).store(0, std::memory_order_relaxed);
  kind_->free(region_);
  pool_ = SegregatedFit(0);
}

void Partition::renew(Partition& made) {
  id_ = made.id_;
  kind_ = made.kind_;
  region_ = std::exchange(made.region_, {});
  pool_ = std::move(made.pool_);
  largest_alignment_ = made.largest_alignment_;
  shown_ = 0;
  segment_.name = made.segment_.name;
  segment_.kind = kind_;
  segment_.base = made.segment_.base;
  // Last, since another thread that looks for an address may come across the segment now.
  std::atomic_ref(segment_.size).store(made.segment_.size, std::memory_order_release);
}

void* Partition::allocate(std::size_t bytes, std::size_t alignment) {
  if (alignment > largest_alignment_) return nullptr;
  const std::size_t offset = pool_.allocate(bytes, alignment);
  if (offset == SegregatedFit::kNone) return nullptr;
  show_up_to(offset + bytes);
  return reinterpret_cast<void*>(segment_.base + offset);
}

bool Partition::grow(void* p, std::size_t bytes) {
  if (!pool_.grow(segment_.offset(p), bytes)) return false;
  show_up_to(segment_.offset(p) + bytes);
  return true;
}

void Partition::show_up_to(std::size_t end) {
  if (kind_->device || end <= shown_) return;
  const std::size_t whole = std::min(segment_.size, (end + kShown - 1) / kShown * kShown);
  memkind::show_in_dumps(reinterpret_cast<void*>(segment_.base + shown_), whole - shown_);
  shown_ = whole;
}

}  // namespace isthmus::memory

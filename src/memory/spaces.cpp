// The part of SymmetricMemory that creates and drops spaces.
#include <algorithm>

#include "memory/symmetric.hpp"

namespace isthmus::memory {

int SymmetricMemory::next_space() {
  const std::shared_lock lock(mutex_);
  const auto spaces = std::count_if(partitions_.begin(), partitions_.end(),
                                    [](const auto& partition) { return config::is_space(partition->id()); });
  return spaces == kMaxSpaces ? 0 : ++last_space_;
}

Partition& SymmetricMemory::make_space(const config::PartitionSpec& spec) {
  auto made = std::make_unique<Partition>(spec, nullptr, n_pes_);
  if (retired_.size() <= kSpareSpaces) {
    Partition& space = add_partition(std::move(made));
    add_to_lookup(space.segment());
    return space;
  }
  std::unique_ptr<Partition> oldest = std::move(retired_.front());
  retired_.pop_front();
  oldest->renew(*made);
  return add_partition(std::move(oldest));
}

void SymmetricMemory::attach(int pe, Partition& space, node::Offer theirs) {
  attach(pe, Owned{&space.segment(), &space.region(), &space}, theirs);
}

void SymmetricMemory::detach(const Partition& space) {
  std::erase_if(imports_, [&](const Import& import) {
    if (import.segment != &space.segment()) return false;
    import.kind->release_import(import.address, import.bytes);
    import.segment->peers.set(import.pe, nullptr);
    return true;
  });
  std::erase_if(refusals_, [&](const Refusal& refusal) { return refusal.segment == &space.segment(); });
}

void SymmetricMemory::drop(Partition& space) {
  std::unique_lock lock(mutex_);
  const auto found = std::find_if(partitions_.begin(), partitions_.end(), [&](auto& p) { return p.get() == &space; });
  retired_.push_back(std::move(*found));
  partitions_.erase(found);
  lock.unlock();  // nobody finds it any more; a device's driver may wait for kernels before it frees memory
  space.retire();
}

}  // namespace isthmus::memory

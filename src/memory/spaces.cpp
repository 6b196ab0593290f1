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
  Partition& made = add_partition(spec, nullptr);
  Lookup next = *lookup_;
  next.push_back(&made.segment());
  publish(std::move(next));
  return made;
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
  Lookup next = *lookup_;
  std::erase(next, &space.segment());
  publish(std::move(next));
  const std::unique_lock lock(mutex_);
  const auto found = std::find_if(partitions_.begin(), partitions_.end(), [&](auto& p) { return p.get() == &space; });
  retired_.push_back(std::move(*found));
  partitions_.erase(found);
  space.retire();
}

void SymmetricMemory::publish(Lookup next) {
  lookups_.push_back(std::make_unique<Lookup>(std::move(next)));
  lookup_.store(lookups_.back().get(), std::memory_order_release);
}

}  // namespace isthmus::memory

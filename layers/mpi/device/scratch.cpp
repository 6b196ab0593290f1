#include "device/scratch.hpp"

#include <bit>

#include "base/error.hpp"
#include "base/log.hpp"

namespace isthmus::mpi {

Scratch::Block::~Block() {
  if (!owner_) return;
  const std::lock_guard lock(owner_->mutex_);
  static_cast<Entry*>(entry_)->used = false;
  owner_->trim(owner_->kept_);
}

char* Scratch::Block::get() const { return static_cast<char*>(static_cast<Entry*>(entry_)->region.address); }

Scratch::Block Scratch::take(const memkind::Kind& kind, int device, std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  Block block;
  block.owner_ = this;
  for (auto entry = entries_.begin(); entry != entries_.end(); ++entry) {
    if (entry->used || entry->kind != &kind || entry->region.device != device || entry->region.size < bytes) continue;
    entries_.splice(entries_.begin(), entries_, entry);
    entry->used = true;
    block.entry_ = &*entry;
    return block;
  }
  const config::PartitionSpec spec{.size = std::bit_ceil(bytes), .kind = kind.name, .device = device};
  try {
    entries_.push_front({&kind, kind.alloc(spec, nullptr), true});
  } catch (const base::SetupError& error) {
    base::debug(base::text("data with gaps is staged: %s", error.what()));
    block.owner_ = nullptr;
    return block;
  }
  block.entry_ = &entries_.front();
  return block;
}

/// Frees unused blocks, the least recently used first, until no more than `most` bytes of them are left.
void Scratch::trim(std::size_t most) {
  std::size_t unused = 0;
  for (const Entry& entry : entries_) unused += entry.used ? 0 : entry.region.size;
  for (auto entry = entries_.end(); unused > most && entry != entries_.begin();) {
    --entry;
    if (entry->used) continue;
    unused -= entry->region.size;
    entry->kind->free(entry->region);
    entry = entries_.erase(entry);
  }
}

void Scratch::clear() {
  const std::lock_guard lock(mutex_);
  trim(0);
}

}  // namespace isthmus::mpi

#include "device/mappings.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/log.hpp"

namespace isthmus::mpi {

Mappings::Call::~Call() {
  const std::lock_guard lock(mappings_.mutex_);
  mappings_.make_room(0);
  for (void* const entry : used_) --static_cast<Entry*>(entry)->calls;
  if (!opened_) mappings_.close_outdated();
}

Mappings::Call::State Mappings::Call::find(const Key& key, char*& at) {
  const std::lock_guard lock(mappings_.mutex_);
  const auto found = mappings_.by_key_.find(key);
  if (found == mappings_.by_key_.end()) return State::unknown;
  at = found->second->at;
  mappings_.use(*this, found->second);
  return at ? State::open : State::refused;
}

char* Mappings::Call::open(const Key& key, std::size_t bytes, const memkind::Kind& kind,
                           const memkind::Handle& handle) {
  Mappings& all = mappings_;
  const std::lock_guard lock(all.mutex_);
  if (const auto found = all.by_key_.find(key); found != all.by_key_.end()) {  // another thread was faster
    all.use(*this, found->second);
    return found->second->at;
  }
  for (auto entry = all.entries_.begin(); entry != all.entries_.end();) {
    const auto now = entry++;
    if (now->key.peer != key.peer) continue;
    const bool overlap = key.base < now->key.base + now->bytes && now->key.base < key.base + bytes;
    if (!overlap || now->calls > 0) continue;
    if (!now->at) {
      all.close(now);
      continue;
    }
    all.by_key_.erase(now->key);
    all.outdated_.splice(all.outdated_.end(), all.entries_, now);
  }
  opened_ = true;
  if (std::find(all.closed_.begin(), all.closed_.end(), key) != all.closed_.end())
    all.most_ = std::min(all.most_ + bytes, all.largest_);
  all.make_room(bytes);
  char* at = nullptr;
  try {
    at = static_cast<char*>(kind.import_handle(handle, bytes));
  } catch (const base::SetupError& error) {
    base::debug(base::text("a peer's device memory is staged: %s", error.what()));
  }
  all.entries_.push_front({key, bytes, &kind, at, 0});
  all.by_key_[key] = all.entries_.begin();
  at ? all.bytes_ += bytes : ++all.refused_;
  all.use(*this, all.entries_.begin());
  return at;
}

/// Moves an entry to the front and counts the call as a user of it.
void Mappings::use(Call& call, Place entry) {
  entries_.splice(entries_.begin(), entries_, entry);
  ++entry->calls;
  call.used_.push_back(&*entry);
}

void Mappings::close(Place entry) {
  if (entry->at) {
    entry->kind->release_import(entry->at, entry->bytes);
    bytes_ -= entry->bytes;
  } else {
    --refused_;
  }
  by_key_.erase(entry->key);
  entries_.erase(entry);
}

/// Closes mappings, the least recently used first, until `bytes` more fit. A mapping that a call uses stays, so that
/// the limit may be exceeded.
void Mappings::make_room(std::size_t bytes) {
  const auto full = [&] { return bytes_ > 0 && bytes_ + bytes > most_; };
  while (full() && !outdated_.empty()) close_outdated();
  for (auto entry = entries_.end(); entry != entries_.begin() && (full() || refused_ > kMostRefused);) {
    const auto last = std::prev(entry);
    if (last->calls == 0 && (last->at ? full() : refused_ > kMostRefused)) {
      if (last->at) closed_[closes_++ % closed_.size()] = last->key;
      close(last);
    } else {
      entry = last;
    }
  }
}

/// Closes one mapping of memory that its owner has freed.
void Mappings::close_outdated() {
  if (outdated_.empty()) return;
  const Entry& entry = outdated_.front();
  entry.kind->release_import(entry.at, entry.bytes);
  bytes_ -= entry.bytes;
  outdated_.pop_front();
}

void Mappings::close_all() {
  const std::lock_guard lock(mutex_);
  while (!outdated_.empty()) close_outdated();
  while (!entries_.empty()) close(entries_.begin());
}

std::size_t Mappings::bytes() const {
  const std::lock_guard lock(mutex_);
  return bytes_;
}

}  // namespace isthmus::mpi

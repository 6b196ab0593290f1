#include "device.hpp"

#include "abi.hpp"
#include "plan.hpp"
#include "vendor.hpp"

namespace isthmus::omp {
namespace {

std::atomic<std::uint64_t> registered_images = 1;

void* pointer(std::uintptr_t address) { return reinterpret_cast<void*>(address); }

}  // namespace

std::array<Device, kMaxDevices> devices;

void note_images() { registered_images.fetch_add(1, std::memory_order_release); }

Device* serving_device(std::int64_t number) {
  if (number < 0) number = vendor().default_device();
  if (number < 0 || number >= kMaxDevices) return nullptr;
  Device& device = devices[static_cast<std::size_t>(number)];
  return device.serves() ? &device : nullptr;
}

std::uint64_t& Entry::count(std::int64_t type) { return type & kHold ? holds : references; }

void Device::open(int partition, const Mirror& mirror, char* pool, std::size_t pool_bytes) {
  const std::lock_guard lock(mutex);
  storage_.open(partition, mirror, pool, pool_bytes);
  mirror_maps_ = pool_maps_ = vendor_maps_ = 0;
  serves_.store(true, std::memory_order_release);
}

std::size_t Device::close() {
  const std::lock_guard lock(mutex);
  serves_.store(false, std::memory_order_release);
  takes_all_ = false;
  const std::size_t left = entries_.size();
  for (const auto& [begin, entry] : entries_)
    if (entry->ours()) vendor().disassociate(pointer(begin), number());
  entries_.clear();
  objects_ = 0;
  storage_.close();
  return left;
}

void Device::load_images() {
  const std::uint64_t registered = registered_images.load(std::memory_order_acquire);
  if (images_.load(std::memory_order_acquire) == registered) return;
  vendor().begin({nullptr, number(), 0, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr});
  images_.store(registered, std::memory_order_release);
}

Found Device::find(std::uintptr_t host, std::int64_t bytes, bool implicit) const {
  const auto after = entries_.upper_bound(host);
  Entry* before = after == entries_.begin() ? nullptr : std::prev(after)->second.get();
  Entry* next = after == entries_.end() ? nullptr : after->second.get();
  if (bytes == 0) {
    if (before && (host < before->end || host < before->base)) return {before};
    return {next && host >= next->base ? next : nullptr};
  }
  const std::uintptr_t end = host + static_cast<std::uintptr_t>(bytes);
  if (before && host < before->end) {
    if (end <= before->end) return {before};
    return {implicit ? before : nullptr, true};
  }
  if (next && end > next->begin) return {implicit ? next : nullptr, true};
  return {};
}

/// Whether the runtime has the object on the device already: as a declare target variable, by an association that the
/// program made, or because it was mapped before it was selected.
bool Device::known_to_runtime(const Item& item) const {
  const std::uintptr_t last = item.begin + static_cast<std::uintptr_t>(item.size) - 1;
  return vendor().is_present(pointer(item.begin), number()) || vendor().is_present(pointer(last), number());
}

Entry* Device::add(const Item& item, std::uintptr_t object_base, const char* source) {
  if (known_to_runtime(item)) return nullptr;
  const auto bytes = static_cast<std::size_t>(item.size);
  auto entry = std::make_unique<Entry>(Entry{object_base, item.begin, item.begin + bytes, {}});
  entry->block = storage_.take(item.begin, bytes, item.before, [&] { return place_in_source(source); });
  if (entry->ours() && vendor().associate(pointer(item.begin), entry->block.address, bytes, 0, number()) != 0) {
    storage_.give_back(entry->block, {});
    return nullptr;
  }
  entry->ready = !entry->ours();  // in its own storage, the runtime itself orders the first copy
  ++(entry->block.place == Place::mirror ? mirror_maps_ : entry->ours() ? pool_maps_ : vendor_maps_);
  objects_.fetch_add(1, std::memory_order_release);
  return (entries_[item.begin] = std::move(entry)).get();
}

void Device::remove(Entry* entry) {
  if (entry->ours()) vendor().disassociate(pointer(entry->begin), number());
  storage_.give_back(entry->block, {});
  entries_.erase(entry->begin);
  objects_.fetch_sub(1, std::memory_order_release);
}

bool Device::owns(const void* host) const {
  const auto found = entries_.find(reinterpret_cast<std::uintptr_t>(host));
  return found != entries_.end() && found->second->ours();
}

int Device::use(const Functions& functions) {
  for (const auto& [begin, entry] : entries_)
    if (entry->block.place == Place::pool) return 1;
  storage_.use(functions);
  return 0;
}

shmemx_omp_info_t Device::info() const {
  const Pool* pool = storage_.pool();
  return {storage_.mirror().bytes,
          pool ? pool->bytes() : 0,
          pool ? pool->used() : 0,
          entries_.size(),
          mirror_maps_,
          pool_maps_,
          vendor_maps_};
}

}  // namespace isthmus::omp

#include "plan.hpp"

#include <algorithm>

#include "mappers.hpp"
#include "selection.hpp"
#include "vendor.hpp"

namespace isthmus::omp {
namespace {

bool counts(std::int64_t type) { return (type & kPointerAndObject) || parent_of(type) < 0; }

}  // namespace

Plan::Plan(Device& device, const MapCall& call)
    : device_(device),
      call_(call),
      items_(&room_),
      types_(&room_),
      begins_(&room_),
      new_(&room_),
      awaited_(&room_),
      left_(&room_),
      copies_(&room_) {
  items_.reserve(static_cast<std::size_t>(call.n));
  for (int i = 0; i < call.n; ++i)
    if (!(call.types[i] & (kLiteral | kPrivate))) add_items(i);
}

Plan::Plan(Device& device, const MapCall& call, const std::pmr::vector<Item>& items)
    : device_(device),
      call_(call),
      items_(items, &room_),
      types_(&room_),
      begins_(&room_),
      new_(&room_),
      awaited_(&room_),
      left_(&room_),
      copies_(&room_) {}

/// The bytes to leave free before an item. If the argument after it, of type `next`, is a member of it, the item is a
/// struct that may be mapped in part, so its first byte keeps its alignment; otherwise 0.
std::size_t Plan::alignment(std::int64_t type, std::int64_t next, int number, std::uintptr_t begin) const {
  return parent_of(type) < 0 && parent_of(next) == number ? begin & 15 : 0;
}

void Plan::add_items(int i) {
  const auto address = [](void* p) { return reinterpret_cast<std::uintptr_t>(p); };
  if (!call_.mappers || !call_.mappers[i]) {
    const std::int64_t next = i + 1 < call_.n ? call_.types[i + 1] : 0;
    items_.push_back({address(call_.bases[i]), address(call_.begins[i]), call_.sizes[i], call_.types[i], i, false,
                      alignment(call_.types[i], next, i, address(call_.begins[i]))});
    return;
  }
  const std::vector<Component> parts = components(call_, i);
  for (std::size_t k = 0; k < parts.size(); ++k) {
    const Component& part = parts[k];
    if (part.type & (kLiteral | kPrivate)) continue;
    const std::int64_t next = k + 1 < parts.size() ? parts[k + 1].type : 0;
    items_.push_back({address(part.base), address(part.begin), part.size, part.type, i, true,
                      alignment(part.type, next, static_cast<int>(k), address(part.begin))});
  }
}

bool Plan::wanted(const Item& item) const {
  return selects_all() || device_.takes_all() || (item.type & kClose) || (has_ranges() && in_range(item.begin));
}

const char* Plan::source_of(const Item& item) const {
  if (call_.names && call_.names[item.argument]) return static_cast<const char*>(call_.names[item.argument]);
  return call_.where ? static_cast<const Ident*>(call_.where)->source : nullptr;
}

void Plan::set_always(int argument) {
  if (types_.empty()) types_.assign(call_.types, call_.types + call_.n);
  types_[static_cast<std::size_t>(argument)] |= kAlways;
}

void Plan::set_begin(int argument, std::uintptr_t begin) {
  if (begins_.empty()) begins_.assign(call_.begins, call_.begins + call_.n);
  begins_[static_cast<std::size_t>(argument)] = reinterpret_cast<void*>(begin);
}

MapCall Plan::changed() const {
  MapCall call = call_;
  if (!types_.empty()) call.types = const_cast<std::int64_t*>(types_.data());
  if (!begins_.empty()) call.begins = const_cast<void**>(begins_.data());
  return call;
}

/// The entry of an item that is mapped already, or null. If another thread is unmapping it, waits until that is done.
Entry* Plan::present(const Item& item, std::unique_lock<std::mutex>& lock, bool& overlaps) {
  for (;;) {
    const Found found = device_.find(item.begin, item.size, item.type & kImplicit);
    overlaps = found.overlaps;
    if (!found.entry || found.entry->total() > 0 || found.entry->leaving == 0) return found.entry;
    device_.changed.wait(lock);
  }
}

/// Counts a reference to an entry that exists. Returns whether the item still needs its first copy: it is a member of a
/// struct that this call maps.
bool Plan::count_again(const Item& item, Entry& entry) {
  bool is_new = false;
  if (counts(item.type))
    ++entry.count(item.type);
  else
    is_new = entry.total() == 1;
  if (!entry.ready && std::find(new_.begin(), new_.end(), &entry) == new_.end()) awaited_.push_back(&entry);
  // For libomptarget the base of an association is where it begins, so it would not find one by a section of zero
  // length that begins below it. Such a section is moved to the association's begin.
  const bool inside = item.begin >= entry.begin && item.begin < entry.end;
  if (item.size == 0 && entry.ours() && !inside && !item.from_mapper) set_begin(item.argument, entry.begin);
  return is_new;
}

Entry* Plan::count_first(const Item& item) {
  // With kPointerAndObject, item.base is the address of the pointer, and the object's base is the pointer's value.
  const std::uintptr_t base = item.type & kPointerAndObject ? *reinterpret_cast<std::uintptr_t*>(item.base) : item.base;
  Entry* entry = device_.add(item, base, source_of(item));
  if (!entry) return nullptr;
  entry->count(item.type) = 1;
  if (entry->ours()) new_.push_back(entry);
  return entry;
}

void Plan::plan_first_copy(Item& item, bool kernel, bool merge) {
  if (item.size == 0) return;
  if (merge && !item.from_mapper && (item.type & (kTo | kFrom))) {
    set_always(item.argument);
    item.copied = true;
  } else if (item.type & kTo) {
    if (kernel || item.from_mapper)
      copies_.push_back(&item);
    else
      set_always(item.argument);
  }
}

/// LLVM 22 has separate arguments for setting pointers, and sets one only if the pointer or the object it points to is
/// new to libomptarget. Associations never are, so `always` is set where an entry is new to us.
void Plan::attach_pointers() {
  for (const Item& item : items_) {
    if (!(item.type & kAttach) || item.from_mapper) continue;
    for (const std::uintptr_t end : {item.begin, item.base}) {
      const Entry* entry = device_.find(end, 1, false).entry;
      if (entry && std::find(new_.begin(), new_.end(), entry) != new_.end()) set_always(item.argument);
    }
  }
}

bool Plan::begin(bool kernel, bool merge) {
  std::unique_lock lock(device_.mutex);
  bool concerned = false;
  for (Item& item : items_) {
    if (item.type & kAttach) continue;
    bool overlaps = false, is_new = true;
    Entry* entry = present(item, lock, overlaps);
    if (entry)
      is_new = count_again(item, *entry);
    else if (overlaps || item.size == 0 || (item.type & kPresent) || !wanted(item))
      continue;  // an error, a null pointer or an object that is not selected: left to the runtime
    else
      entry = count_first(item);
    if (!entry) continue;
    concerned = true;
    if (is_new && entry->ours()) plan_first_copy(item, kernel, merge);
  }
  attach_pointers();
  return concerned;
}

void Plan::plan_last_copy(const Item& item, bool kernel) {
  if (!(item.type & kFrom) || item.size == 0 || item.copied || (kernel && (item.type & kAlways))) return;
  if (kernel || item.from_mapper)
    copies_.push_back(&item);
  else
    set_always(item.argument);
}

bool Plan::end(bool kernel) {
  const std::lock_guard lock(device_.mutex);
  for (auto item = items_.rbegin(); item != items_.rend(); ++item) {  // in libomptarget's order
    if (item->type & kAttach) continue;
    Entry* entry = device_.find(item->begin, item->size, item->type & kImplicit).entry;
    if (!entry) continue;
    std::uint64_t& count = entry->count(item->type);
    const bool all = item->type & kDelete;
    const bool last = entry->total() == count && (all || count == 1);
    if (counts(item->type) && count > 0) count = all ? 0 : count - 1;
    ++entry->leaving;
    left_.push_back(entry);
    if (last && entry->ours()) plan_last_copy(*item, kernel);
  }
  return !left_.empty();
}

void Plan::copy(std::int64_t direction) {
  if (copies_.empty()) return;
  std::pmr::vector<void*> begins(&room_);
  std::pmr::vector<std::int64_t> sizes(&room_), types(copies_.size(), direction | kAlways, &room_);
  for (const Item* item : copies_) {
    begins.push_back(reinterpret_cast<void*>(item->begin));
    sizes.push_back(item->size);
  }
  const MapCall call{call_.where,   call_.device,  static_cast<std::int32_t>(copies_.size()),
                     begins.data(), begins.data(), sizes.data(),
                     types.data(),  nullptr,       nullptr};
  direction == kTo ? vendor().begin(call) : vendor().end(call);
  copies_.clear();
}

void Plan::copy_before_begin() { copy(kTo); }
void Plan::copy_before_end() { copy(kFrom); }

void Plan::finish_begin() {
  if (new_.empty() && awaited_.empty()) return;
  std::unique_lock lock(device_.mutex);
  for (Entry* entry : new_) entry->ready = true;
  if (!new_.empty()) device_.changed.notify_all();
  for (const Entry* entry : awaited_)  // none of them can be removed, since this call holds a reference
    device_.changed.wait(lock, [&] { return entry->ready; });
}

void Plan::finish_end() {
  const std::lock_guard lock(device_.mutex);
  bool gone = false;
  for (Entry* entry : left_)
    if (--entry->leaving == 0 && entry->total() == 0) {
      device_.remove(entry);
      gone = true;
    }
  if (gone) device_.changed.notify_all();
}

bool one_thread_so_far() {
  static std::atomic<const void*> first = nullptr;
  static std::atomic<bool> several = false;
  static thread_local const char mine = 0;
  if (several.load(std::memory_order_relaxed)) return false;
  const void* none = nullptr;
  if (first.compare_exchange_strong(none, &mine) || none == &mine) return true;
  several = true;
  return false;
}

}  // namespace isthmus::omp

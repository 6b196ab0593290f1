// A plan holds what one call that begins or ends maps does to selected objects, and what is changed in the call before
// it is passed to libomptarget. libomptarget copies an association only with the flag `always`, so the plan sets that
// flag where a copy is due. The caller's arrays may be constants that calls share, so the plan changes copies of them.
#pragma once
#include <array>
#include <cstddef>
#include <memory_resource>
#include <vector>

#include "abi.hpp"
#include "device.hpp"

namespace isthmus::omp {

/// One mapped object of a call: an argument, or a component that an argument's custom mapper reports.
struct Item {
  std::uintptr_t base, begin;
  std::int64_t size, type;
  int argument;         ///< index in the call's arrays
  bool from_mapper;     ///< a mapper's component, which has no argument of its own: copied by a separate call
  std::size_t before;   ///< bytes to leave free before it, for the alignment of a struct that is mapped in part
  bool copied = false;  ///< the kernel's own call copies it both ways
};

/// Memory for a plan's vectors. It is part of the plan, so that calls of usual length need no heap.
class Room {
 public:
  std::pmr::memory_resource* operator&() { return &resource_; }

 private:
  alignas(std::max_align_t) std::array<std::byte, 3072> bytes_;
  std::pmr::monotonic_buffer_resource resource_{bytes_.data(), bytes_.size()};
};

class Plan {
 public:
  Plan(Device& device, const MapCall& call);
  /// Plans the end of a kernel that has run, with the items of the plan for its beginning.
  Plan(Device& device, const MapCall& call, const std::pmr::vector<Item>& items);

  /// Counts references, and allocates storage for objects that are new. `kernel`: the call runs a kernel. `merge`: that
  /// call may copy both ways itself. Returns false if no selected object is concerned.
  bool begin(bool kernel, bool merge);
  /// Does the copies to the device that the call itself will not do.
  void copy_before_begin();
  /// To be called when the copies to the device are done: other threads may use the new objects from now on. Waits for
  /// objects that other threads are still copying.
  void finish_begin();

  /// Drops references. Returns false if no selected object is concerned.
  bool end(bool kernel);
  /// Does the copies from the device that the call itself will not do.
  void copy_before_end();
  /// To be called when the copies from the device are done: removes objects without references.
  void finish_end();

  /// The call with the changes that were planned.
  MapCall changed() const;
  const std::pmr::vector<Item>& items() const { return items_; }

 private:
  void add_items(int argument);
  std::size_t alignment(std::int64_t type, std::int64_t next, int number, std::uintptr_t begin) const;
  bool wanted(const Item& item) const;
  const char* source_of(const Item& item) const;

  Entry* present(const Item& item, std::unique_lock<std::mutex>& lock, bool& overlaps);
  bool count_again(const Item& item, Entry& entry);
  Entry* count_first(const Item& item);
  void plan_first_copy(Item& item, bool kernel, bool merge);
  void attach_pointers();
  void plan_last_copy(const Item& item, bool kernel);
  void set_always(int argument);
  void set_begin(int argument, std::uintptr_t begin);
  void copy(std::int64_t direction);

  Device& device_;
  const MapCall& call_;
  Room room_;
  std::pmr::vector<Item> items_;
  std::pmr::vector<std::int64_t> types_;  ///< changed copy of the caller's array; empty if unchanged
  std::pmr::vector<void*> begins_;        ///< changed copy of the caller's array; empty if unchanged
  std::pmr::vector<Entry*> new_, awaited_, left_;
  std::pmr::vector<const Item*> copies_;
};

/// Whether no thread but the calling one has called this so far, so that no other thread has mapped.
bool one_thread_so_far();

}  // namespace isthmus::omp

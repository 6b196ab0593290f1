// What one call that begins or ends maps means for selected objects, and what has to be changed in the call for it:
// libomptarget copies an association only with the flag `always`, so that is set where it is due; the caller's arrays
// are constants that calls share, so changed ones are copies.
#pragma once
#include <array>
#include <cstddef>
#include <memory_resource>
#include <vector>

#include "abi.hpp"
#include "device.hpp"

namespace isthmus::omp {

/// One mapped object of a call, with custom mappers taken apart.
struct Item {
  std::uintptr_t base, begin;
  std::int64_t size, type;
  int argument;         ///< of the call
  bool from_mapper;     ///< there is no such argument: copied by a call of its own
  std::size_t before;   ///< bytes that keep the alignment of a struct that is mapped in part
  bool copied = false;  ///< both ways, by the kernel's own call
};

/// Objects on the stack for calls of usual length.
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
  /// Of a kernel that has run: what its beginning planned, to be ended.
  Plan(Device& device, const MapCall& call, const std::pmr::vector<Item>& items);

  /// Counts, and gives storage to what is new. In a kernel's call (`merge`: which may copy both ways itself) or one
  /// that maps data. False: nothing of it concerns us.
  bool begin(bool kernel, bool merge);
  /// Copies that the call itself will not do.
  void copy_before_begin();
  /// The call is done, or the copies are: others may use what is new. Waits for what others copy.
  void finish_begin();

  bool end(bool kernel);
  void copy_before_end();
  void finish_end();

  /// The call with our changes.
  MapCall changed() const;
  const std::pmr::vector<Item>& items() const { return items_; }

 private:
  void take_apart(int argument);
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
  std::pmr::vector<std::int64_t> types_;  ///< empty: the caller's
  std::pmr::vector<void*> begins_;        ///< empty: the caller's
  std::pmr::vector<Entry*> new_, awaited_, left_;
  std::pmr::vector<const Item*> copies_;
};

/// Only one thread has mapped so far; remembers this one.
bool one_thread_so_far();

}  // namespace isthmus::omp

// What the kinds of device memory share: loading a vendor's library, choosing a device, and placing a region on it.
// Libraries are loaded when a partition asks for their kind, by our own declarations of the functions used, so that a
// build without any vendor's headers has every kind, and a job without device memory loads nothing.
#pragma once
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <mutex>
#include <string>

#include "base/error.hpp"
#include "memkind/kind.hpp"

namespace isthmus::memkind {

/// A function of a library; becomes a pointer of the type that it initialises.
class Symbol {
 public:
  explicit Symbol(void* address) : address_(address) {}
  template <class Function>
  operator Function*() const {
    return reinterpret_cast<Function*>(address_);
  }

 private:
  void* address_;
};

/// A shared library that stays loaded until the process ends: its owner may run code at exit.
class Library {
 public:
  /// The first of `names` that loads. Throws base::SetupError: "KIND=<kind>: <why not>; <remedy>".
  Library(const char* kind, std::initializer_list<const char*> names, const char* remedy);
  /// What is in the process already if that has the function `known`, else the first of `names`.
  Library(const char* kind, const char* known, std::initializer_list<const char*> names, const char* remedy);

  /// Throws base::SetupError for a function that the library does not have.
  Symbol find(const char* function) const;
  Symbol find_optional(const char* function) const;

 private:
  void open(std::initializer_list<const char*> names, const char* remedy);

  const char* kind_;
  void* handle_ = nullptr;
};

/// Whether the library is in this process already.
bool is_loaded(const char* library);

/// "partition 2 (KIND=CUDA)", with which the messages about it start.
std::string in_words(const config::PartitionSpec& spec);

/// Which of `visible` devices the partition goes to. Throws base::SetupError where there is none, and for fields that
/// only host memory has. `how_to_look` says where the user sees the devices.
int choose_device(const config::PartitionSpec& spec, int visible, const char* how_to_look);

/// Why a driver that is installed cannot be used for `kind` here: `call` gave the error `why`. `how_to_look` says where
/// the user sees the devices.
base::SetupError unusable(const char* kind, const char* call, const std::string& why, const char* how_to_look);

/// What a device says of itself.
struct Capacity {
  std::string name;
  std::size_t free = 0, total = 0;  ///< bytes; `free` is 0 where the driver does not tell
};

/// Why a partition did not fit.
base::SetupError does_not_fit(const config::PartitionSpec& spec, int device, const Capacity& capacity);

/// "0: NVIDIA H200, 139.8 GiB", as osh_info lists devices.
std::string list_line(int device, const Capacity& capacity);

/// Asks `allocate(bytes)` for a region of the size wanted, rounded up so that no two regions share a page of the
/// device. Where the driver's address is not aligned as regions are, asks again for as much more as aligns it.
template <class Allocate, class Free>
Region place(std::size_t wanted, int device, Allocate&& allocate, Free&& free) {
  Region region;
  region.size = (wanted + kRegionAlignment - 1) / kRegionAlignment * kRegionAlignment;
  region.device = device;
  region.address = allocate(region.size);
  if (reinterpret_cast<std::uintptr_t>(region.address) % kRegionAlignment == 0) return region;
  free(region.address);
  const auto start = reinterpret_cast<std::uintptr_t>(allocate(region.size + kRegionAlignment));
  region.skipped = (kRegionAlignment - start % kRegionAlignment) % kRegionAlignment;
  region.address = reinterpret_cast<void*>(start + region.skipped);
  return region;
}

/// Where the allocation behind a region starts.
inline void* start_of(const Region& region) { return static_cast<char*>(region.address) - region.skipped; }

/// A queue for what is to be done on return; all threads take turns.
class TurnQueue {
 public:
  /// Runs `begin(queue)` and waits for what it began.
  template <class Begin>
  void run(const Device& device, Begin&& begin) {
    const std::lock_guard lock(mutex_);
    if (!queue_) queue_ = device.open_queue();
    begin(queue_);
    device.finish(queue_);
  }

  /// Until it is needed again.
  void close(const Device& device) {
    const std::lock_guard lock(mutex_);
    if (queue_) device.close_queue(queue_);
    queue_ = nullptr;
  }

 private:
  std::mutex mutex_;
  Queue* queue_ = nullptr;
};

}  // namespace isthmus::memkind

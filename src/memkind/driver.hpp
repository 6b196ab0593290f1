// Helpers that the kinds of device memory share: loading a vendor's library, choosing a device, and allocating a region
// on it. Libraries are loaded with dlopen when a partition asks for their kind, and their functions are declared here.
// So every kind can be built without any vendor's headers, and a job without device memory loads nothing.
#pragma once
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <mutex>
#include <string>
#include <utility>

#include "base/error.hpp"
#include "memkind/kind.hpp"

namespace isthmus::memkind {

/// The address of a library's function; converts to any type of function pointer that it initialises.
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

/// A shared library. It is never closed, because the vendor's code may run at exit.
class Library {
 public:
  /// Loads the first of `names` that can be loaded. Throws base::SetupError "KIND=<kind>: <why not>; <remedy>".
  Library(const char* kind, std::initializer_list<const char*> names, const char* remedy);
  /// Uses the libraries that the process has loaded already if one of them has the function `known`; otherwise loads
  /// the first of `names` that can be loaded.
  Library(const char* kind, const char* known, std::initializer_list<const char*> names, const char* remedy);

  /// Throws base::SetupError if the library does not have the function; find_optional() returns null instead.
  Symbol find(const char* function) const;
  Symbol find_optional(const char* function) const;

 protected:
  /// Whether the process had not loaded it before.
  bool is_new() const { return is_new_; }

 private:
  void open(std::initializer_list<const char*> names, const char* remedy);

  const char* kind_;
  void* handle_ = nullptr;
  bool is_new_ = false;
};

/// Whether this process has loaded the library already.
bool is_loaded(const char* library);

/// "partition 2 (KIND=CUDA)", the start of messages about a partition.
std::string in_words(const config::PartitionSpec& spec);

/// Returns which of the `visible` devices holds the partition. Throws base::SetupError if that device does not exist,
/// and for fields that only host memory has. `how_to_look` names what the user can check when devices are missing.
int choose_device(const config::PartitionSpec& spec, int visible, const char* how_to_look);

/// The error that says that an installed driver is unusable, because `call` failed with `why`.
base::SetupError unusable(const char* kind, const char* call, const std::string& why, const char* how_to_look);

/// The name and memory of a device, as its driver reports them.
struct Capacity {
  std::string name;
  std::size_t free = 0, total = 0;  ///< bytes; `free` is 0 if the driver does not tell
};

/// The error that says that a partition is too large for its device.
base::SetupError does_not_fit(const config::PartitionSpec& spec, int device, const Capacity& capacity);

/// "0: NVIDIA H200, 139.8 GiB", as osh_info lists devices.
std::string list_line(int device, const Capacity& capacity);

/// Allocates a region by `allocate(bytes)`. The size is rounded up so that no two regions share a page of the device.
/// If the address is not a multiple of kRegionAlignment, allocates that much more and skips to a multiple.
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

/// The start of the driver's allocation that holds a region.
inline void* start_of(const Region& region) { return static_cast<char*>(region.address) - region.skipped; }

/// A queue for operations that are complete when they return. Threads use it one at a time.
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

  /// Closes the queue; the next run() opens a new one. The driver may wait for kernels meanwhile, which may wait for
  /// somebody who needs the lock.
  void close(const Device& device) {
    std::unique_lock lock(mutex_);
    Queue* const closed = std::exchange(queue_, nullptr);
    lock.unlock();
    if (closed) device.close_queue(closed);
  }

 private:
  std::mutex mutex_;
  Queue* queue_ = nullptr;
};

}  // namespace isthmus::memkind

// A kind of memory (host, each vendor's device memory) is one table of functions in one file. Everything
// above treats memory of any kind through this table and never names a vendor.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/fd.hpp"
#include "config/partition_spec.hpp"
#include "memkind/kernels/kernel.hpp"
#include "memkind/kernels/work.hpp"
#include "memkind/limits.hpp"

namespace isthmus::memkind {

/// Every region starts at a multiple of this on every PE, so an aligned offset is an aligned address everywhere.
inline constexpr std::size_t kRegionAlignment = std::size_t{2} << 20;

struct Region {
  void* address = nullptr;
  std::size_t size = 0;
  base::Fd backing;                 ///< of host memory: the memfd
  int device = -1;                  ///< which of the kind's devices; -1 for host memory
  std::size_t skipped = 0;          ///< bytes of the driver's allocation before `address`, where it was not aligned
  std::uint64_t fabric_device = 0;  ///< the device as libfabric numbers it, where it does
};

/// What a peer needs in order to map a region: a descriptor, which travels by SCM_RIGHTS, or bytes, or both.
struct Handle {
  base::Fd fd;
  std::array<std::byte, 64> bytes{};
};

/// Work that a device does on its own, in the order in which it was given. Used by one thread at a time.
struct Queue;

/// What memory needs that this process cannot load from and store to. Failures end the job through base::fatal.
struct Device {
  Queue* (*open_queue)();
  void (*close_queue)(Queue* queue);
  /// Begins a copy; either side may be host memory or any memory of this kind, a peer's included.
  void (*copy)(Queue* queue, void* dest, const void* source, std::size_t bytes);
  /// Begins to store a word of host memory, which the caller may change at once. False where it is none or is not
  /// aligned. Null where the kind has no such command.
  bool (*store)(Queue* queue, void* dest, const void* source, std::size_t bytes);
  /// Returns when all that was begun is done.
  void (*finish)(Queue* queue);
  /// Host memory that the device reaches fast; null when there is none to be had.
  void* (*pin)(std::size_t bytes);
  void (*unpin)(void* pinned);
  /// Whether memory that somebody else allocated in this process is of this kind; its device is in use from then on.
  /// Loads no driver that is not in the process already.
  bool (*adopt)(const void* pointer);
  /// One line for each visible device, by number. Throws base::SetupError where there is no driver.
  std::vector<std::string> (*list)();
  /// Begins a kernel, on memory of this kind alone. False where this PE's device cannot run it. Null where there is no
  /// kernel for any device of the kind.
  bool (*launch)(Queue* queue, kernels::Kernel kernel, const kernels::Work& work);
  /// The kind's number among libfabric's (enum fi_hmem_iface); 0 where it knows no such memory.
  int fabric_kind;
  Limits* limits;
};

struct Kind {
  const char* name;
  const Device* device;  ///< null where this process can load and store
  /// Throws base::SetupError with a remedy. `hint` is where all PEs would like the region to be.
  Region (*alloc)(const config::PartitionSpec& spec, void* hint);
  void (*free)(Region& region);
  /// Done on return. Either side may be host memory.
  void (*copy)(void* dest, const void* source, std::size_t bytes);
  void (*fill)(void* dest, int byte, std::size_t bytes);
  /// Throws base::SetupError where the driver does not share this memory with other processes.
  Handle (*export_handle)(const Region& region);
  /// The peer's allocation mapped here (its region starts where it skipped to); throws base::SetupError.
  void* (*import_handle)(const Handle& handle, std::size_t bytes);
  void (*release_import)(void* address, std::size_t bytes);
  /// Whether an arbitrary pointer is of this kind; no, while the kind is not in use.
  bool (*query)(const void* pointer);
};

extern const Kind kHost, kCuda, kHip, kZe, kOmp;

/// Core dumps hold this part of a region of host memory, in whole pages. They leave out the rest: pages that nobody has
/// touched would come to be only for them.
void show_in_dumps(void* from, std::size_t bytes);

/// All of them, host memory first.
const std::vector<const Kind*>& kinds();

/// The kind of that name (HOST, alias NORMALMEM, ..); throws base::SetupError listing the known ones.
const Kind& find_kind(const std::string& variable, const std::string& name);

/// "1.5 GiB", "300 bytes", for messages.
std::string in_words(std::size_t bytes);

}  // namespace isthmus::memkind

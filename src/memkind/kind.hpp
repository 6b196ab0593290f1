// A kind of memory (host, each vendor's device memory) is one table of functions in one file. Everything
// above treats memory of any kind through this table and never names a vendor.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/fd.hpp"
#include "config/partition_spec.hpp"
#include "memkind/kernels/kernel.hpp"
#include "memkind/kernels/work.hpp"
#include "memkind/limits.hpp"
#include "memkind/streams.hpp"

namespace isthmus::memkind {

/// Every region starts at a multiple of this on every PE, so an aligned offset is an aligned address everywhere.
inline constexpr std::size_t kRegionAlignment = std::size_t{2} << 20;

struct Region {
  void* address = nullptr;
  std::size_t size = 0;
  base::Fd backing;                 ///< the memfd of host memory
  int device = -1;                  ///< which of the kind's devices; -1 for host memory
  std::size_t skipped = 0;          ///< bytes between the driver's allocation and `address`, for alignment
  std::uint64_t fabric_device = 0;  ///< libfabric's number of the device, if it has one
};

/// What a peer needs in order to map a region: a file descriptor, which is passed by SCM_RIGHTS, or bytes, or both.
struct Handle {
  base::Fd fd;
  std::array<std::byte, 64> bytes{};
};

/// What a driver knows of memory that other code in this process allocated.
struct Allocation {
  char* base = nullptr;
  std::size_t bytes = 0;
  std::uint64_t id = 0;  ///< another one if the same address is freed and allocated again
  int device = -1;
  /// Whether export_handle() can be expected to share it. It cannot for managed memory and for most memory pools.
  bool shareable = false;

  /// The region that export_handle() takes.
  Region region() const {
    Region whole;
    whole.address = base;
    whole.size = bytes;
    whole.device = device;
    return whole;
  }
};

/// A device executes the commands of a queue asynchronously and in order. A queue is used by one thread at a time.
struct Queue;

/// An atomic operation on a word of 4 or 8 bytes, whose values are bit patterns.
struct WordChange {
  kernels::word_change::Operation operation;
  std::uint8_t bytes;
  std::uint64_t operand, compare;
};

/// The functions for memory that this process cannot access by loads and stores. Failures end the job by base::fatal.
struct Device {
  Queue* (*open_queue)();
  void (*close_queue)(Queue* queue);
  /// Begins a copy; either side may be host memory or any memory of this kind, a peer's included.
  void (*copy)(Queue* queue, void* dest, const void* source, std::size_t bytes);
  /// Begins to store a word; the caller may change `source` at once. Returns false if `bytes` is not the size of a word
  /// or `dest` is not aligned. The pointer is null if the kind has no such command.
  bool (*store)(Queue* queue, void* dest, const void* source, std::size_t bytes);
  /// Returns when all commands of the queue are complete.
  void (*finish)(Queue* queue);
  /// Allocates pinned host memory, which the device accesses directly. Returns null if the driver has none.
  void* (*pin)(std::size_t bytes);
  void (*unpin)(void* pinned);
  /// Returns whether memory that other code in this process allocated is of this kind; if so, its device counts as in
  /// use from then on. Loads no driver that the process has not loaded.
  bool (*adopt)(const void* pointer);
  /// Returns whether this process has loaded the driver, without loading it.
  bool (*present)();
  /// Describes memory that other code in this process allocated, if it is of this kind; its device counts as in use
  /// from then on. Returns false for other memory, and if the program has not initialised the driver. It is called only
  /// if the driver is present. See describe.hpp.
  bool (*describe)(const void* pointer, Allocation& found);
  /// To be called once for each allocation that describe() finds. Waits for the copies and fills that the program began
  /// by calls that do not return before they are complete, as seen by the program, and lets the driver complete the
  /// later ones before such a call returns: commands here do not wait for the program's. May be null.
  void (*settle)(const Allocation& allocation);
  /// Pins host memory of this process and lets the device access it directly, or no more. Returns the address at which
  /// the device finds it, or null if the driver refuses. May be null.
  void* (*register_host)(void* start, std::size_t bytes);
  void (*unregister_host)(void* start);
  /// Whether atomics of the device on host memory are atomic with the processors'. Null if they never are.
  bool (*host_atomics)();
  /// Returns one line for each visible device, by number. Throws base::SetupError if there is no driver.
  std::vector<std::string> (*list)();
  /// Begins a kernel, whose addresses must all be of this kind or pinned. Returns false if this PE's device cannot run
  /// it. The pointer is null if no kernels were built for the kind.
  bool (*launch)(Queue* queue, kernels::Kernel kernel, const kernels::Work& work);
  /// Loads these kernels now instead of each at its first use. A driver may load no code while a stream or another kernel
  /// waits, so this comes before anything can wait that a kernel is to serve. Null if the kind has no such driver.
  void (*load_kernels)(kernels::Set which) = nullptr;
  /// At the end of a job, when no kernel runs. May be null.
  void (*unload_kernels)() = nullptr;
  /// Changes a word of this kind, a peer's included, atomically with what kernels do on it, and gives its old value. Returns
  /// false if that is not possible. The pointer is null if it never is.
  bool (*change_word)(void* word, const WordChange& change, std::uint64_t& old);
  /// Whether kernels on the first device that this PE uses can access memory of its own, which may be on another device.
  /// The pointer is null if they always can.
  bool (*reaches)(const void* own);
  /// Kernels of several processes on this PE's device may take turns and not run at the same time; returns then what to do
  /// about it, else null. The pointer is null if it is not known.
  const char* (*in_turns)();
  /// Lets host threads that wait for this PE's device spin, if they would sleep. While the hosts of several processes
  /// sleep, fences of device code that include host memory take twice as long. The pointer is null if the kind has no
  /// choice.
  void (*spin_in_waits)();
  /// Commands on the program's own streams. Null if the kind has no streams.
  const Streams* streams;
  /// The kind's enum fi_hmem_iface in libfabric; 0 (FI_HMEM_SYSTEM) if libfabric has none for it.
  int fabric_kind;
  Limits* limits;
};

struct Kind {
  const char* name;
  const Device* device;  ///< null if this process can load from and store to the memory
  /// `hint` is the address that all PEs prefer for the region. Throws base::SetupError with a remedy.
  Region (*alloc)(const config::PartitionSpec& spec, void* hint);
  void (*free)(Region& region);
  /// The copy is complete on return. Either side may be host memory.
  void (*copy)(void* dest, const void* source, std::size_t bytes);
  void (*fill)(void* dest, int byte, std::size_t bytes);
  /// Throws base::SetupError if the driver cannot share this memory with other processes.
  Handle (*export_handle)(const Region& region);
  /// Maps a peer's allocation here. The peer's region starts Region::skipped bytes into it. Throws base::SetupError.
  void* (*import_handle)(const Handle& handle, std::size_t bytes);
  void (*release_import)(void* address, std::size_t bytes);
  /// Returns whether an arbitrary pointer is of this kind; false while no partition uses the kind.
  bool (*query)(const void* pointer);
};

/// Device::reaches of any memory of this PE.
inline bool reaches(const Kind& kind, const void* own) {
  return !kind.device || !kind.device->reaches || kind.device->reaches(own);
}

extern const Kind kHost, kCuda, kHip, kZe, kOmp;

/// Includes these pages of host memory in core dumps. The rest of a region is left out, because a dump would allocate
/// its untouched pages.
void show_in_dumps(void* from, std::size_t bytes);

/// All kinds, host memory first.
std::span<const Kind* const> kinds();

/// The kind of that name (HOST, alias NORMALMEM, ..). Throws base::SetupError, which lists the known ones.
const Kind& find_kind(const std::string& variable, const std::string& name);

/// "1.5 GiB", "300 bytes", for messages.
std::string in_words(std::size_t bytes);

}  // namespace isthmus::memkind

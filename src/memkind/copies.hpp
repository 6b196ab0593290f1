// Copies between memory of any two kinds. begin_copy() only queues a copy; finish_copies() completes all of them, so
// that a quiet synchronises with the device once and not once per copy.
#pragma once
#include <atomic>
#include <cstddef>

#include "memkind/kind.hpp"

namespace isthmus::memkind {

/// An address together with the kind of memory that it points to.
struct Place {
  const Kind& kind;
  char* at;

  Place operator+(std::size_t bytes) const { return {kind, at + bytes}; }
};

/// The copy is complete on return. The two sides may overlap, which is slow on devices.
void copy(Place to, Place from, std::size_t bytes);
/// May return before the copy is complete; finish_copies() waits for it. Where the two sides overlap, all copies that
/// were begun earlier complete first.
void begin_copy(Place to, Place from, std::size_t bytes);
/// Begins a copy of a few bytes of host memory to a device; the caller may change `from` as soon as this returns.
/// Returns false, having done nothing, if `bytes` is above the kind's limit or no pinned memory is left.
bool begin_small(Place to, const void* from, std::size_t bytes);

/// Begins a kernel on memory of that kind; it runs after the copies begun earlier. Returns false if this PE's device
/// cannot run it.
bool begin_kernel(const Kind& kind, kernels::Kernel kernel, const kernels::Work& work);

/// True while copies or kernels were begun that no finish_copies() has waited for.
inline std::atomic<bool> copies_begun = false;
/// Waits for everything that any thread has begun.
void finish_copies();

/// Hooks of another component that writes to device memory without the queues here: the device proxy (ops), if the job
/// has one.
struct Others {
  void (*finish)();   ///< waits for all that it began before the call
  bool (*pending)();  ///< whether it has incomplete work
};
inline std::atomic<const Others*> others = nullptr;
/// Called by that component when it has begun work that finish_copies() has to wait for. Others::pending() must report
/// this work already.
void others_began();

/// Host memory for staging, pinned if the kind's device can pin. The destructor keeps pinned memory for the next
/// object, up to a limit, because pinning takes long.
class Staging {
 public:
  Staging(const Kind& kind, std::size_t bytes);
  ~Staging();
  Staging(const Staging&) = delete;
  Staging& operator=(const Staging&) = delete;
  char* get() const { return at_; }
  /// Whether kernels of the kind can use the memory.
  bool pinned() const { return pinned_; }

 private:
  const Kind* kind_;
  char* at_;
  std::size_t bytes_;
  bool pinned_;
};

/// Closes all queues, frees all pinned memory, and unloads the kernels. Called at the end of a job, when no copy is in flight.
void close_queues();

}  // namespace isthmus::memkind

// Copies between memory of any two kinds. Those that were begun are finished together: quiet synchronises once for all.
#pragma once
#include <atomic>
#include <cstddef>

#include "memkind/kind.hpp"

namespace isthmus::memkind {

/// Memory, and its kind.
struct Place {
  const Kind& kind;
  char* at;

  Place operator+(std::size_t bytes) const { return {kind, at + bytes}; }
};

/// Done on return. Overlap is allowed, and slow on devices.
void copy(Place to, Place from, std::size_t bytes);
/// May return before it is done. After what was begun before, where it overlaps.
void begin_copy(Place to, Place from, std::size_t bytes);
/// Few bytes of host memory, which the caller may change at once, to a device. False, and nothing is done, where there
/// is no such way.
bool begin_small(Place to, const void* from, std::size_t bytes);

/// Begins a kernel on memory of that kind, after the copies that were begun. False where this PE's device has none.
bool begin_kernel(const Kind& kind, kernels::Kernel kernel, const kernels::Work& work);

/// Whether copies were begun that nobody has waited for.
inline std::atomic<bool> copies_begun = false;
/// Waits for all that were begun, by whatever thread.
void finish_copies();

/// What else moves bytes to device memory beside the queues here: the device proxy of ops, where there is one.
struct Others {
  void (*finish)();   ///< waits for all that was begun before
  bool (*pending)();  ///< whether something is under way
};
inline std::atomic<const Others*> others = nullptr;
/// They have begun something that finish_copies() has to wait for. After it counts as pending.
void others_began();

/// Host memory for staging, pinned where the kind's device can; kept for the next that asks, since pinning takes long.
class Staging {
 public:
  Staging(const Kind& kind, std::size_t bytes);
  ~Staging();
  Staging(const Staging&) = delete;
  Staging& operator=(const Staging&) = delete;
  char* get() const { return at_; }

 private:
  const Kind* kind_;
  char* at_;
  std::size_t bytes_;
  bool pinned_;
};

/// Gives back what copies have taken from drivers. At the end of a job, when nothing is under way.
void close_queues();

}  // namespace isthmus::memkind

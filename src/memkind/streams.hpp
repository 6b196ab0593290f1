// Commands on a stream of the program itself (cudaStream_t, hipStream_t; here a void*). They run when the earlier commands
// of the stream are complete, and the later ones wait for them. Each vendor that has streams has one table of functions, to
// which Device::streams points.
#pragma once
#include <cstddef>
#include <cstdint>

namespace isthmus::memkind {

/// What a stream waits for: a word that equals the value, or is not below it. The latter is the sign of the difference, so it
/// is right for values that are less than half the range of the word apart.
enum class Until { equal, at_least };

struct Streams {
  /// Copies between memory of this kind, a peer's included, and pinned memory.
  void (*copy)(void* stream, void* dest, const void* source, std::size_t bytes);
  /// Stores an aligned word of 4 or 8 bytes in memory of this kind. Returns false, having done nothing, if the driver has no
  /// such command.
  bool (*store)(void* stream, void* dest, std::uint64_t value, std::size_t bytes);
  /// Waits for an aligned word of 4 or 8 bytes in memory of this kind or pinned memory. Returns false, having done nothing,
  /// if the driver has no such command.
  bool (*await)(void* stream, const void* word, std::uint64_t value, std::size_t bytes, Until until);
  /// Calls a function on a thread of the driver's. It must not call the driver.
  void (*call)(void* stream, void (*function)(void*), void* data);
  /// The number of the hardware's queues for streams. A stream that waits for a word takes one; while all are taken, nothing
  /// begins on any stream of this process.
  unsigned (*queues)();
  const char* more_queues;  ///< what the user can do to have more
};

extern const Streams kCudaStreams, kHipStreams;

}  // namespace isthmus::memkind

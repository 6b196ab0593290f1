// Events: what a call of GASNet-EX returns for an operation that is not complete yet.
//
// An event is complete when `done` has reached `goal`. Operations on the wire count themselves in `done`, collectives
// set it to 1. The handle of a root event is the event's address, and that of its leaf the same with the lowest bit
// set: the leaf, local completion, is known to be complete only with the root. Whoever finds a root event complete
// releases it.
#pragma once
#include <gasnet_fwd.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace isthmus::gasnet {

/// Copies of sources that the client may reuse before a put is complete. All copies of the process together have a
/// limit.
class SourceCopies {
 public:
  SourceCopies() = default;
  ~SourceCopies() { clear(); }
  SourceCopies(const SourceCopies&) = delete;
  SourceCopies& operator=(const SourceCopies&) = delete;

  /// Returns a copy, which stays until clear(), or null where the limit would be passed.
  const void* add(const void* source, std::size_t bytes);
  /// Takes back the copy of so many bytes that was made last.
  void drop_last(std::size_t bytes);
  /// For when the puts are complete.
  void clear();

 private:
  std::vector<std::unique_ptr<std::byte[]>> copies_;
  std::size_t bytes_ = 0;
};

}  // namespace isthmus::gasnet

struct isthmus_gasnet_event {
  std::atomic<std::uint64_t> done = 0;
  std::uint64_t goal = 0;
  bool was_complete = false;  ///< when a call for an array of events looked at it first
  isthmus::gasnet::SourceCopies copies;

  bool complete() const { return done.load(std::memory_order_acquire) >= goal; }
};

namespace isthmus::gasnet {

inline isthmus_gasnet_event* root_of(gex_Event_t event) {
  return reinterpret_cast<isthmus_gasnet_event*>(reinterpret_cast<std::uintptr_t>(event) & ~std::uintptr_t{1});
}
inline gex_Event_t leaf_of(gex_Event_t root) {
  return reinterpret_cast<gex_Event_t>(reinterpret_cast<std::uintptr_t>(root) | 1);
}
inline bool is_leaf(gex_Event_t event) { return reinterpret_cast<std::uintptr_t>(event) & 1; }

/// What a thread has under way without events.
struct NbiState {
  /// Kinds of operations: puts and gets that the library's quiet completes, and those that count themselves.
  static constexpr std::uint8_t kPuts = 1, kGets = 2, kOnWire = kPuts | kGets, kCounted = 4;
  std::uint8_t under_way = 0;              ///< kinds that were begun, and not found complete yet
  int waits_until_poll = 1;                ///< calls of gex_NBI_Wait until one polls
  isthmus_gasnet_event* region = nullptr;  ///< of the access region that is open
  std::uint64_t emulated_begun =
      0;  ///< operations that count themselves: parts (operation.hpp), immediate puts and gets
  std::atomic<std::uint64_t> emulated_done = 0;

  void forget(std::uint8_t kinds) { under_way &= static_cast<std::uint8_t>(~kinds); }
};
extern constinit thread_local NbiState nbi_of_thread [[gnu::tls_model("initial-exec")]];
inline NbiState& nbi_state() { return nbi_of_thread; }

}  // namespace isthmus::gasnet

// Operations that consist of parts, each of which is complete when a message, or the wire, says so: vectors, and
// atomics at other nodes.
#pragma once
#include <gasnet_fwd.h>

#include <atomic>
#include <cstdint>

#include "event.hpp"

namespace isthmus::gasnet {

/// How a call wants to learn that its operation is complete.
enum class Sync : std::uint8_t { nb, nbi, blocking };

/// What a part that is complete adds 1 to. It travels with the part's messages, and must not be used once they are all
/// done.
using Tally = std::atomic<std::uint64_t>;

/// One operation of this thread, from its call to the return of the call.
class Operation {
 public:
  explicit Operation(Sync sync);
  Operation(const Operation&) = delete;
  Operation& operator=(const Operation&) = delete;

  /// Counts one part more. Whoever completes it adds 1 to what is returned.
  Tally* add_part();
  /// Takes back the part that was added last, and was not begun.
  void drop_part();
  /// Begins and ends a time in which puts and gets that this thread begins by gex_RMA_PutNBI and GetNBI are parts.
  void adopt_puts_and_gets();
  void release_puts_and_gets();

  /// Waits for the parts so far.
  void wait_for_parts();
  /// The event that the call returns; GEX_EVENT_INVALID if the operation is complete, as blocking ones are on return.
  gex_Event_t finish();

 private:
  const Sync sync_;
  isthmus_gasnet_event*
      event_;  ///< of nb and blocking, or the access region that is open; null: the thread's own count
  isthmus_gasnet_event* outer_ = nullptr;  ///< the client's access region, while puts and gets are adopted
  std::uint8_t outer_on_wire_ = 0;         ///< and what it has on the wire
};

}  // namespace isthmus::gasnet

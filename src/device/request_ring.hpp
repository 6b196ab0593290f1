// The host's side of the request ring, through which device code asks for what it cannot do by loads and stores. The
// protocol is in include/shmemx_device/state.h, the device's side in include/shmemx_device/ring.h.
#pragma once
#include <bitset>
#include <cstddef>
#include <cstdint>

#include "shmemx_device/state.h"

namespace isthmus::device {

class RequestRing {
 public:
  static constexpr std::size_t kSlots = ISTHMUS_DEVICE_SLOTS;
  /// The memory that a ring needs, which both the host and the device can access.
  static constexpr std::size_t kBytes =
      kSlots * (sizeof(isthmus_device_slot) + sizeof(isthmus_device_answer) + sizeof(std::uint64_t) +
                ISTHMUS_DEVICE_STAGED) + 64;

  /// `memory` has kBytes, aligned to 128; `counters` is the device's. The constructor writes the former, and the latter
  /// must be zero.
  RequestRing(void* memory, isthmus_device_counters* counters);

  /// What the device is told of it.
  const isthmus_device_ring& shared() const { return shared_; }

  /// Serves the requests that have been posted, in the order of their tickets: calls serve(request, staged), which
  /// returns the answer's value; `staged` is the slot's part of the staging area. Returns whether there were any.
  template <class Serve>
  bool drain(Serve&& serve) {
    bool any = false;
    for (;; any = true) {
      const std::size_t slot = next_ % kSlots;
      isthmus_device_request request;
      if (!read(slot, request)) break;
      const bool answers = request.flags & ISTHMUS_DEVICE_ANSWER;
      const std::uint64_t value = serve(request, shared_.staging + slot * ISTHMUS_DEVICE_STAGED);
      answered_[slot] = answers;
      ++next_;
      if (answers) answer(slot, value);
      release();
    }
    release();
    return any;
  }

 private:
  /// Reads the request in a slot, if all of the next one has arrived there.
  bool read(std::size_t slot, isthmus_device_request& request) const;
  void answer(std::size_t slot, std::uint64_t value);
  /// Frees the slots of requests that are served and whose answers, if any, have been taken.
  void release();

  isthmus_device_ring shared_{};
  std::uint64_t next_ = 0;      ///< the ticket to be served next
  std::uint64_t released_ = 0;  ///< slots of lower tickets are free
  std::bitset<kSlots> answered_;
};

}  // namespace isthmus::device

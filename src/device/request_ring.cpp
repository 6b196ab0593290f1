#include "device/request_ring.hpp"

#include <cstring>

namespace isthmus::device {

RequestRing::RequestRing(void* memory, isthmus_device_counters* counters) {
  std::memset(memory, 0, kBytes);
  char* next = static_cast<char*>(memory);
  const auto take = [&next](std::size_t bytes) {
    char* const taken = next;
    next += bytes;
    return taken;
  };
  shared_.requests = reinterpret_cast<isthmus_device_request*>(take(kSlots * sizeof(isthmus_device_request)));
  shared_.answers = reinterpret_cast<isthmus_device_answer*>(take(kSlots * sizeof(isthmus_device_answer)));
  shared_.taken = reinterpret_cast<std::uint64_t*>(take(kSlots * sizeof(std::uint64_t)));
  shared_.staging = take(kSlots * ISTHMUS_DEVICE_STAGED);
  shared_.served = reinterpret_cast<std::uint64_t*>(take(sizeof(std::uint64_t)));
  shared_.counters = counters;
}

void RequestRing::answer(std::size_t slot, std::uint64_t value) {
  shared_.answers[slot].value = value;
  __atomic_store_n(&shared_.answers[slot].done, next_, __ATOMIC_RELEASE);  // next_ is the ticket + 1 by now
}

void RequestRing::release() {
  const std::uint64_t before = released_;
  while (released_ < next_) {
    const std::size_t slot = released_ % kSlots;
    if (answered_[slot] && __atomic_load_n(&shared_.taken[slot], __ATOMIC_ACQUIRE) != released_ + 1) break;
    ++released_;
  }
  if (released_ != before) __atomic_store_n(shared_.served, released_, __ATOMIC_RELEASE);
}

}  // namespace isthmus::device

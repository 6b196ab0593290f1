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
  shared_.slots = reinterpret_cast<isthmus_device_slot*>(take(kSlots * sizeof(isthmus_device_slot)));
  shared_.answers = reinterpret_cast<isthmus_device_answer*>(take(kSlots * sizeof(isthmus_device_answer)));
  shared_.taken = reinterpret_cast<std::uint64_t*>(take(kSlots * sizeof(std::uint64_t)));
  shared_.staging = take(kSlots * ISTHMUS_DEVICE_STAGED);
  shared_.served = reinterpret_cast<std::uint64_t*>(take(sizeof(std::uint64_t)));
  shared_.counters = counters;
}

bool RequestRing::read(std::size_t slot, isthmus_device_request& request) const {
  const std::uint64_t* const words = shared_.slots[slot].words;
  const auto tag = static_cast<std::uint32_t>(next_ + 1);
  std::uint32_t data[ISTHMUS_DEVICE_WORDS];
  static_assert(sizeof data == sizeof request);
  for (int i = ISTHMUS_DEVICE_WORDS - 1; i >= 0; --i) {  // the last first: it may have been stored with release
    const std::uint64_t word = __atomic_load_n(&words[i], __ATOMIC_ACQUIRE);
    if (word >> 32 != tag) return false;
    data[i] = static_cast<std::uint32_t>(word);
  }
  std::memcpy(&request, data, sizeof request);
  return true;
}

void RequestRing::answer(std::size_t slot, std::uint64_t value) {
  const std::uint64_t tag = next_ << 32;  // next_ is the ticket + 1 by now
  __atomic_store_n(&shared_.answers[slot].low, tag | static_cast<std::uint32_t>(value), __ATOMIC_RELEASE);
  __atomic_store_n(&shared_.answers[slot].high, tag | value >> 32, __ATOMIC_RELEASE);
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

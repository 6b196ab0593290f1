// Memory that other PEs write over the wire is filled by whichever thread of this PE calls the provider. A thread that
// sees a word of it relies on seeing, too, what the same PE wrote before, and on the word being its own from then on. If
// another thread received both, processors that do not keep the order of stores (aarch64) may show it the word first. On
// all of them that thread may be about to store the word once more, since providers copy by memcpy, and the C library's
// stores 4 and 8 bytes twice: what this one had stored there meanwhile would be lost. So it waits until that thread has
// left the provider.
#pragma once
#include <sched.h>

#include <atomic>
#include <cstdint>

#include "base/cpu.hpp"

namespace isthmus::base {

class Arrivals {
 public:
  // A lock that a thread holds while it calls the provider in a way that lets it receive, by std::unique_lock. Nobody
  // waits for it.
  bool try_lock() {
    const std::uint64_t now = count();
    if (now % 2 != 0 || !try_step(&count_, now)) return false;
    std::atomic_thread_fence(std::memory_order_release);  // whoever sees what arrives from here on sees the count
    return true;
  }
  void unlock() {
    __atomic_store_n(&count_, peek(count_) + 1, __ATOMIC_RELEASE);
  }

  /// After a load with acquire order that saw a word which another PE may have written over the wire: what that PE
  /// wrote before is visible from here on, and the word is stored no more.
  void see() const {
    const std::uint64_t seen = count();
    if (seen % 2 != 0) [[unlikely]]
      await_other_than(seen);
  }

 private:
  std::uint64_t count() const { return __atomic_load_n(&count_, __ATOMIC_ACQUIRE); }

  /// Waits until the thread that receives has left the provider, which takes it microseconds if it has a core.
  [[gnu::noinline]] void await_other_than(std::uint64_t seen) const {
    constexpr int kLooks = 100;
    for (int looks = 0; count() == seen; ++looks)
      if (looks < kLooks)
        relax();
      else
        sched_yield();
  }

  std::uint64_t count_ = 0;  ///< odd while a thread receives; changed by single instructions
};

inline Arrivals arrivals;

}  // namespace isthmus::base

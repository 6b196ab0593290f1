// A lock that is held for a few instructions, or while its holder drives progress.
#pragma once
#include <cstdint>
#include <thread>

#include "base/cpu.hpp"

namespace isthmus::ofi {

class YieldingLock {
 public:
  bool try_lock() { return base::try_take(&held_); }
  void lock() {
    if (!try_lock()) [[unlikely]]
      insist();
  }
  void unlock() { __atomic_store_n(&held_, std::uint32_t{0}, __ATOMIC_RELEASE); }

 private:
  [[gnu::noinline]] void insist() {
    do std::this_thread::yield();
    while (!try_lock());
  }

  std::uint32_t held_ = 0;
};

}  // namespace isthmus::ofi

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
  /// What the thread that held it last has done is visible after this, where it is false.
  bool is_held() const { return __atomic_load_n(&held_, __ATOMIC_ACQUIRE) != 0; }
  void unlock() { __atomic_store_n(&held_, std::uint32_t{0}, __ATOMIC_RELEASE); }

 private:
  [[gnu::noinline]] void insist() {
    do std::this_thread::yield();
    while (!try_lock());
  }

  std::uint32_t held_ = 0;
};

}  // namespace isthmus::ofi

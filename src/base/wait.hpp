// Waiting for memory that somebody else changes: spin while a core is likely to be free for the other side, then give
// the core away, then sleep in growing steps. More PEs than cores is an ordinary case, not an error.
#pragma once
#include <sched.h>
#include <time.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <utility>

#include "base/cpu.hpp"

namespace isthmus::base {

/// How often a waiter looks again before it yields: longer than a hand-over between two cores takes, and no longer,
/// since the awaited PE may sit on this very core. The runtime sets the limit to 0 where PEs share cores by number.
inline constexpr int kSpins = 100;
inline std::atomic<int> spin_limit = kSpins;
inline constexpr int kYields = 4000;
/// Called once in a wait that has outlasted the spinning; null when there is nothing to do (see runtime/placement.hpp).
inline std::atomic<void (*)()> go_home = nullptr;

/// What a waiting thread does for the job meanwhile: lets messages in and out. Null while memory is all there is.
class Progress {
 public:
  virtual ~Progress() = default;
  /// False when there was nothing to do.
  virtual bool drive() = 0;
  /// Sleeps until there is something to do, at most this long. False when nothing came.
  virtual bool nap(long nanoseconds) = 0;
};
/// Acquired where it is read: the object is whole for whoever sees it, on any thread.
inline std::atomic<Progress*> progress = nullptr;
// Messages take longer than hand-overs between cores. Most of that time yields, which costs little beside a call of the
// provider: PEs of other hosts may share our cores without our knowing (containers, network namespaces).
inline constexpr int kSpinsWithProgress = 20;
inline constexpr int kYieldsWithProgress = 100;  // each costs a call of the provider, and sleep ends when messages come

/// PEs of this job on this machine; set by the runtime.
inline std::atomic<int> pes_here = 1;
/// Until when (ticks) other programs are taken to compute on these cores.
inline std::atomic<std::uint64_t> crowded_until = 0;

/// Yields to PEs that share this core; false, and nothing is done, where other programs compute there, too. A PE that
/// waits yields back soon, but behind other programs whoever yielded may be put off for many of their turns, while
/// whoever sleeps gets the core soon after waking: then it is better to nap for a while.
bool give_way();

inline constexpr long kFirstNap = 20'000;  // nanoseconds
inline void take_nap(long nanoseconds) {
  const timespec nap{0, nanoseconds};
  nanosleep(&nap, nullptr);
}

/// Whether the program's handler of an active message runs on this thread. It must not wait: what it waits for may need
/// this thread, or another handler, which comes after it.
inline constinit thread_local bool in_handler = false;

/// Ends the job with a line that names the call and the remedy.
[[noreturn, gnu::cold]] void refuse_to_wait(const char* call);
/// The first thing in a call that may wait for other PEs.
inline void must_be_outside_handlers(const char* call) {
  if (in_handler) [[unlikely]]
    refuse_to_wait(call);
}

/// While the library itself waits inside a handler, for what comes without the help of any handler.
class WaitInHandler {
 public:
  WaitInHandler() : before_(std::exchange(in_handler, false)) {}
  ~WaitInHandler() { in_handler = before_; }
  WaitInHandler(const WaitInHandler&) = delete;
  WaitInHandler& operator=(const WaitInHandler&) = delete;

 private:
  const bool before_;
};

class Backoff {
 public:
  Backoff() = default;
  /// `call` is what the program called, for the case that it may not wait.
  explicit Backoff(const char* call) : call_(call) {}

  /// Called each time the condition was found not to hold.
  void wait() {
    const int spins = spin_limit.load(std::memory_order_relaxed);
    if (Progress* const driver = progress.load(std::memory_order_acquire)) [[unlikely]] {
      wait_driving(*driver, spins);
    } else if (++rounds_ <= spins) {
      relax();
    } else if (!yield(spins, spins + kYields)) {
      take_nap(nap_);
      nap_ = std::min(nap_ * 2, 1'000'000L);
    }
  }

 private:
  /// False when it is time to sleep.
  bool yield(int spins, int rounds) {
    if (rounds_ == spins + 1)
      if (void (*const move)() = go_home.load(std::memory_order_acquire)) move();
    return rounds_ <= rounds && give_way();
  }

  void wait_driving(Progress& driver, int spins) {
    must_be_outside_handlers(call_);  // where there are handlers, somebody drives them
    if (driver.drive()) return;
    if (++rounds_ <= spins) return;
    if (yield(spins, kSpinsWithProgress * spins + kYieldsWithProgress)) return;
    if (driver.nap(nap_)) {
      rounds_ = 0;  // where something has come, more is likely to
      nap_ = kFirstNap;
    } else {
      nap_ = std::min(nap_ * 2, 1'000'000L);
    }
  }

  int rounds_ = 0;
  long nap_ = kFirstNap;
  const char* call_ = nullptr;
};

/// After a test that failed: programs test in a loop, and where PEs share cores the awaited one may need this core.
inline void tested_in_vain() {
  if (Progress* const driver = progress.load(std::memory_order_acquire)) [[unlikely]]
    driver->drive();
  if (spin_limit.load(std::memory_order_relaxed) == 0 && !give_way()) take_nap(kFirstNap);
}

template <class Condition>
void wait_until(Condition&& holds, const char* call = nullptr) {
  for (Backoff backoff(call); !holds();) backoff.wait();
}

}  // namespace isthmus::base

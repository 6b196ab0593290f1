// Waiting for memory that somebody else changes: spin while a core is likely to be free for the other side, then give
// the core away, then sleep in growing steps. More PEs than cores is an ordinary case, not an error.
#pragma once
#include <sched.h>
#include <time.h>

#include <algorithm>
#include <atomic>
#include <cstdint>

#include "base/cpu.hpp"

namespace isthmus::base {

/// How often a waiter looks again before it yields: longer than a hand-over between two cores takes, and no longer,
/// since the awaited PE may sit on this very core. The runtime sets the limit to 0 where PEs share cores by number.
inline constexpr int kSpins = 100;
inline int spin_limit = kSpins;
inline constexpr int kYields = 4000;
/// Called once in a wait that has outlasted the spinning; null when there is nothing to do (see runtime/placement.hpp).
inline void (*go_home)() = nullptr;

/// What a waiting thread does for the job meanwhile: lets messages in and out. Null while memory is all there is.
class Progress {
 public:
  virtual ~Progress() = default;
  /// False when there was nothing to do.
  virtual bool drive() = 0;
  /// Sleeps until there is something to do, at most this long. False when nothing came.
  virtual bool nap(long nanoseconds) = 0;
};
inline Progress* progress = nullptr;
// Messages take longer than hand-overs between cores. Most of that time yields, which costs little beside a call of the
// provider: PEs of other hosts may share our cores without our knowing (containers, network namespaces).
inline constexpr int kSpinsWithProgress = 20;
inline constexpr int kYieldsWithProgress = 100;  // each costs a call of the provider, and sleep ends when messages come

/// PEs of this job on this machine; set by the runtime.
inline int pes_here = 1;
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

class Backoff {
 public:
  /// Called each time the condition was found not to hold.
  void wait() {
    if (progress) [[unlikely]] {
      wait_driving();
    } else if (++rounds_ <= spin_limit) {
      relax();
    } else if (!yield(spin_limit + kYields)) {
      take_nap(nap_);
      nap_ = std::min(nap_ * 2, 1'000'000L);
    }
  }

 private:
  /// False when it is time to sleep.
  bool yield(int rounds) {
    if (rounds_ == spin_limit + 1 && go_home) go_home();
    return rounds_ <= rounds && give_way();
  }

  void wait_driving() {
    if (progress->drive()) return;
    if (++rounds_ <= spin_limit) return;
    if (yield(kSpinsWithProgress * spin_limit + kYieldsWithProgress)) return;
    if (progress->nap(nap_)) {
      *this = Backoff();  // where something has come, more is likely to
    } else {
      nap_ = std::min(nap_ * 2, 1'000'000L);
    }
  }

  int rounds_ = 0;
  long nap_ = kFirstNap;
};

/// After a test that failed: programs test in a loop, and where PEs share cores the awaited one may need this core.
inline void tested_in_vain() {
  if (progress) [[unlikely]]
    progress->drive();
  if (spin_limit == 0 && !give_way()) take_nap(kFirstNap);
}

template <class Condition>
void wait_until(Condition&& holds) {
  for (Backoff backoff; !holds();) backoff.wait();
}

}  // namespace isthmus::base

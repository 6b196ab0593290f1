// Waiting for memory that somebody else changes: spin while a core is likely to be free for the other side, then give
// the core away, then sleep in growing steps. More PEs than cores is an ordinary case, not an error.
#pragma once
#include <sched.h>
#include <time.h>

#include <algorithm>

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
inline constexpr int kPatience = 20;
inline constexpr int kYieldsWithProgress = 100;  // each costs a call of the provider, and sleep ends when messages come

class Patience {
 public:
  /// Called each time the condition was found not to hold.
  void wait() {
    if (progress) [[unlikely]] {
      wait_driving();
    } else if (++rounds_ <= spin_limit) {
      relax();
    } else if (rounds_ <= spin_limit + kYields) {
      if (rounds_ == spin_limit + 1 && go_home) go_home();
      sched_yield();
    } else {
      const timespec nap{0, nap_};
      nanosleep(&nap, nullptr);
      nap_ = std::min(nap_ * 2, 1'000'000L);
    }
  }

 private:
  void wait_driving() {
    if (progress->drive()) return;
    if (++rounds_ <= spin_limit) return;
    if (rounds_ <= kPatience * spin_limit + kYieldsWithProgress) {
      if (rounds_ == spin_limit + 1 && go_home) go_home();
      sched_yield();
    } else if (progress->nap(nap_)) {
      *this = Patience();  // where something has come, more is likely to
    } else {
      nap_ = std::min(nap_ * 2, 1'000'000L);
    }
  }

  int rounds_ = 0;
  long nap_ = 20'000;  // nanoseconds
};

/// After a test that failed: programs test in a loop, and where PEs share cores the awaited one may need this core.
inline void tested_in_vain() {
  if (progress) [[unlikely]]
    progress->drive();
  if (spin_limit == 0) sched_yield();
}

template <class Condition>
void wait_until(Condition&& holds) {
  for (Patience patience; !holds();) patience.wait();
}

}  // namespace isthmus::base

// Waiting for memory that another thread or PE changes. A waiter spins while the other side is likely to have a core of
// its own, then yields, then sleeps in growing steps. More PEs than cores is an ordinary case, not an error.
#pragma once
#include <sched.h>
#include <time.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <utility>

#include "base/cpu.hpp"
#include "base/waits_for.hpp"

namespace isthmus::base {

/// How often a waiter looks again before it yields. That takes longer than a hand-over between two cores, and no
/// longer, since the awaited PE may need this very core. With more PEs than cores the runtime sets spin_limit to 0.
inline constexpr int kSpins = 100;
inline std::atomic<int> spin_limit = kSpins;
inline constexpr int kYields = 4000;  // before it sleeps
/// Moves the calling thread back to its home core (see runtime/placement.hpp). Called once in every wait that outlasts
/// the spinning; null where threads need not move.
inline std::atomic<void (*)()> go_home = nullptr;

/// The communication that a waiting thread drives meanwhile: messages that come in and go out.
class Progress {
 public:
  virtual ~Progress() = default;
  /// Does what can be done without waiting. False when there was nothing to do.
  virtual bool drive() = 0;
  /// Sleeps until there is something to do, at most this long. False when nothing came.
  virtual bool nap(long nanoseconds) = 0;
};
/// Null while the job has neither a wire nor handlers of active messages. It is read with acquire order, so that every
/// thread that sees the pointer sees the object whole.
inline std::atomic<Progress*> progress = nullptr;
// A wait that drives progress sleeps after kSpinsWithProgress * spin_limit + kYieldsWithProgress rounds, since messages
// take longer than hand-overs between cores. After the first spin_limit rounds it yields now and then, although each PE
// has a core: PEs of other hosts may share our cores without our knowing (containers, network namespaces). Each yield
// delays the messages that come meanwhile.
inline constexpr int kSpinsWithProgress = 20;
inline constexpr int kRoundsPerYield = 4;
inline constexpr int kYieldsWithProgress = 100;  // few: each costs a call of the provider, and a message ends the sleep

/// How many PEs of this job run on this machine; the runtime sets it.
inline std::atomic<int> pes_here = 1;
/// The time, in ticks(), until which give_way() assumes that other programs compute on these cores.
inline std::atomic<std::uint64_t> crowded_until = 0;

/// Yields to PEs that share this core. Does nothing and returns false while other programs compute there, too, and the
/// caller should sleep instead: a PE that waits yields back soon, but a thread that yields to other programs may not
/// run again for many of their time slices, while one that wakes from sleep gets the core soon.
bool give_way();

inline constexpr long kFirstNap = 20'000;  // nanoseconds
inline void take_nap(long nanoseconds) {
  const timespec nap{0, nanoseconds};
  nanosleep(&nap, nullptr);
}

/// Whether this thread is running the program's handler of an active message. A handler must not wait: what it waits
/// for may need this thread, or another handler, which cannot run before this one has returned. Every call that may
/// wait looks at it, so it lies where no function has to be called to find it.
[[gnu::tls_model("initial-exec")]] inline constinit thread_local bool in_handler = false;

/// Ends the job with a line that names the call and the remedy.
[[noreturn, gnu::cold]] void refuse_to_wait(const char* call);
/// Ends the job inside a handler. A call that may wait for other PEs checks this first.
inline void must_be_outside_handlers(const char* call) {
  if (in_handler) [[unlikely]]
    refuse_to_wait(call);
}

/// Permits waiting inside a handler while it lives: the library itself may wait there for what needs no other handler.
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
  /// `call` is the function that the program called, which refuse_to_wait() names.
  explicit Backoff(const char* call) : call_(call) {}

  /// Called each time the condition was found not to hold. `describe` returns the WaitsFor that is shown during sleep.
  /// It is passed by value, so that a wait that does not sleep keeps nothing in memory for it.
  template <class Describe = Unsaid>
  void wait(Describe describe = {}) {
    const int spins = spin_limit.load(std::memory_order_relaxed);
    if (Progress* const driver = progress.load(std::memory_order_acquire)) [[unlikely]] {
      wait_driving(*driver, spins, describe);
    } else if (++rounds_ <= spins) {
      relax();
    } else if (!yield(spins, spins + kYields)) {
      since_ = show_wait(since_, call_, describe());
      take_nap(nap_);
      hide_wait();
      nap_ = std::min(nap_ * 2, 1'000'000L);
    }
  }

 private:
  /// Yields in rounds up to `rounds`. False when it is time to sleep.
  bool yield(int spins, int rounds) {
    if (rounds_ == spins + 1)
      if (void (*const move)() = go_home.load(std::memory_order_acquire)) move();
    return rounds_ <= rounds && give_way();
  }

  template <class Describe>
  void wait_driving(Progress& driver, int spins, Describe describe) {
    must_be_outside_handlers(call_);  // only here, since handlers run only where there is a Progress
    if (driver.drive()) return;
    if (++rounds_ <= spins || (spins > 0 && (rounds_ - spins) % kRoundsPerYield != 1)) return;
    if (yield(spins, kSpinsWithProgress * spins + kYieldsWithProgress)) return;
    since_ = show_wait(since_, call_, describe());
    const bool came = driver.nap(nap_);
    hide_wait();
    if (came) {
      rounds_ = 0;  // more messages are likely to follow
      nap_ = kFirstNap;
    } else {
      nap_ = std::min(nap_ * 2, 1'000'000L);
    }
  }

  int rounds_ = 0;
  long nap_ = kFirstNap;
  const char* call_ = nullptr;
  std::uint64_t since_ = 0;  // when this wait first slept, for show_wait()
};

/// Called after a test (shmem_test) whose condition did not hold. Programs test in a loop, so each test drives
/// progress, and where PEs share cores it yields, since the awaited PE may need this core.
inline void after_failed_test() {
  if (Progress* const driver = progress.load(std::memory_order_acquire)) [[unlikely]]
    driver->drive();
  if (spin_limit.load(std::memory_order_relaxed) == 0 && !give_way()) take_nap(kFirstNap);
}

/// The part of wait_until() after the first look. Out of line, and with copies of what it needs, so that a wait that
/// finds its condition met keeps nothing in memory for it.
template <class Condition, class Describe>
[[gnu::noinline]] void keep_waiting_until(Condition holds, const char* call, Describe describe) {
  Backoff backoff(call);
  do backoff.wait(describe);
  while (!holds());
}

/// `describe` is as in Backoff::wait(). The condition may be copied, so it must not change its own members.
template <class Condition, class Describe = Unsaid>
void wait_until(Condition&& holds, const char* call = nullptr, Describe describe = {}) {
  if (!holds()) keep_waiting_until<std::remove_cvref_t<Condition>>(holds, call, describe);
}

}  // namespace isthmus::base

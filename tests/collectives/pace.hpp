// Short pauses, from a fixed seed and different on each PE, so that calls of different PEs overlap in many ways. They
// only vary the timing: no test depends on a pause for its synchronisation.
#pragma once
#include <sched.h>

#include <chrono>
#include <thread>

#include "teams.hpp"

class Pace {
 public:
  explicit Pace(uint64_t seed) : state_(pattern(seed, me, 0, 0)) {}

  /// Begins a burst in which PE `slow_pe` is late for the first call and slow in all others.
  void begin(int slow_pe) {
    slow_ = slow_pe == me;
    late_ = slow_;
  }

  void pause() {
    state_ = pattern(state_, me, 1, 0);
    if (late_)
      rest(1500);
    else if (slow_ && state_ % 2 == 0)
      rest(static_cast<int>(state_ / 2 % 200));
    else if (state_ % 4 == 1)
      sched_yield();
    else if (state_ % 32 == 2)
      rest(static_cast<int>(state_ / 32 % 80));
    late_ = false;
  }

 private:
  static void rest(int microseconds) { std::this_thread::sleep_for(std::chrono::microseconds(microseconds)); }

  uint64_t state_;
  bool slow_ = false, late_ = false;
};

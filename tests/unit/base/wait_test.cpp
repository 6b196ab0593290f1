#include "base/wait.hpp"

#include <gtest/gtest.h>
#include <sched.h>

#include <atomic>
#include <ctime>
#include <thread>
#include <vector>

namespace isthmus::base {
namespace {

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

void run_on(int core) {
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(static_cast<std::size_t>(core), &one);
  ASSERT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
}

TEST(WaitUntil, LooksBeforeItWaits) {
  int looks = 0;
  wait_until([&] { return ++looks == 1; });
  EXPECT_EQ(looks, 1);
}

TEST(WaitUntil, ReturnsWhenTheConditionHoldsAndNotBefore) {
  for (const int limit : {0, 2000}) {
    spin_limit = limit;
    int looks = 0;
    wait_until([&] { return ++looks == 4300; });
    EXPECT_EQ(looks, 4300);
  }
}

TEST(WaitUntil, SeesAnotherThread) {
  std::atomic<int> ball = 0;
  std::thread other([&] {
    for (int i = 1; i < 2000; i += 2) {
      wait_until([&] { return ball == i; });
      ball = i + 1;
    }
  });
  for (int i = 0; i < 2000; i += 2) {
    wait_until([&] { return ball == i; });
    ball = i + 1;
  }
  other.join();
  EXPECT_EQ(ball, 2000);
}

TEST(WaitUntil, ALongWaitSleeps) {
  std::atomic<bool> done = false;
  double spent = 0;
  std::thread waiter([&] {
    const double start = cpu_seconds();
    wait_until([&] { return done.load(); });
    spent = cpu_seconds() - start;
  });
  const timespec long_enough{0, 500'000'000};
  nanosleep(&long_enough, nullptr);
  done = true;
  waiter.join();
  EXPECT_LT(spent, 0.25) << "half a second of waiting burned the core";
}

TEST(WaitUntil, NapsWhileOtherProgramsWantTheCore) {
  spin_limit = 0;
  crowded_until = ticks() + 300 * ticks_in_ms();
  int looks = 0;
  const std::uint64_t end = ticks() + 100 * ticks_in_ms();
  wait_until([&] { return ++looks, ticks() > end; });
  EXPECT_LT(looks, 1000);
  crowded_until = 0;
  looks = 0;
  wait_until([&] { return ++looks == 2000; });  // without a Progress installed
  EXPECT_EQ(looks, 2000);
}

TEST(WaitUntil, KnowsOtherProgramsByLongYields) {
  std::atomic<bool> done = false;
  crowded_until = 0;
  std::thread waiter([&, core = sched_getcpu()] {
    run_on(core);
    std::vector<std::thread> others;
    for (int i = 0; i < 4; ++i)
      others.emplace_back([&] {
        run_on(core);
        while (!done) relax();
      });
    const std::uint64_t end = ticks() + 20'000 * ticks_in_ms();
    while (give_way() && ticks() < end) {
    }
    EXPECT_LT(ticks(), end) << "twenty seconds of yields beside four threads that compute, and each was short";
    done = true;
    for (std::thread& other : others) other.join();
  });
  waiter.join();
  crowded_until = 0;
}

/// A Progress that never makes any.
class Silence : public Progress {
 public:
  bool drive() override { return ++drives, false; }
  bool nap(long nanoseconds) override { return take_nap(nanoseconds), false; }
  std::atomic<long> drives = 0;
};

TEST(WaitUntil, GivesASharedCoreAwayWhileItDrivesProgress) {
  constexpr int kHandOvers = 400;
  Silence silence;
  progress = &silence;
  spin_limit = kSpins;
  std::atomic<int> ball = 0;
  const auto play = [&, core = sched_getcpu()](int first) {
    run_on(core);
    for (int i = first; i < kHandOvers; i += 2) {
      wait_until([&] { return ball == i; });
      ball = i + 1;
    }
  };
  std::thread one(play, 0), other(play, 1);
  one.join();
  other.join();
  progress = nullptr;
  EXPECT_EQ(ball, kHandOvers);
  EXPECT_LT(silence.drives, kHandOvers * 5L * kSpins) << "the waiting side kept the core that the other needs";
}

}  // namespace
}  // namespace isthmus::base

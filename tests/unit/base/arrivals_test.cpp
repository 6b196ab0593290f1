#include "base/arrivals.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>

namespace isthmus::base {
namespace {

using namespace std::chrono_literals;

TEST(Arrivals, AreSeenAtOnceWhileNobodyReceives) {
  Arrivals arrivals;
  arrivals.see();
  { const std::unique_lock receiving(arrivals, std::try_to_lock); }
  arrivals.see();
}

TEST(Arrivals, AreSeenWhenTheThreadThatReceivesHasLeftTheProvider) {
  Arrivals arrivals;
  std::atomic<bool> seen = false;
  std::thread waiter;
  {
    const std::unique_lock receiving(arrivals, std::try_to_lock);
    ASSERT_TRUE(receiving);
    waiter = std::thread([&] {
      arrivals.see();
      seen = true;
    });
    std::this_thread::sleep_for(50ms);
    EXPECT_FALSE(seen);
  }
  waiter.join();
  EXPECT_TRUE(seen);
}

TEST(Arrivals, AreReceivedByOneThreadAtATime) {
  Arrivals arrivals;
  int inside = 0;
  constexpr int kTimes = 20000;
  const auto receive = [&] {
    for (int i = 0; i < kTimes;) {
      const std::unique_lock receiving(arrivals, std::try_to_lock);
      if (!receiving) continue;
      ++inside;  // of which some would be lost if two did
      ++i;
    }
  };
  std::thread other(receive);
  receive();
  other.join();
  EXPECT_EQ(inside, 2 * kTimes);
}

}  // namespace
}  // namespace isthmus::base

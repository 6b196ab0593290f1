#include "base/arrivals.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

namespace isthmus::base {
namespace {

using namespace std::chrono_literals;

TEST(Arrivals, AreSeenAtOnceWhileNobodyReceives) {
  Arrivals arrivals;
  arrivals.see();
  { const Arrivals::Receiving receiving(arrivals); }
  arrivals.see();
}

TEST(Arrivals, AreSeenWhenTheThreadThatReceivesHasLeftTheProvider) {
  if (kKeepsStoreOrder) GTEST_SKIP() << "this processor keeps the order of stores, so nobody waits";
  Arrivals arrivals;
  std::atomic<bool> seen = false;
  std::thread waiter;
  {
    const Arrivals::Receiving receiving(arrivals);
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
  if (kKeepsStoreOrder) GTEST_SKIP() << "this processor keeps the order of stores, so nobody waits";
  Arrivals arrivals;
  int inside = 0;
  constexpr int kTimes = 20000;
  const auto receive = [&] {
    for (int i = 0; i < kTimes; ++i) {
      const Arrivals::Receiving receiving(arrivals);
      ++inside;  // a race, seen by the sum and by ThreadSanitizer, if two did
    }
  };
  std::thread other(receive);
  receive();
  other.join();
  EXPECT_EQ(inside, 2 * kTimes);
}

}  // namespace
}  // namespace isthmus::base

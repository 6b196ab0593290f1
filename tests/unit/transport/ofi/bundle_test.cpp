// Small writes and atomics that travel together: when they leave, in which order they arrive, and who waits for them.
#include <array>
#include <atomic>
#include <chrono>
#include <cstring>
#include <numeric>
#include <thread>
#include <vector>

#include "transport/ofi/two_pes.hpp"

namespace isthmus::test {
namespace {

using namespace std::chrono_literals;

class Bundle : public TwoPes {
 protected:
  void put(std::size_t word, std::uint64_t value) {
    const ofi::Target to = word_of(1, word);
    endpoint().write_value(value, sizeof value, 1, to.address, to.key);
  }
  void atomic(ofi::Atomic op, std::size_t word, std::uint64_t operand, std::uint8_t bytes = 8) {
    endpoint().atomic_later({op, bytes, 1, region(), word * 8, operand}, nullptr);
  }
  /// A bundle with one value is open, behind a write that left at once.
  void open_bundle(std::size_t word, std::uint64_t value) {
    put(kWords - 1, 1);
    network().per_look = 0;  // so that it is still under way
    put(word, value);
    network().per_look = 1000;
    ASSERT_EQ(network().posted, 1);
  }
};

TEST_F(Bundle, ALoneValueLeavesAtOnceAndIsAcknowledged) {
  open();
  for (int i = 1; i <= 3; ++i) {
    put(3, 7);
    EXPECT_EQ(network().posted, i);
    endpoint().quiet();
  }
  EXPECT_EQ(network().acknowledged, 3);
  EXPECT_EQ(network().reads, 0);
  EXPECT_EQ(network().messages, 0);
  EXPECT_EQ(memory(1, 3), 7U);
}

TEST_F(Bundle, AValueLeavesAtOnceWhenThoseBeforeItHaveArrived) {
  open();
  put(3, 7);
  put(4, 8);  // the double carries out the first when it is looked for
  EXPECT_EQ(network().posted, 2);
  endpoint().quiet();
  EXPECT_EQ(memory(1, 4), 8U);
}

TEST_F(Bundle, WhatFollowsTravelsTogetherAndIsAnsweredOnce) {
  open();
  put(0, 1);
  network().per_look = 0;
  for (std::size_t i = 1; i < 100; ++i) put(i, i + 1);
  const std::uint32_t half = 77;
  endpoint().write_small(1, word_of(1, 200), &half, sizeof half);
  const char text[] = "twenty-nine bytes, unaligned";
  endpoint().write_small(1, {word_of(1, 300).address + 3, region().key}, text, sizeof text);
  EXPECT_EQ(network().posted, 1);
  EXPECT_FALSE(endpoint().idle());
  network().per_look = 1000;
  endpoint().quiet();
  for (std::size_t i = 0; i < 100; ++i) EXPECT_EQ(memory(1, i), i + 1);
  EXPECT_EQ(memory(1, 200), 77U);
  EXPECT_STREQ(reinterpret_cast<char*>(&memory(1, 300)) + 3, text);
  EXPECT_EQ(network().messages, 2);  // the bundle and its answer
}

TEST_F(Bundle, TheFirstTravelsWithTheOthersWhereThereWereManyBefore) {
  open();
  const auto put_many = [&] {
    for (std::size_t i = 0; i < 50; ++i) put(i, i + 1);
  };
  network().per_look = 0;
  put_many();
  EXPECT_EQ(network().posted, 1);  // the first one
  network().per_look = 1000;
  endpoint().quiet();
  const int posted = network().posted;
  put_many();
  EXPECT_EQ(network().posted, posted);
  endpoint().quiet();
  put(60, 7);
  EXPECT_EQ(memory(1, 60), 0U);
  endpoint().quiet();
  EXPECT_EQ(memory(1, 60), 7U);
  EXPECT_TRUE(endpoint().idle());
  const int then = network().posted;
  put(61, 8);
  EXPECT_EQ(network().posted, then + 1);  // alone again
  endpoint().quiet();
  EXPECT_EQ(memory(1, 61), 8U);
}

TEST_F(Bundle, LeavesWhenItIsFull) {
  open();
  put(0, 1);
  network().per_look = 0;
  for (std::size_t i = 1; i < kWords; ++i) put(i, i + 1);
  EXPECT_GE(network().posted, 1 + 1023 * 16 / 4864);
  EXPECT_LE(network().posted, 5);
  network().per_look = 1000;
  endpoint().quiet();
  for (std::size_t i = 0; i < kWords; ++i) EXPECT_EQ(memory(1, i), i + 1);
}

TEST_F(Bundle, NothingTravelsTogetherWhereItIsTurnedOff) {
  without_bundles();
  open();
  network().per_look = 0;
  for (std::size_t i = 0; i < 10; ++i) put(i, i + 1);
  EXPECT_EQ(network().posted, 10);
  network().per_look = 1000;
  endpoint().quiet();
  EXPECT_EQ(network().messages, 0);
}

TEST_F(Bundle, LeavesInAnyWait) {
  open();
  open_bundle(5, 50);
  drive();
  EXPECT_EQ(memory(1, 5), 50U);
}

TEST_F(Bundle, LeavesBeforeAnyOtherOperation) {
  open();
  open_bundle(5, 50);
  const std::vector<char> large(1000);
  endpoint().write_later(1, word_of(1, 600), large.data(), large.size());
  EXPECT_EQ(network().posted, 3);
  endpoint().quiet();
  EXPECT_EQ(memory(1, 5), 50U);
}

TEST_F(Bundle, LeavesWhileTheProgramComputes) {
  open();
  open_bundle(5, 50);
  pe(0).start_progress(
      -1, [] {}, [] { return false; });
  const auto end = std::chrono::steady_clock::now() + 10s;
  while (network().posted < 2 && std::chrono::steady_clock::now() < end) std::this_thread::sleep_for(100us);
  EXPECT_EQ(network().posted, 2);
  endpoint().quiet();
  pe(0).stop_progress();
  EXPECT_EQ(memory(1, 5), 50U);
}

TEST_F(Bundle, ALargeWriteBehindAFenceDoesNotOvertakeIt) {
  open();
  open_bundle(5, 50);
  std::vector<std::uint64_t> large(64);
  std::iota(large.begin(), large.end(), 100);
  endpoint().fence();
  endpoint().write_later(1, word_of(1, 100), large.data(), large.size() * 8);
  EXPECT_EQ(memory(1, 5), 50U) << "the provider may carry out the large write any moment";
  endpoint().quiet();
  EXPECT_EQ(memory(1, 163), 163U);
}

TEST_F(Bundle, AReadBehindAFenceSeesIt) {
  open();
  open_bundle(5, 50);
  endpoint().fence();
  std::uint64_t seen = 0;
  endpoint().read(1, word_of(1, 5), &seen, sizeof seen);
  EXPECT_EQ(seen, 50U);
}

TEST_F(Bundle, IsNotWaitedForWhereWhatFollowsAFenceIsSmall) {
  open();
  open_bundle(5, 50);
  network().per_look = 0;
  endpoint().fence();
  put(6, 60);  // would not return if it waited
  network().per_look = 1000;
  endpoint().quiet();
  EXPECT_EQ(memory(1, 5), 50U);
  EXPECT_EQ(memory(1, 6), 60U);
}

TEST_F(Bundle, FlagsOfTheLibraryFollowIt) {
  open();
  open_bundle(5, 50);
  const std::uint64_t flag = 1;
  endpoint().before_write();
  endpoint().write_internal(1, word_of(1, 6), &flag, sizeof flag);
  EXPECT_EQ(memory(1, 5), 50U);
}

TEST_F(Bundle, KeepsTheOrderOfOperationsOnAWord) {
  open();
  put(kWords - 1, 1);
  network().per_look = 0;
  put(3, 5);
  atomic(ofi::Atomic::add, 3, 3);
  atomic(ofi::Atomic::bit_xor, 3, 1);
  atomic(ofi::Atomic::set, 4, ~std::uint64_t{0});
  atomic(ofi::Atomic::add, 4, 2, 4);  // only the lower half
  put(4 + 1, 9);
  atomic(ofi::Atomic::bit_or, 5, 6);
  EXPECT_EQ(network().posted, 1);
  network().per_look = 1000;
  EXPECT_EQ(endpoint().fetch_atomic({ofi::Atomic::add, 8, 1, region(), 24, 10}), 9U);
  EXPECT_EQ(memory(1, 3), 19U);
  EXPECT_EQ(memory(1, 4), 0xffffffff00000001U);
  EXPECT_EQ(memory(1, 5), 15U);
}

TEST_F(Bundle, ReadsTravelInIt) {
  open();
  for (std::size_t i = 0; i < kWords; ++i) memory(1, i) = i * i + 1;
  std::vector<std::uint64_t> seen(kWords), again(4);
  network().per_look = 0;
  for (std::size_t i = 0; i < kWords; ++i) endpoint().read_later(1, word_of(1, i), &seen[i], sizeof seen[i]);
  EXPECT_LT(network().posted, 6);
  char part[13] = {};
  endpoint().read_later(1, {word_of(1, 7).address + 1, region().key}, part, 5);
  put(900, 77);
  endpoint().read_later(1, word_of(1, 900), &again[0], 8);  // behind the write, in the same bundle
  network().per_look = 1000;
  endpoint().wait_read();
  EXPECT_EQ(again[0], 77U);
  endpoint().quiet();
  for (std::size_t i = 0; i < kWords; ++i) EXPECT_EQ(seen[i], i * i + 1);
  EXPECT_EQ(std::memcmp(part, reinterpret_cast<char*>(&memory(1, 7)) + 1, 5), 0);
  EXPECT_EQ(part[5], 0);
}

TEST_F(Bundle, TestsForQuietSendIt) {
  open();
  open_bundle(5, 50);
  int looks = 0;
  while (!endpoint().test_quiet() && ++looks < 1000) drive();
  EXPECT_LT(looks, 1000);
  EXPECT_EQ(memory(1, 5), 50U);
}

TEST_F(Bundle, ThreadsShareIt) {
  open();
  constexpr std::uint64_t kLeast = 2000;
  std::atomic<bool> enough = false;
  std::array<std::uint64_t, 3> made{};
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < made.size(); ++t)
    threads.emplace_back([&, t] {
      while (made[t] < kLeast || !enough) {
        put(10 + t, ++made[t]);
        atomic(ofi::Atomic::add, 20, 1);
        if (made[t] % 500 == 0) endpoint().fence();
      }
    });
  for (int i = 0; i < 5; ++i) endpoint().quiet();  // each ends although the threads go on
  enough = true;
  for (std::thread& thread : threads) thread.join();
  endpoint().quiet();
  for (std::size_t t = 0; t < made.size(); ++t) EXPECT_EQ(memory(1, 10 + t), made[t]);
  EXPECT_EQ(memory(1, 20), made[0] + made[1] + made[2]);
}

TEST_F(Bundle, WaitsWhereTheProviderHasNoRoom) {
  open();
  put(0, 1);
  network().per_look = 0;
  for (std::size_t i = 1; i < kWords; ++i) {
    if (i == 300) network().refusals = 5, network().per_look = 1;
    put(i, i + 1);
  }
  endpoint().quiet();
  for (std::size_t i = 0; i < kWords; ++i) EXPECT_EQ(memory(1, i), i + 1);
}

}  // namespace
}  // namespace isthmus::test

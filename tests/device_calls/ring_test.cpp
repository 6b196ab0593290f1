// The request ring: the device's side (include/shmemx_device/ring.h), compiled for the host and driven by threads, against
// the host's side (src/device/request_ring.hpp). Also run under the thread sanitizer.
#include <gtest/gtest.h>

#define ISTHMUS_DEVICE_ON_HOST
#include <shmemx_device.h>

#include <atomic>
#include <cstdint>
#include <cstring>
#include <memory>
#include <thread>
#include <vector>

#include "device/request_ring.hpp"

namespace isthmus::device {
namespace {

constexpr std::uint64_t kSlots = RequestRing::kSlots;

struct Ring : testing::Test {
  std::unique_ptr<char, decltype(&std::free)> memory{
      static_cast<char*>(std::aligned_alloc(128, (RequestRing::kBytes + 127) / 128 * 128)), &std::free};
  isthmus_device_counters counters{};
  RequestRing host{memory.get(), &counters};
  const isthmus_device_ring& device = host.shared();

  static isthmus_device_request request(std::uint64_t a, std::uint64_t b, std::uint8_t flags) {
    isthmus_device_request made{};
    made.a = a;
    made.b = b;
    made.flags = flags;
    return made;
  }
  /// Requests that producers have posted or are about to.
  std::uint64_t taken() { return __atomic_load_n(&counters.tickets, __ATOMIC_RELAXED); }
};

/// The answer to a request, which depends on all of it.
std::uint64_t answer_to(std::uint64_t producer, std::uint64_t i) { return (producer * 1000003 + i * 7 + 1) * 0x100010001; }

TEST_F(Ring, SixteenProducersWrapAroundManyTimes) {
  constexpr std::uint64_t kProducers = 16, kEach = 1500;  // more than 20 laps
  std::atomic<int> wrong = 0, ended = 0;
  std::vector<std::thread> producers;
  for (std::uint64_t producer = 0; producer < kProducers; ++producer)
    producers.emplace_back([&, producer] {
      for (std::uint64_t i = 0; i < kEach; ++i) {
        const bool asks = i % 3 == 0;
        const std::uint64_t ticket = isthmus_device_take_ticket(&device);
        const std::uint64_t bytes[2] = {producer, i};
        std::memcpy(isthmus_device_staging(&device, ticket), bytes, sizeof bytes);
        isthmus_device_post(&device, ticket,
                            request(producer, i, asks ? ISTHMUS_DEVICE_ANSWER : ISTHMUS_DEVICE_IN_SLOT), 1);
        if (!asks) continue;
        if (isthmus_device_await(&device, ticket) != answer_to(producer, i)) ++wrong;
        isthmus_device_finish(&device, ticket, 0);
      }
      ++ended;
    });
  std::vector<std::uint64_t> next(kProducers);  // of each producer, the request that must come next
  std::uint64_t served = 0;
  while (served < kProducers * kEach) {
    const bool any = host.drain([&](const isthmus_device_request& came, const char* staged) {
      std::uint64_t bytes[2];
      std::memcpy(bytes, staged, sizeof bytes);
      if (bytes[0] != came.a || bytes[1] != came.b || came.b != next[came.a]++) ++wrong;
      ++served;
      return answer_to(came.a, came.b);
    });
    if (!any) std::this_thread::yield();
  }
  while (ended != static_cast<int>(kProducers)) host.drain([](const auto&, const char*) { return 0; });
  for (std::thread& producer : producers) producer.join();
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(taken(), kProducers * kEach);
}

TEST_F(Ring, FullRingMakesProducersWait) {
  constexpr std::uint64_t kMore = 40;
  std::atomic<std::uint64_t> posted = 0;
  std::thread producer([&] {
    for (std::uint64_t i = 0; i < kSlots + kMore; ++i) {
      isthmus_device_ask(&device, request(0, i, 0), 0);
      ++posted;
    }
  });
  while (taken() < kSlots + 1) std::this_thread::yield();  // the owner is slow: the producer wants a slot that is not free
  EXPECT_EQ(posted, kSlots);
  std::uint64_t expected = 0;
  while (expected < kSlots + kMore)
    host.drain([&](const isthmus_device_request& came, const char*) {
      EXPECT_EQ(came.b, expected++);
      return 0;
    });
  producer.join();
  EXPECT_EQ(posted, kSlots + kMore);
}

TEST_F(Ring, WordsMayArriveInAnyOrder) {
  isthmus_device_request sent{0x1122334455667788, 0x99aabbccddeeff00, 3, 1ULL << 63, 5, 6, -7, isthmus_device_put, 8, 2, 0};
  isthmus_device_slot words[2];  // what two requests of the same slot consist of
  for (std::uint64_t lap = 0; lap < 2; ++lap) {
    isthmus_device_ring elsewhere = device;
    const auto copy = std::make_unique<isthmus_device_slot[]>(kSlots);
    elsewhere.slots = copy.get();
    isthmus_device_post(&elsewhere, lap * kSlots, sent, 0);
    words[lap] = copy[0];
  }
  int served = 0;
  const auto drain = [&] {
    return host.drain([&](const isthmus_device_request& came, const char*) {
      ++served;
      EXPECT_EQ(std::memcmp(&came, &sent, sizeof sent), 0);
      return 0;
    });
  };
  for (std::uint64_t lap = 0; lap < 2; ++lap) {
    for (int i = 0; i < ISTHMUS_DEVICE_WORDS; ++i) {  // 5, 10, 1, 6, ..: the last word is neither first nor last
      EXPECT_FALSE(drain());
      const int word = (i + 1) * 5 % ISTHMUS_DEVICE_WORDS;
      device.slots[0].words[word] = words[lap].words[word];
    }
    EXPECT_TRUE(drain());
    for (std::uint64_t i = 1; lap == 0 && i < kSlots; ++i) {
      isthmus_device_post(&device, i, sent, 0);
      EXPECT_TRUE(drain());
    }
  }
  EXPECT_EQ(served, static_cast<int>(kSlots) + 1);
}

TEST_F(Ring, AnswerStaysUntilItIsTaken) {
  const std::uint64_t asked = isthmus_device_take_ticket(&device);
  isthmus_device_post(&device, asked, request(7, 0, ISTHMUS_DEVICE_ANSWER), 0);
  std::atomic<std::uint64_t> posted = 0;
  std::thread others([&] {
    for (std::uint64_t i = 0; i < 2 * kSlots; ++i) {
      isthmus_device_ask(&device, request(0, i, 0), 0);
      ++posted;
    }
  });
  const auto serve = [](const isthmus_device_request& came, const char*) { return came.a == 7 ? 4711 : 1; };
  while (posted < kSlots - 1) host.drain(serve);
  for (int i = 0; i < 100; ++i) host.drain(serve);  // they have been served, but their slots come after the one asked for
  EXPECT_EQ(posted, kSlots - 1);
  EXPECT_EQ(isthmus_device_await(&device, asked), 4711U);
  isthmus_device_finish(&device, asked, 0);
  while (posted < 2 * kSlots) host.drain(serve);
  others.join();
}

TEST_F(Ring, QuietWaitsForEarlierRequestsAndNotForLaterOnes) {
  EXPECT_FALSE(isthmus_device_busy(&device));
  for (std::uint64_t i = 0; i < 5; ++i) isthmus_device_ask(&device, request(0, i, 0), 0);
  EXPECT_TRUE(isthmus_device_busy(&device));
  std::atomic<bool> quiet = false;
  std::thread caller([&] {
    isthmus_device_drain(&device);
    quiet = true;
  });
  while (taken() < 6) std::this_thread::yield();
  EXPECT_FALSE(quiet);
  int before = 0;
  while (!quiet)
    host.drain([&](const isthmus_device_request& came, const char*) {
      if (came.op != isthmus_device_quiet) ++before;
      return 0;
    });
  EXPECT_EQ(before, 5);
  caller.join();
  EXPECT_FALSE(isthmus_device_busy(&device));
}

}  // namespace
}  // namespace isthmus::device

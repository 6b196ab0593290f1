// Atomics and strided blocks by messages: their results, and that outstanding requests are bounded on both sides.
#include "transport/ofi/requests.hpp"

#include <atomic>
#include <chrono>
#include <thread>

#include "transport/ofi/two_pes.hpp"

namespace isthmus::test {
namespace {

class Requests : public TwoPes {};

TEST_F(Requests, FetchTheOldValue) {
  open();
  memory(1, 5) = 41;
  EXPECT_EQ(endpoint().fetch_atomic(add_one(5)), 41U);
  EXPECT_EQ(memory(1, 5), 42U);
}

TEST_F(Requests, WithoutResultAreCompleteAfterQuiet) {
  open();
  for (int i = 0; i < 5000; ++i) endpoint().atomic_later(add_one(static_cast<std::size_t>(i % 7)), nullptr);
  endpoint().quiet();
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < 7; ++i) sum += memory(1, i);
  EXPECT_EQ(sum, 5000U);
}

TEST_F(Requests, ResultsAreThereAfterQuiet) {
  open();
  std::vector<std::uint64_t> results(3000, ~std::uint64_t{0});
  for (std::uint64_t& result : results) endpoint().atomic_later(add_one(0), &result);
  endpoint().quiet();
  for (std::size_t i = 0; i < results.size(); ++i) ASSERT_EQ(results[i], i);
}

TEST_F(Requests, AnswersWithoutResultTravelTogether) {
  without_bundles();
  open();
  for (int i = 0; i < 1000; ++i) endpoint().atomic_later(add_one(0), nullptr);
  endpoint().quiet();
  EXPECT_LT(network().messages, 1000 + 200);
}

TEST_F(Requests, WaitForRoomWhileTheTargetDoesNothing) {
  without_bundles();
  open();
  waits_drive_nobody();  // PE 1 does nothing from here on
  std::atomic<int> sent = 0;
  std::thread sender([&] {
    for (; sent < 4000; ++sent) endpoint().atomic_later(add_one(0), nullptr);
  });
  for (int seen = -1; seen != sent;) {
    seen = sent;
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
  }
  EXPECT_LE(sent, 1024);
  EXPECT_GE(sent, 16);
  while (sent < 4000) drive();
  sender.join();
  waits_drive_both();
  endpoint().quiet();
  EXPECT_EQ(memory(1, 0), 4000U);
}

TEST_F(Requests, ReadsInBundlesHaveTheirTurnBesideOthers) {
  open();
  memory(1, 9) = 99;
  const std::unique_ptr<ofi::Endpoint> other = pe(0).make_endpoint();
  std::atomic<bool> stop = false;
  network().per_look = 1;
  std::thread driver([&] {
    while (!stop) drive();
  });
  std::atomic<int> sent = 0;
  std::uint64_t result = 0;
  std::thread sender([&] {
    // Each is a request of its own; far more than a bundle with reads lets be under way beside it always are.
    for (; !stop; ++sent) other->atomic_later(add_one(0), &result);
    other->quiet();
  });
  while (sent < 2000) std::this_thread::yield();
  std::uint64_t seen = 0;
  const std::uint64_t value = 1;
  endpoint().write_small(1, word_of(1, 3), &value, sizeof value);
  endpoint().read_later(1, word_of(1, 9), &seen, sizeof seen);
  endpoint().quiet();
  EXPECT_EQ(seen, 99U);
  stop = true;
  sender.join();
  driver.join();
}

TEST_F(Requests, BlocksComeToTheirPlaces) {
  open();
  std::array<std::uint64_t, 200> source;
  for (std::size_t i = 0; i < source.size(); ++i) source[i] = i + 1;
  endpoint().write_blocks(1, region(), {16, reinterpret_cast<const char*>(source.data()), 200, 8, 32, 8});
  endpoint().quiet();
  for (std::size_t i = 0; i < source.size(); ++i) ASSERT_EQ(memory(1, 2 + 4 * i), i + 1);
}

TEST_F(Requests, OutsideOfMemoryAreDroppedWithALine) {
  open();
  ofi::AtomicRequest outside = add_one(0);
  outside.offset = kWords * 8;
  ::testing::internal::CaptureStderr();
  pe(0).requests().atomic(outside, pe(0).default_endpoint(), nullptr);
  for (int i = 0; i < 10; ++i) drive();
  EXPECT_NE(::testing::internal::GetCapturedStderr().find("outside of symmetric memory"), std::string::npos);
}

TEST_F(Requests, BundlesOutsideOfMemoryAreDropped) {
  open();
  struct {
    char frame[ofi::Channel::kFrame];
    std::uint64_t cookie = 1, head, value = 1;
  } message;
  for (const std::uint64_t head : {ofi::bundle_entry::write(kWords * 8, 0, 8), ofi::bundle_entry::write(0, 9, 8),
                                   ofi::bundle_entry::write(0, 0, 64), ofi::bundle_entry::write(0, 0, 0),
                                   ofi::bundle_entry::atomic(4, 0, ofi::Atomic::add, 8)}) {
    message.head = head;
    ASSERT_TRUE(pe(0).channel().try_send_framed(1, ofi::Channel::bundle, &message, 24));
    drive();
  }
  for (std::size_t i = 0; i < kWords; ++i) ASSERT_EQ(memory(1, i), 0U);
}

}  // namespace
}  // namespace isthmus::test

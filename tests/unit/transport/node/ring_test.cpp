// The ring alone, then with threads and with processes as writers: every record must arrive once, complete, and in the
// order of its writer.
#include "transport/node/ring.hpp"

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/mman.h>

#include <cstring>
#include <thread>
#include <vector>

#include "base/mapping.hpp"
#include "transport/node/children.hpp"

namespace isthmus::node {
namespace {

constexpr std::size_t kCapacity = 4096;

class RingTest : public ::testing::Test {
 protected:
  base::Mapping memory_{nullptr, Ring::footprint(kCapacity), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS};
  Ring ring_{memory_.get(), kCapacity};

  bool push(std::size_t bytes, unsigned char fill) {
    void* record = ring_.reserve(bytes);
    if (!record) return false;
    std::memset(record, fill, bytes);
    Ring::publish(record, bytes);
    return true;
  }
  void expect_front(std::size_t bytes, unsigned char fill) {
    const Ring::Record record = ring_.front();
    ASSERT_TRUE(record);
    ASSERT_EQ(record.bytes, bytes);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(record.data) % 8, 0u);
    for (std::size_t i = 0; i < bytes; ++i) ASSERT_EQ(static_cast<const unsigned char*>(record.data)[i], fill);
    ring_.pop();
  }
};

TEST_F(RingTest, ZeroBytesAreAnEmptyRing) {
  EXPECT_FALSE(ring_.front());
  EXPECT_TRUE(ring_.idle());
}

TEST_F(RingTest, RecordsOfEverySizeComeBackWhole) {
  const std::size_t largest = Ring::largest(kCapacity);
  // Records of all ones: the worst contents that a record can leave behind for later ones.
  for (std::size_t bytes = 0; bytes <= largest; ++bytes) {
    ASSERT_TRUE(push(bytes, 0xff)) << bytes;
    expect_front(bytes, 0xff);
  }
  EXPECT_TRUE(ring_.idle());
}

TEST_F(RingTest, ARecordIsNotSeenBeforeItIsPublished) {
  void* first = ring_.reserve(8);
  ASSERT_TRUE(push(8, 2));
  EXPECT_FALSE(ring_.front()) << "the second overtook the first";
  EXPECT_FALSE(ring_.idle());
  std::memset(first, 1, 8);
  Ring::publish(first, 8);
  expect_front(8, 1);
  expect_front(8, 2);
  EXPECT_FALSE(ring_.front());
}

TEST_F(RingTest, IsFullWhenItIsFullAndNotBefore) {
  for (std::size_t i = 0; i < kCapacity / Ring::kLine; ++i) ASSERT_TRUE(push(56, static_cast<unsigned char>(i)));
  EXPECT_FALSE(push(0, 0));
  expect_front(56, 0);
  EXPECT_FALSE(push(57, 0)) << "two lines where one is free";
  EXPECT_TRUE(push(56, 64));
  for (std::size_t i = 1; i <= kCapacity / Ring::kLine; ++i) expect_front(56, static_cast<unsigned char>(i));
  EXPECT_TRUE(ring_.idle());
}

TEST_F(RingTest, ALargeRecordGoesBehindTheGapAtTheEnd) {
  const std::size_t largest = Ring::largest(kCapacity);
  ASSERT_TRUE(push(largest, 1));
  ASSERT_TRUE(push(1000, 2));
  EXPECT_FALSE(push(largest, 3)) << "there is room for it, but not in one piece";
  expect_front(largest, 1);
  EXPECT_TRUE(push(largest, 3));
  EXPECT_FALSE(push(0, 4)) << "the gap belongs to the ring's content";
  expect_front(1000, 2);
  expect_front(largest, 3);
  EXPECT_FALSE(ring_.front());
  EXPECT_TRUE(ring_.idle());
}

// A record that the reader can check: its writer, its number, and a body that follows from both.
struct Stamp {
  std::uint64_t writer, number;
};

std::size_t body_bytes(const Stamp& s) { return static_cast<std::size_t>((s.number * 37 + s.writer * 11) % 500); }
unsigned char body_byte(const Stamp& s) { return static_cast<unsigned char>(s.number * 7 + s.writer + 1); }

void write_all(Ring ring, std::uint64_t writer, std::uint64_t records) {
  for (std::uint64_t number = 0; number < records; ++number) {
    const Stamp stamp{writer, number};
    void* record = nullptr;
    while (!(record = ring.reserve(sizeof stamp + body_bytes(stamp)))) sched_yield();
    std::memcpy(record, &stamp, sizeof stamp);
    std::memset(static_cast<char*>(record) + sizeof stamp, body_byte(stamp), body_bytes(stamp));
    Ring::publish(record, sizeof stamp + body_bytes(stamp));
  }
}

/// Reads all records, and stops at the first that is not the next of its writer.
void read_all(Ring ring, std::uint64_t writers, std::uint64_t records) {
  std::vector<std::uint64_t> next(writers, 0);
  for (std::uint64_t left = writers * records; left > 0;) {
    const Ring::Record record = ring.front();
    if (!record) {
      sched_yield();
      continue;
    }
    Stamp stamp{};
    std::memcpy(&stamp, record.data, sizeof stamp);
    ASSERT_LT(stamp.writer, writers);
    ASSERT_EQ(stamp.number, next[stamp.writer]++);
    ASSERT_EQ(record.bytes, sizeof stamp + body_bytes(stamp));
    const auto* body = static_cast<const unsigned char*>(record.data) + sizeof stamp;
    for (std::size_t i = 0; i < body_bytes(stamp); ++i) ASSERT_EQ(body[i], body_byte(stamp));
    ring.pop();
    --left;
  }
  EXPECT_TRUE(ring.idle());
}

constexpr std::uint64_t kRecords = 20'000;

TEST_F(RingTest, ThreadsAsWriters) {
  std::vector<std::thread> writers;
  for (std::uint64_t w = 0; w < 3; ++w) writers.emplace_back(write_all, ring_, w, kRecords);
  read_all(ring_, 3, kRecords);
  for (std::thread& writer : writers) writer.join();
}

TEST_F(RingTest, ProcessesAsWriters) {
  test::Children writers;
  for (std::uint64_t w = 0; w < 3; ++w) writers.start([&] { write_all(ring_, w, kRecords); });
  read_all(ring_, 3, kRecords);
  writers.expect_good_ends();
}

}  // namespace
}  // namespace isthmus::node

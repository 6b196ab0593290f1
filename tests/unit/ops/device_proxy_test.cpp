// The device proxy: puts, gets, atomics and strided blocks, on the node and over the wire, and what happens when there
// is no room.
#include "ops/device_proxy.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstring>
#include <random>
#include <string>
#include <thread>
#include <type_traits>
#include <vector>

#include "ops/two_proxies.hpp"

namespace isthmus::ops {
namespace {

std::vector<char> random_bytes(std::mt19937& random, std::size_t n) {
  std::vector<char> bytes(n);
  for (char& byte : bytes) byte = static_cast<char>(random());
  return bytes;
}

class DeviceProxies : public ::testing::TestWithParam<Way>, protected TwoPes {
 protected:
  DeviceProxies() : TwoPes(GetParam()) {}
};

TEST_P(DeviceProxies, PutAndGetWhatADeviceHas) {
  std::mt19937 random(1);
  for (int i = 0; i < 200; ++i) {
    const std::size_t bytes = 1 + random() % most(), offset = random() % (shadow_.size() - bytes);
    put(offset, random_bytes(random, bytes));
    if (i % 3) continue;
    proxy().finish();
    ASSERT_FALSE(proxy().pending());
    ASSERT_TRUE(same()) << i;
    std::vector<char> seen(bytes);
    proxy().get(host(seen.data()), at(offset / 2), dense(bytes));
    ASSERT_EQ(std::memcmp(seen.data(), shadow_.data() + offset / 2, bytes), 0) << i;
  }
  proxy().finish();
  EXPECT_TRUE(same());
}

TEST_P(DeviceProxies, MoveBlocksThatLieApart) {
  std::mt19937 random(2);
  for (int i = 0; i < 100; ++i) {
    const std::size_t bytes = 1 + random() % 64, there_step = bytes + random() % 50, local_step = bytes + random() % 50;
    const DeviceBlocks blocks{1 + random() % (kCarried / bytes), bytes, there_step, local_step};
    const std::size_t offset = random() % kMi;
    std::vector<char> local = random_bytes(random, blocks.n * local_step);
    proxy().put(at(offset), host(local.data()), blocks);
    for (std::size_t b = 0; b < blocks.n; ++b)
      std::memcpy(shadow_.data() + offset + b * there_step, local.data() + b * local_step, bytes);
    proxy().finish();
    ASSERT_TRUE(same()) << i;
    std::vector<char> expected = local;
    const std::size_t from = offset / 3;
    for (std::size_t b = 0; b < blocks.n; ++b)
      std::memcpy(expected.data() + b * local_step, shadow_.data() + from + b * there_step, bytes);
    proxy().get(host(local.data()), at(from), blocks);
    ASSERT_EQ(local, expected) << "what is between the blocks stays; " << i;
  }
}

TEST_P(DeviceProxies, MoveBetweenTwoDevices) {
  const memkind::Place mine{memkind::kDouble, here().bytes()};
  std::memset(mine.at, 0x5a, kCarried);
  proxy().put(at(1000), mine, dense(kCarried));
  std::memset(shadow_.data() + 1000, 0x5a, kCarried);
  memkind::finish_copies();
  proxy().finish();
  EXPECT_TRUE(same());
  proxy().get(mine + kMi, at(500), dense(kCarried));
  memkind::finish_copies();
  EXPECT_EQ(std::memcmp(mine.at + kMi, shadow_.data() + 500, kCarried), 0);
}

template <class T>
T after(ofi::Atomic op, T old, T operand, T compare) {
  switch (op) {
    case ofi::Atomic::fetch:
      return old;
    case ofi::Atomic::set:
    case ofi::Atomic::swap:
      return operand;
    case ofi::Atomic::compare_swap:
      return old == compare ? operand : old;
    case ofi::Atomic::add:
      return old + operand;
    case ofi::Atomic::bit_and:
      return old & operand;
    case ofi::Atomic::bit_or:
      return old | operand;
    case ofi::Atomic::bit_xor:
      return old ^ operand;
  }
  return 0;
}

template <class T>
class Word {
 public:
  explicit Word(char* at) : at_(at) {}
  T get() const {
    T value;
    std::memcpy(&value, at_, sizeof value);
    return value;
  }
  void set(T value) { std::memcpy(at_, &value, sizeof value); }

 private:
  char* at_;
};

TEST_P(DeviceProxies, DoEveryAtomicOnBothSizesOfWords) {
  std::mt19937_64 random(3);
  const auto all = [&]<class T>(std::type_identity<T>) {
    for (int round = 0; round < 20; ++round)
      for (const ofi::Atomic op : {ofi::Atomic::fetch, ofi::Atomic::set, ofi::Atomic::swap, ofi::Atomic::compare_swap,
                                   ofi::Atomic::add, ofi::Atomic::bit_and, ofi::Atomic::bit_or, ofi::Atomic::bit_xor}) {
        const std::size_t offset = random() % 1000 * sizeof(T);
        Word<T> expected(shadow_.data() + offset);
        const T old = expected.get(), operand = static_cast<T>(random());
        const T compare = round % 2 ? old : static_cast<T>(random());
        ASSERT_EQ(static_cast<T>(proxy().atomic(at(offset), op, sizeof(T), operand, compare)), old);
        expected.set(after<T>(op, old, operand, compare));
        ASSERT_TRUE(same()) << "operation " << static_cast<int>(op) << " on " << sizeof(T) << " bytes";
      }
  };
  all(std::type_identity<std::uint32_t>{});
  all(std::type_identity<std::uint64_t>{});
}

TEST_P(DeviceProxies, LoseNothingWhenManyThreadsUseThemBothWays) {
  constexpr int kThreads = 6, kRounds = 200;
  for (auto& pe : pes_) std::memset(pe->bytes(), 0, kMi);
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t)
    threads.emplace_back([&, t] {
      Pe& mine = *pes_[t % 2];
      const comm::Reached counter{nullptr, &mine.device(), 1 - t % 2, 0};
      std::vector<char> out(777), back(777);
      for (int i = 0; i < kRounds; ++i) {
        mine.proxy->atomic(counter, ofi::Atomic::add, 8, 1, 0);
        std::memset(out.data(), i, out.size());
        const comm::Reached place = counter + 4096 * (1 + static_cast<std::size_t>(t));
        mine.proxy->put(place, host(out.data()), dense(out.size()));
        mine.proxy->finish();
        mine.proxy->get(host(back.data()), place, dense(back.size()));
        ASSERT_EQ(back, out);
      }
    });
  for (std::thread& thread : threads) thread.join();
  for (auto& pe : pes_) EXPECT_EQ(Word<std::uint64_t>(pe->bytes()).get(), kThreads / 2 * kRounds);
}

TEST_P(DeviceProxies, KeepNoMoreThanTheSlotsWhileADeviceIsBusy) {
  DeviceDouble::held = true;
  const std::vector<char> bytes(512, 'x');
  std::atomic<std::size_t> returned = 0;
  constexpr std::size_t kPuts = 3 * comm::ProxyArea::kSlots;
  std::thread sender([&] {
    for (std::size_t i = 0; i < kPuts; ++i, ++returned)
      proxy().put(at(i * 512), host(const_cast<char*>(bytes.data())), dense(512));
  });
  while (returned < comm::ProxyArea::kSlots || DeviceDouble::waiting == 0) std::this_thread::yield();
  std::this_thread::sleep_for(std::chrono::milliseconds(20));  // time in which a 17th would wrongly return
  EXPECT_EQ(returned, comm::ProxyArea::kSlots);
  EXPECT_TRUE(proxy().pending());
  EXPECT_TRUE(same()) << "the device has done nothing yet";
  DeviceDouble::release();
  sender.join();
  proxy().finish();
  std::memset(shadow_.data(), 'x', kPuts * 512);
  EXPECT_TRUE(same());
}

INSTANTIATE_TEST_SUITE_P(By, DeviceProxies, ::testing::Values(Way::node, Way::wire),
                         [](const auto& way) { return way.param == Way::node ? "Node" : "Wire"; });

class DeviceProxiesOfANode : public ::testing::Test, protected TwoPes {
 protected:
  DeviceProxiesOfANode() : TwoPes(Way::node) {}

  /// Returns false if there is no room.
  bool write_to_ring(const void* bytes, std::size_t n) {
    node::Ring ring(there().area().requests.data(), comm::ProxyArea::kRing);
    void* const record = ring.reserve(n);
    if (!record) return false;
    std::memcpy(record, bytes, n);
    node::Ring::publish(record, n);
    return true;
  }
};

TEST_F(DeviceProxiesOfANode, WaitForRoomInTheRing) {
  DeviceDouble::held = true;
  put(0, {'a'});
  while (DeviceDouble::waiting == 0) std::this_thread::yield();
  const char lie[sizeof(ProxyRequest)] = {};
  testing::internal::CaptureStderr();
  while (write_to_ring(lie, sizeof lie)) {
  }
  std::atomic<bool> returned = false;
  std::thread sender([&] {
    put(1, {'b'});
    returned = true;
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_FALSE(returned);
  DeviceDouble::release();
  sender.join();
  proxy().finish();
  EXPECT_TRUE(same());
  EXPECT_NE(testing::internal::GetCapturedStderr().find("dropped a request of PE 0"), std::string::npos);
}

class DeviceProxiesOnAWire : public ::testing::Test, protected TwoPes {
 protected:
  DeviceProxiesOnAWire() : TwoPes(Way::wire) {}
};

TEST_F(DeviceProxiesOnAWire, TryAgainWhenItRefuses) {
  std::atomic<unsigned> dice = 1;
  for (auto& pe : pes_) pe->wire.takes = [&] { return (dice = dice * 1664525u + 1013904223u) >> 30 == 0; };
  std::mt19937 random(5);
  for (int i = 0; i < 300; ++i) put(random() % kMi, random_bytes(random, 100));
  proxy().finish();
  EXPECT_TRUE(same());
  EXPECT_EQ(here().wire.sent, 300) << "each once";
  EXPECT_EQ(there().wire.sent, 300);
}

TEST_F(DeviceProxiesOnAWire, StageInAFewBlocks) {
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t)
    threads.emplace_back([&] {
      char seen[64];
      for (int i = 0; i < 100; ++i) {
        proxy().get(host(seen), at(5), dense(sizeof seen));
        ASSERT_EQ(std::memcmp(seen, shadow_.data() + 5, sizeof seen), 0);
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_GT(DeviceDouble::most_pinned, 0U);
  EXPECT_LE(DeviceDouble::most_pinned, 4 * DeviceProxy::kBlock) << "as many as are served at a time";
}

}  // namespace
}  // namespace isthmus::ops

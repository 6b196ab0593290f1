// Order over a provider that keeps it only for short transfers (max_order_raw_size, max_order_waw_size), and lets
// whatever comes later overtake a longer one.
#include <array>
#include <numeric>

#include "transport/ofi/two_pes.hpp"

namespace isthmus::test {
namespace {

class Reordering : public TwoPes {
 public:
  /// Handles a message that is sent behind the data: sets the flag.
  void take_message() {
    EXPECT_TRUE(has_data());
    memory(1, kFlag) = 1;
  }

 protected:
  static constexpr std::size_t kData = 512, kFlag = 1000;  // words

  Reordering() {
    network().max_order_size = 64;
    network().reorders = true;
    network().early_completion = true;
    network().per_look = 1;
    std::iota(data_.begin(), data_.end(), 1U);
  }

  void write_data() { endpoint().write_later(1, word_of(1, 0), data_.data(), sizeof data_); }
  bool has_data() {
    for (std::size_t i = 0; i < kData; ++i)
      if (memory(1, i) != data_[i]) return false;
    return true;
  }
  void write_flag() { endpoint().write_value(1, 8, 1, word_of(1, kFlag).address, word_of(1, kFlag).key); }
  /// Carries out one operation after the other until the flag is set.
  void await_flag() {
    network().per_look = 0;
    for (int i = 0; i < 100 && memory(1, kFlag) == 0; ++i) {
      network().deliver(1);
      drive();
    }
    EXPECT_EQ(memory(1, kFlag), 1U);
  }

 private:
  std::array<std::uint64_t, kData> data_;
};

TEST_F(Reordering, LetsAFlagOvertakeDataWithoutAFence) {
  open();
  write_data();
  write_flag();
  await_flag();
  EXPECT_FALSE(has_data());  // so the tests below can fail
}

TEST_F(Reordering, AFenceKeepsAFlagBehindData) {
  open();
  write_data();
  endpoint().fence();
  write_flag();
  await_flag();
  EXPECT_TRUE(has_data());
}

TEST_F(Reordering, AFenceKeepsAnAtomicBehindData) {
  open();
  write_data();
  endpoint().fence();
  endpoint().atomic_later(add_one(kFlag), nullptr);
  await_flag();
  EXPECT_TRUE(has_data());
}

TEST_F(Reordering, ASignalStaysBehindItsData) {
  open();
  write_data();
  endpoint().before_write();
  write_flag();
  await_flag();
  EXPECT_TRUE(has_data());
}

TEST_F(Reordering, AMessageStaysBehindWhatWasWrittenBeforeIt) {
  open();
  pe(1).channel().listen(
      ofi::Channel::active_message,
      [](void* self, int, const void*, std::size_t) { static_cast<Reordering*>(self)->take_message(); }, this);
  write_data();
  endpoint().before_message();
  const char message = ofi::Channel::active_message;
  ASSERT_TRUE(pe(0).channel().try_send(1, &message, sizeof message));
  await_flag();
}

TEST_F(Reordering, QuietWaitsForTheSlowest) {
  open();
  write_data();
  for (int i = 0; i < 3; ++i) write_flag();
  endpoint().quiet();
  EXPECT_TRUE(has_data());
}

}  // namespace
}  // namespace isthmus::test

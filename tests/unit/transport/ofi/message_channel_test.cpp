// Messages over libfabric's double: a PE must go on receiving whatever the provider does with its receive buffers.
#include <atomic>
#include <chrono>
#include <string>
#include <thread>

#include "transport/ofi/two_pes.hpp"

namespace isthmus::test {
namespace {

class MessageChannel : public TwoPes {
 protected:
  void listen() {
    open();
    pe(1).channel().listen(
        ofi::Channel::active_message,
        [](void* self, int source, const void* bytes, std::size_t n) {
          EXPECT_EQ(source, 0);
          static_cast<MessageChannel*>(self)->received_.emplace_back(static_cast<const char*>(bytes), n);
        },
        this);
  }
  static std::string message_of(std::size_t n, char letter) {
    return static_cast<char>(ofi::Channel::active_message) + std::string(n - 1, letter);
  }
  /// Sends a message of that many bytes from PE 0; whether PE 1 received it.
  bool passes(std::size_t n) {
    const std::string message = message_of(n, 'x');
    const std::size_t before = received_.size();
    for (int i = 0; i < 100 && !pe(0).channel().try_send(1, message.data(), n); ++i) pe(0).drive();
    for (int i = 0; i < 20; ++i) pe(1).drive();
    return received_.size() == before + 1 && received_.back() == message;
  }

  const std::string& last_received() const { return received_.back(); }

 private:
  std::vector<std::string> received_;
};

TEST_F(MessageChannel, CarriesMessagesOfAllSizes) {
  listen();
  for (const std::size_t n : {std::size_t{1}, std::size_t{40}, std::size_t{300}, ofi::Channel::kMaxMessage})
    EXPECT_TRUE(passes(n)) << n << " bytes";
}

TEST_F(MessageChannel, CarriesFramedMessagesOfAllSizes) {
  open();
  std::vector<std::string> received;
  pe(1).channel().listen(
      ofi::Channel::layer_message,
      [](void* self, int source, const void* bytes, std::size_t n) {
        EXPECT_EQ(source, 0);
        static_cast<std::vector<std::string>*>(self)->emplace_back(static_cast<const char*>(bytes), n);
      },
      &received);
  std::vector<std::string> sent;
  for (const std::size_t n :
       {std::size_t{0}, std::size_t{1}, std::size_t{40}, std::size_t{300}, ofi::Channel::kMaxMessage}) {
    sent.emplace_back(n, static_cast<char>('a' + sent.size()));
    std::string message = std::string(ofi::Channel::kFrame, '?') + sent.back();
    for (int i = 0; i < 100 && !pe(0).channel().try_send_framed(1, ofi::Channel::layer_message, message.data(), n); ++i)
      pe(0).drive();
    for (int i = 0; i < 20; ++i) pe(1).look();
  }
  EXPECT_EQ(received, sent);
}

TEST_F(MessageChannel, GoesOnWhenReceiveBuffersAreFull) {
  listen();
  for (int i = 0; i < 1000; ++i) ASSERT_TRUE(passes(4000)) << i;  // 4 MB through two buffers of 1 MiB
}

TEST_F(MessageChannel, HasABufferForEachSenderWhereABufferWakesOne) {
  network().name = "net";
  listen();
  const int buffers = network().receive_buffers;
  for (int i = 0; i < 200; ++i) ASSERT_TRUE(passes(4000)) << i;
  EXPECT_EQ(network().receive_buffers, buffers);  // before the provider may have run out of them
  for (int i = 0; i < 1000; ++i) ASSERT_TRUE(passes(4000)) << i;
  EXPECT_EQ(network().receive_buffers, buffers + 2);  // of two PEs
}

TEST_F(MessageChannel, KeepsABufferUntilItsSlowestMessageIsThere) {
  network().name = "tcp;ofi_rxm";  // which gives a buffer back with the message that lies last in it
  listen();
  const int buffers = network().receive_buffers;
  const std::string slow = message_of(4000, 's');
  network().stalls = true;
  ASSERT_TRUE(pe(0).channel().try_send(1, slow.data(), slow.size()));
  for (int i = 0; i < 1000; ++i) ASSERT_TRUE(passes(4000)) << i;  // 4 MB through two buffers of 1 MiB
  EXPECT_EQ(network().receive_buffers, buffers - 1);
  network().finish_stalled();
  for (int look = 0; look < 4; ++look) drive();
  EXPECT_EQ(last_received(), slow);
  EXPECT_EQ(network().receive_buffers, buffers);
}

TEST_F(MessageChannel, ReceivesAfterErrorsThatTakeTheBuffer) {
  listen();
  const int buffers = network().receive_buffers;
  for (int i = 0; i < 20; ++i) {
    network().fail_receive(FI_ETRUNC, true);
    drive();
    EXPECT_TRUE(passes(100)) << "after error " << i + 1;
  }
  EXPECT_EQ(network().receive_buffers, buffers);
}

TEST_F(MessageChannel, ReceivesAfterErrorsThatLeaveTheBuffer) {
  listen();
  const int buffers = network().receive_buffers;
  for (int i = 0; i < 20; ++i) {
    network().fail_receive(FI_EIO, false);
    for (int look = 0; look < 4; ++look) drive();
    EXPECT_TRUE(passes(100)) << "after error " << i + 1;
  }
  EXPECT_EQ(network().receive_buffers, buffers);
}

TEST_F(MessageChannel, PostsBuffersLaterThatTheProviderDoesNotTakeNow) {
  listen();
  const int buffers = network().receive_buffers;
  network().refused_receives = 3;
  network().fail_receive(FI_ETRUNC, true);
  drive();  // must return although the buffer is refused
  EXPECT_EQ(network().receive_buffers, buffers - 1);
  for (int look = 0; look < 4; ++look) drive();
  EXPECT_EQ(network().receive_buffers, buffers);
  EXPECT_TRUE(passes(100));
}

TEST_F(MessageChannel, IsServedByTheWaitThatReceivedIt) {
  network().name = "net";
  network().has_descriptors = true;
  open();
  std::atomic<int> handled = 0;
  pe(1).channel().listen(
      ofi::Channel::active_message,
      [](void* count, int, const void*, std::size_t) { ++*static_cast<std::atomic<int>*>(count); }, &handled);
  pe(1).start_progress(
      -1, [] {}, [] { return false; });
  constexpr int kRounds = 20;
  int served = 0;
  for (int round = 0; round < kRounds; ++round) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));  // the progress thread falls asleep
    const std::string message = message_of(10, 'x');
    while (!pe(0).channel().try_send(1, message.data(), message.size())) pe(0).drive();
    std::uint64_t word = 0;
    pe(1).endpoint().read(0, word_of(0, 0), &word, sizeof word);
    served += handled == round + 1;
    while (handled <= round) pe(1).drive();
  }
  pe(1).stop_progress();
  EXPECT_GE(served, kRounds / 2);  // in the others the progress thread was not asleep yet
}

TEST_F(MessageChannel, EndsTheJobWhenAMessageIsLost) {
  open();
  EXPECT_EXIT(
      {
        pe(0).start_progress(
            -1, [] {}, [] { return false; });
        network().refusals = 1 << 30;
        network().refusal = FI_ECONNREFUSED;
        endpoint().fetch_atomic(add_one(0));
      },
      ::testing::ExitedWithCode(1), "a message to PE 1 was lost: Connection refused; a peer, or the network between");
}

TEST_F(MessageChannel, DropsWhatCarriesAnotherToken) {
  listen();
  const std::string message(40, '\1');
  ASSERT_EQ(fi_inject(pe(0).default_endpoint().handle(), message.data(), message.size(), pe(0).addresses().of(1)), 0);
  ::testing::internal::CaptureStderr();
  for (int i = 0; i < 4; ++i) drive();
  EXPECT_NE(::testing::internal::GetCapturedStderr().find("dropped a message from outside of the job"),
            std::string::npos);
  EXPECT_TRUE(passes(40));
}

}  // namespace
}  // namespace isthmus::test

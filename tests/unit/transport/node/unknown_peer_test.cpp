// Connections that are not from this job come in the middle of an exchange. They are dropped with a line and the
// exchange completes; no unknown peer gets a descriptor, and none of theirs stays open here.
#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>

#include <array>
#include <cstddef>
#include <cstring>
#include <filesystem>
#include <thread>

#include "base/error.hpp"
#include "transport/node/marked_offers.hpp"

namespace isthmus::node {
namespace {

base::Fd knock(const Listener& listener) {
  base::Fd fd(socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0));
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::string& name = listener.address();
  std::memcpy(address.sun_path + 1, name.data(), name.size());
  const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + name.size());
  EXPECT_EQ(connect(fd.get(), reinterpret_cast<const sockaddr*>(&address), length), 0);
  return fd;
}

/// Sends `body` with `count` descriptors beside it.
void send_with(const base::Fd& to, std::string body, std::size_t count) {
  const base::Fd gift(memfd_create("unknown", MFD_CLOEXEC));
  iovec vector{body.data(), body.size()};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int) * 8)> control{};
  msghdr message{};
  message.msg_iov = &vector;
  message.msg_iovlen = 1;
  if (count > 0) {
    message.msg_control = control.data();
    message.msg_controllen = CMSG_SPACE(sizeof(int) * count);
    cmsghdr* rights = CMSG_FIRSTHDR(&message);
    rights->cmsg_level = SOL_SOCKET;
    rights->cmsg_type = SCM_RIGHTS;
    rights->cmsg_len = CMSG_LEN(sizeof(int) * count);
    const int raw = gift.get();
    for (std::size_t i = 0; i < count; ++i) std::memcpy(CMSG_DATA(rights) + i * sizeof raw, &raw, sizeof raw);
  }
  EXPECT_EQ(sendmsg(to.get(), &message, MSG_NOSIGNAL), static_cast<ssize_t>(body.size()));
}

/// What PE `pe` with `secret` and two offers sends first: a child process exchanges descriptors with a listener of ours
/// that never answers.
std::string overhear_hello(const std::string& secret, int pe) {
  const Listener trap("trap", 0);
  const pid_t child = fork();
  if (child == 0) {
    exchange_descriptors(Listener("child", pe), secret, pe, {{0, trap.address()}}, test::marked_offers(pe, 2));
    _exit(0);
  }
  pollfd door{trap.fd(), POLLIN, 0};
  EXPECT_EQ(poll(&door, 1, 10'000), 1);
  const base::Fd caller(accept4(trap.fd(), nullptr, nullptr, SOCK_CLOEXEC));
  std::string body(1 << 16, '\0');
  const ssize_t length = recv(caller.get(), body.data(), body.size(), 0);
  EXPECT_GT(length, 0);
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  return body.substr(0, static_cast<std::size_t>(length));
}

std::size_t open_descriptors() {
  const std::filesystem::directory_iterator all("/proc/self/fd");
  return static_cast<std::size_t>(std::distance(begin(all), end(all)));
}

/// Runs a whole exchange between PEs 0 and 1 while `unknown` waits at PE 0's listener; the unknown peer must be dropped
/// with one line, and nothing may be sent to it.
void expect_dropped(const test::Node& node, base::Fd unknown) {
  const std::size_t before = open_descriptors();
  ::testing::internal::CaptureStderr();
  std::thread other([&] {
    const auto got =
        exchange_descriptors(node.listener(1), node.secret(), 1, node.peers_of(1), test::marked_offers(1, 2));
    test::expect_marks(got, node.peers_of(1), 2);
  });
  {
    const auto got =
        exchange_descriptors(node.listener(0), node.secret(), 0, node.peers_of(0), test::marked_offers(0, 2));
    test::expect_marks(got, node.peers_of(0), 2);
  }
  other.join();
  const std::string printed = ::testing::internal::GetCapturedStderr();
  EXPECT_EQ(printed, "isthmus: dropped a connection to the node socket that was not from this job\n");
  std::array<char, 64> answer{};
  EXPECT_LE(recv(unknown.get(), answer.data(), answer.size(), MSG_DONTWAIT), 0) << "the unknown peer got an answer";
  EXPECT_EQ(open_descriptors(), before);
}

class UnknownPeer : public ::testing::Test {
 protected:
  test::Node node_{2};
  base::Fd unknown_ = knock(node_.listener(0));
};

TEST_F(UnknownPeer, WithTheSecretOfAnotherJob) {
  send_with(unknown_, overhear_hello(make_secret(), 1), 2);
  expect_dropped(node_, std::move(unknown_));
}

TEST_F(UnknownPeer, WithANumberNobodyExpects) {
  send_with(unknown_, overhear_hello(node_.secret(), 5), 2);
  expect_dropped(node_, std::move(unknown_));
}

TEST_F(UnknownPeer, WithFewerDescriptorsThanItSays) {
  send_with(unknown_, overhear_hello(node_.secret(), 1), 1);
  expect_dropped(node_, std::move(unknown_));
}

TEST_F(UnknownPeer, WithMoreDescriptorsThanItSays) {
  send_with(unknown_, overhear_hello(node_.secret(), 1), 3);
  expect_dropped(node_, std::move(unknown_));
}

TEST_F(UnknownPeer, WithAMessageCutShort) {
  std::string hello = overhear_hello(node_.secret(), 1);
  hello.pop_back();
  send_with(unknown_, hello, 2);
  expect_dropped(node_, std::move(unknown_));
}

TEST_F(UnknownPeer, WithAMessageTooLong) {
  send_with(unknown_, overhear_hello(node_.secret(), 1) + "more", 2);
  expect_dropped(node_, std::move(unknown_));
}

TEST_F(UnknownPeer, WithGarbage) {
  send_with(unknown_, std::string(3000, '\xa5'), 4);
  expect_dropped(node_, std::move(unknown_));
}

TEST_F(UnknownPeer, ThatHangsUp) {
  shutdown(unknown_.get(), SHUT_RDWR);
  expect_dropped(node_, std::move(unknown_));
}

TEST_F(UnknownPeer, ThatSaysNothingHoldsNobodyUp) {
  std::thread other([&] {
    const auto got =
        exchange_descriptors(node_.listener(1), node_.secret(), 1, node_.peers_of(1), test::marked_offers(1, 2));
    test::expect_marks(got, node_.peers_of(1), 2);
  });
  const auto got =
      exchange_descriptors(node_.listener(0), node_.secret(), 0, node_.peers_of(0), test::marked_offers(0, 2));
  test::expect_marks(got, node_.peers_of(0), 2);
  other.join();
}

/// Runs in a process of its own, since the limit on open files cannot be raised again. The flood arrives before the
/// peer does.
TEST_F(UnknownPeer, FloodOfSilentOnesTakesNoMoreDescriptorsThanTheCap) {
  std::vector<base::Fd> flood;
  for (int i = 0; i < 400; ++i) flood.push_back(knock(node_.listener(0)));
  const pid_t child = fork();
  if (child == 0) {
    // 400 are there already, as copies of the parent's; there is room for the cap and little else.
    const rlimit few{520, 520};
    setrlimit(RLIMIT_NOFILE, &few);
    try {
      exchange_descriptors(node_.listener(0), node_.secret(), 0, node_.peers_of(0), test::marked_offers(0, 2));
    } catch (const base::SetupError& failure) {
      std::fprintf(stderr, "%s\n", failure.what());
      _exit(1);
    }
    _exit(0);
  }
  const std::size_t before = open_descriptors();
  const auto got =
      exchange_descriptors(node_.listener(1), node_.secret(), 1, node_.peers_of(1), test::marked_offers(1, 2));
  test::expect_marks(got, node_.peers_of(1), 2);
  EXPECT_EQ(open_descriptors(), before + 2);
  int status = -1;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
}

/// A peer of another user is refused on connecting, before anything is received, so it sees the end while the exchange
/// still waits.
TEST_F(UnknownPeer, OfAnotherUserIsTurnedAwayAtOnce) {
  if (geteuid() != 0) GTEST_SKIP() << "only root can be another user";
  std::thread mine([&] {
    const auto got =
        exchange_descriptors(node_.listener(0), node_.secret(), 0, node_.peers_of(0), test::marked_offers(0, 2));
    test::expect_marks(got, node_.peers_of(0), 2);
  });
  const pid_t child = fork();
  if (child == 0) {
    if (setresuid(65534, 65534, 65534) != 0) _exit(2);
    const base::Fd foreign = knock(node_.listener(0));
    pollfd end{foreign.get(), POLLIN, 0};
    _exit(poll(&end, 1, 5000) == 1 && (end.revents & POLLHUP) ? 0 : 1);
  }
  int status = -1;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0) << "the other user's connection stayed open";
  const auto got =
      exchange_descriptors(node_.listener(1), node_.secret(), 1, node_.peers_of(1), test::marked_offers(1, 2));
  test::expect_marks(got, node_.peers_of(1), 2);
  mine.join();
}

}  // namespace
}  // namespace isthmus::node

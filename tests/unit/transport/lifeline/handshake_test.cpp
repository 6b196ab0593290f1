// The lifeline's handshake: unknown peers at its port, and neighbours that send something wrong.
#include "transport/lifeline/handshake.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <array>
#include <cstring>

#include "expect_error.hpp"
#include "transport/lifeline/ring.hpp"

namespace isthmus::lifeline {
namespace {

using test::Ring;
using namespace std::chrono_literals;

constexpr std::size_t kHelloBytes = 32;
const char* const kDropped = "isthmus: dropped a connection to the lifeline socket that was not from this job\n";

base::Fd knock(const std::string& address) {
  base::Fd fd = start_connecting(address);
  pollfd there{fd.get(), POLLOUT, 0};
  EXPECT_EQ(poll(&there, 1, 5000), 1);
  EXPECT_EQ(connect_error(fd.get()), 0);
  return fd;
}

void tell(const base::Fd& fd, const std::string& bytes) {
  EXPECT_EQ(send(fd.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL), static_cast<ssize_t>(bytes.size()));
}

base::Fd answer_door(const Listener& listener) {
  pollfd door{listener.fd.get(), POLLIN, 0};
  EXPECT_EQ(poll(&door, 1, 5000), 1);
  return base::Fd(accept4(listener.fd.get(), nullptr, nullptr, SOCK_CLOEXEC));
}

std::string hear(const base::Fd& fd, std::size_t n) {
  std::string bytes(n, '\0');
  EXPECT_EQ(recv(fd.get(), bytes.data(), n, MSG_WAITALL), static_cast<ssize_t>(n));
  return bytes;
}

/// What PE 0 of two sends to PE 1, given this secret.
std::string overheard_hello(const std::string& secret) {
  const Listener trap = listen_at("127.0.0.1");
  std::string hello;
  std::thread caller([&] {
    test::setup_error([&] {
      handshake(trap, secret, 0, Neighbour{1, trap.address, "h"}, std::nullopt, test::Clock::now() + 5s);
    });
  });
  hello = hear(answer_door(trap), kHelloBytes);  // and hangs up
  caller.join();
  return hello;
}

/// PEs 0 and 1 connect while unknown peers wait at PE 1's port; returns what was printed.
std::string meet_beside(Ring& ring) {
  ::testing::internal::CaptureStderr();
  ring.connect_all();
  std::string printed = ::testing::internal::GetCapturedStderr();
  // The connection must work, and must be that of PE 0.
  ring.kill(0);
  ring.progress(1, 5s);
  EXPECT_EQ(ring.told().size(), 1U);
  return printed;
}

TEST(LifelineUnknownPeer, WithGarbage) {
  Ring ring(2);
  const base::Fd unknown = knock(ring[1].address());
  tell(unknown, std::string(100'000, '\xa5'));
  EXPECT_EQ(meet_beside(ring), kDropped);
}

TEST(LifelineUnknownPeer, WithTheSecretOfAnotherJob) {
  Ring ring(2);
  const base::Fd unknown = knock(ring[1].address());
  tell(unknown, overheard_hello("another's secret"));
  EXPECT_EQ(meet_beside(ring), kDropped);
  std::array<char, 8> answer{};
  EXPECT_LE(recv(unknown.get(), answer.data(), answer.size(), MSG_DONTWAIT), 0) << "the unknown peer got an answer";
}

TEST(LifelineUnknownPeer, WithTheSecretButTheWrongNumber) {
  Ring ring(2);
  std::string hello = overheard_hello(test::kSecret);
  hello[kHelloBytes - 8] = 5;
  const base::Fd unknown = knock(ring[1].address());
  tell(unknown, hello);
  EXPECT_EQ(meet_beside(ring), kDropped);
}

TEST(LifelineUnknownPeer, ThatSpeaksInPiecesAndStops) {
  Ring ring(2);
  const base::Fd unknown = knock(ring[1].address());
  for (const char byte : overheard_hello(test::kSecret).substr(0, 20)) tell(unknown, std::string(1, byte));
  EXPECT_EQ(meet_beside(ring), kDropped);
}

TEST(LifelineUnknownPeer, ThatHangsUp) {
  Ring ring(2);
  knock(ring[1].address()).reset();
  EXPECT_EQ(meet_beside(ring), kDropped);
}

TEST(LifelineUnknownPeer, ManyThatSayNothing) {
  Ring ring(2);
  std::vector<base::Fd> crowd;
  for (int i = 0; i < 200; ++i) crowd.push_back(knock(ring[1].address()));
  const std::string printed = meet_beside(ring);
  std::size_t lines = 0;
  for (std::size_t at = 0; (at = printed.find(kDropped, at)) != std::string::npos; ++at) ++lines;
  EXPECT_EQ(lines, crowd.size());
}

TEST(LifelineUnknownPeer, FindsNobodyListeningOnceTheRingIsClosed) {
  Ring ring(3);
  ring.connect_all();
  const base::Fd late = start_connecting(ring[1].address());
  pollfd there{late.get(), POLLOUT, 0};
  ASSERT_EQ(poll(&there, 1, 5000), 1);
  EXPECT_EQ(connect_error(late.get()), ECONNREFUSED);
}

TEST(LifelineHello, MayComeInPieces) {
  const std::string hello = overheard_hello(test::kSecret);
  const Listener door = listen_at("127.0.0.1");
  const base::Fd caller = knock(door.address);
  std::thread slow([&] {
    for (const char byte : hello) tell(caller, std::string(1, byte));
  });
  const Neighbours neighbours =
      handshake(door, test::kSecret, 1, std::nullopt, Neighbour{0, {}, "h"}, test::Clock::now() + 5s);
  slow.join();
  EXPECT_TRUE(neighbours.previous);
  EXPECT_EQ(hear(caller, kHelloBytes).size(), kHelloBytes);
}

/// No TCP connection leads to a group of hosts, which connect says at once.
TEST(LifelineHandshake, NamesTheNeighbourWithoutARoute) {
  const Listener mine = listen_at("127.0.0.1");
  const std::string error = test::setup_error([&] {
    handshake(mine, test::kSecret, 2, Neighbour{3, "224.0.0.1:9", "gamma"}, std::nullopt, test::Clock::now() + 5s);
  });
  EXPECT_TRUE(test::contains(error, "cannot reach PE 3 on host gamma at 224.0.0.1:9: Network is unreachable; is there a"));
}

TEST(LifelineHandshake, NamesTheNeighbourNobodyListensFor) {
  std::string free;
  { free = listen_at("127.0.0.1").address; }
  const Listener mine = listen_at("127.0.0.1");
  const std::string error = test::setup_error([&] {
    handshake(mine, test::kSecret, 2, Neighbour{3, free, "gamma"}, std::nullopt, test::Clock::now() + 5s);
  });
  EXPECT_TRUE(test::contains(error, "cannot reach PE 3 on host gamma at " + free + ": Connection refused"));
}

TEST(LifelineHandshake, NamesTheNeighbourThatDoesNotAnswer) {
  const Listener mine = listen_at("127.0.0.1"), silent = listen_at("127.0.0.1");
  const std::string error = test::setup_error([&] {
    handshake(mine, test::kSecret, 2, Neighbour{3, silent.address, "gamma"}, std::nullopt, test::Clock::now() + 100ms);
  });
  EXPECT_TRUE(test::contains(error, "PE 3 on host gamma"));
  EXPECT_TRUE(test::contains(error, "no answer in time"));
}

TEST(LifelineHandshake, NamesTheNeighbourThatDoesNotCome) {
  const Listener mine = listen_at("127.0.0.1");
  const std::string error = test::setup_error([&] {
    handshake(mine, test::kSecret, 2, std::nullopt, Neighbour{1, {}, "beta"}, test::Clock::now() + 100ms);
  });
  EXPECT_TRUE(test::contains(error, "PE 1 on host beta did not connect to " + mine.address));
}

TEST(LifelineHandshake, RefusesAnAnswerThatIsNotOfThisJob) {
  const Listener mine = listen_at("127.0.0.1"), other = listen_at("127.0.0.1");
  std::thread impostor([&] {
    const base::Fd caller = answer_door(other);
    tell(caller, "HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n");
    hear(caller, kHelloBytes);
  });
  const std::string error = test::setup_error([&] {
    handshake(mine, test::kSecret, 0, Neighbour{1, other.address, "beta"}, std::nullopt, test::Clock::now() + 5s);
  });
  impostor.join();
  EXPECT_TRUE(test::contains(error, "did not answer as a PE of this job"));
}

/// PE 0 of two, while the test plays PE 1.
class PlayedNeighbour : public ::testing::Test {
 protected:
  PlayedNeighbour() {
    std::thread other([this] {
      fd_ = answer_door(played_);
      std::string hello = hear(fd_, kHelloBytes);
      std::swap_ranges(hello.end() - 8, hello.end() - 4, hello.end() - 4);
      tell(fd_, hello);
    });
    zero_.connect([this](int pe) { return Neighbour{pe, played_.address, "beta"}; });
    other.join();
  }
  void progress() {
    for (const auto end = test::Clock::now() + 2s; told_ < 0 && test::Clock::now() < end; zero_.handle())
      poll(nullptr, 0, 10);
  }

  Listener played_ = listen_at("127.0.0.1");
  base::Fd fd_;
  int told_ = -1;
  Lifeline zero_{"127.0.0.1", test::kSecret, 0, 2, 400ms, [this](int pe, const std::string&) { told_ = pe; }};
};

TEST_F(PlayedNeighbour, ThatSendsNonsenseIsGone) {
  tell(fd_, std::string(3000, '\xa5'));
  progress();
  EXPECT_EQ(told_, 1);
}

TEST_F(PlayedNeighbour, ThatStopsInTheMiddleOfAMessageIsGone) {
  tell(fd_, std::string(30, '\1'));
  zero_.handle();
  fd_.reset();
  progress();
  EXPECT_EQ(told_, 1);
}

TEST_F(PlayedNeighbour, ThatSendsHalfAMessageHoldsNobodyUp) {
  tell(fd_, std::string(30, '\1'));
  const auto start = test::Clock::now();
  zero_.handle();
  zero_.goodbye();
  EXPECT_LT(test::Clock::now() - start, 2s);
  EXPECT_EQ(told_, -1);
}

}  // namespace
}  // namespace isthmus::lifeline

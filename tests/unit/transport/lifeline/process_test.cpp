// Lifelines of PEs that are processes, which die, stop, fork, or lose their network.
#include <net/if.h>
#include <sched.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <cstring>

#include "transport/lifeline/ring.hpp"

namespace isthmus::lifeline {
namespace {

using test::Clock;
using test::Ring;
using namespace std::chrono_literals;

/// PE 0 of two in this process, and PE 1 in a child, which makes its own lifeline (fork closes ours in the child) and
/// sends its address through a pipe.
class PeerProcess {
 public:
  explicit PeerProcess(std::chrono::milliseconds timeout, bool forks = false) {
    int pipes[2];
    EXPECT_EQ(pipe(pipes), 0);
    pid_ = fork();
    if (pid_ == 0) {
      Lifeline one("127.0.0.1", test::kSecret, 1, 2, timeout, [](int, const std::string&) { _exit(3); });
      if (write(pipes[1], one.address().c_str(), one.address().size() + 1) < 0) _exit(4);
      one.connect([](int pe) { return Neighbour{pe, {}, "here"}; });
      if (forks && fork() == 0)
        for (;;) pause();
      for (pollfd events{one.fd(), POLLIN, 0};; one.handle()) poll(&events, 1, -1);
    }
    close(pipes[1]);
    std::array<char, 64> address{};
    EXPECT_GT(read(pipes[0], address.data(), address.size()), 0);
    close(pipes[0]);
    zero_ = std::make_unique<Lifeline>("127.0.0.1", test::kSecret, 0, 2, timeout,
                                       [this](int pe, const std::string&) { told_ = pe; });
    zero_->connect([&](int pe) { return Neighbour{pe, address.data(), "there"}; });
  }
  ~PeerProcess() { end(); }

  void end() {
    if (pid_ < 0) return;
    ::kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
    pid_ = -1;
  }
  /// Makes progress until PE 0 is told of a death or the time has passed.
  void progress(std::chrono::milliseconds limit) {
    for (const auto deadline = Clock::now() + limit; told_ < 0 && Clock::now() < deadline; zero_->handle()) {
      pollfd events{zero_->fd(), POLLIN, 0};
      poll(&events, 1, 20);
    }
  }
  pid_t pid() const { return pid_; }
  int told() const { return told_; }

 private:
  pid_t pid_ = -1;
  int told_ = -1;
  std::unique_ptr<Lifeline> zero_;
};

TEST(LifelineProcess, ThatIsKilledIsSeenAtOnce) {
  PeerProcess peer(8s);
  const auto start = Clock::now();
  peer.end();
  peer.progress(5s);
  EXPECT_EQ(peer.told(), 1);
  EXPECT_LT(Clock::now() - start, 2s) << "the grace is one second";
}

TEST(LifelineProcess, ThatIsStoppedIsNotTakenForDead) {
  PeerProcess peer(1s);
  ASSERT_EQ(kill(peer.pid(), SIGSTOP), 0);
  peer.progress(3500ms);
  EXPECT_EQ(peer.told(), -1) << "a stopped process was taken for dead";
  ASSERT_EQ(kill(peer.pid(), SIGCONT), 0);
  peer.progress(200ms);
  EXPECT_EQ(peer.told(), -1);
  peer.end();
  peer.progress(3s);
  EXPECT_EQ(peer.told(), 1);
}

TEST(LifelineProcess, ItsForkChildDoesNotKeepItAlive) {
  PeerProcess peer(400ms, true);
  const std::string children =
      "/proc/" + std::to_string(peer.pid()) + "/task/" + std::to_string(peer.pid()) + "/children";
  pid_t grandchild = 0;
  for (const auto deadline = Clock::now() + 5s; grandchild == 0 && Clock::now() < deadline;) {
    if (FILE* file = std::fopen(children.c_str(), "r")) {
      if (std::fscanf(file, "%d", &grandchild) != 1) grandchild = 0;
      std::fclose(file);
    }
  }
  ASSERT_GT(grandchild, 0);
  peer.end();
  peer.progress(3s);
  EXPECT_EQ(kill(grandchild, 0), 0) << "the child of the dead PE should still be there";
  EXPECT_EQ(peer.told(), 1);
  kill(grandchild, SIGKILL);
}

void set_loopback(bool up) {
  const base::Fd fd(socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  ifreq request{};
  std::strcpy(request.ifr_name, "lo");
  ASSERT_EQ(ioctl(fd.get(), SIOCGIFFLAGS, &request), 0);
  const int flags = up ? request.ifr_flags | IFF_UP : request.ifr_flags & ~IFF_UP;
  request.ifr_flags = static_cast<short>(flags);
  ASSERT_EQ(ioctl(fd.get(), SIOCSIFFLAGS, &request), 0);
}

/// Runs three PEs in a network namespace whose only link goes down: returns 0 if all PEs were told in time, 77 if the
/// user may not create such a namespace.
int lose_the_link() {
  if (unshare(CLONE_NEWNET) != 0 && unshare(CLONE_NEWUSER | CLONE_NEWNET) != 0) return 77;
  set_loopback(true);
  if (::testing::Test::HasFatalFailure()) return 77;
  Ring ring(3, 4s);
  ring.connect_all();
  ring.progress(1, 1500ms);
  if (!ring.told().empty()) return 1;
  set_loopback(false);
  const auto start = Clock::now();
  ::testing::internal::CaptureStderr();
  ring.progress(3, 10s);
  const std::string printed = ::testing::internal::GetCapturedStderr();
  const auto taken = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - start).count();
  std::fprintf(stderr, "%zu of 3 PEs were told within %ld ms\n", ring.told().size(), static_cast<long>(taken));
  std::fputs(printed.c_str(), stderr);
  if (printed.find("no sign of life from PE ") == std::string::npos) return 1;
  return ring.told().size() == 3 && taken <= 8000 ? 0 : 1;
}

TEST(LifelineProcess, LosingItsLinkIsToldInTime) {
  const pid_t child = fork();
  if (child == 0) _exit(lose_the_link());
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFEXITED(status));
  if (WEXITSTATUS(status) == 77) GTEST_SKIP() << "this user may not make a network namespace";
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

}  // namespace
}  // namespace isthmus::lifeline

// The exchange through oshrun: the PE's side of launch_protocol.hpp.
#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <optional>
#include <vector>

#include "base/error.hpp"
#include "base/fd.hpp"
#include "base/job_board.hpp"
#include "base/threads.hpp"
#include "bootstrap/exchange.hpp"
#include "bootstrap/launch_protocol.hpp"
#include "bootstrap/round.hpp"
#include "bootstrap/values.hpp"

namespace isthmus::bootstrap {
namespace {

/// oshrun's pipe would make standard output fully buffered, and a crash would then lose what was printed before it.
/// Runs before main because setvbuf must come before any output.
[[gnu::constructor]] void buffer_output_by_line() {
  struct stat info;
  if (!std::getenv(kLaunchVariable) || fstat(STDOUT_FILENO, &info) != 0 || !S_ISFIFO(info.st_mode)) return;
  setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);
}

Launch read_launch(const char* value) {
  const std::optional<Launch> launch = Launch::read(value);
  if (!launch)
    throw base::SetupError(base::text(
        "%s is '%s', which oshrun did not write: unset it, or start the program by oshrun", kLaunchVariable, value));
  return *launch;
}

class EmbeddedExchange final : public Exchange {
 public:
  explicit EmbeddedExchange(Launch launch) : socket_(launch.fd), launch_(std::move(launch)) {}

  int pe() const override { return launch_.pe; }
  int n_pes() const override { return launch_.n; }
  std::string job() const override { return launch_.job; }
  int virtual_node() const override { return launch_.node; }
  const char* launcher() const override { return "oshrun"; }

  void publish(std::string_view key, std::string_view value) override {
    pending_.insert_or_assign(std::string(key), value);
  }

  void fence() override {
    if (forked()) throw base::SetupError("a fork child of a PE is not part of the job and cannot wait for the others");
    send(Message::fence, pack(pending_));
    pending_.clear();
    Round everyone = receive_everyone();
    if (everyone.empty()) return;
    const std::lock_guard lock(changing_rounds_);
    rounds_.push_back(std::move(everyone));
    if (rounds_.size() > most_rounds_) drop_old_rounds();
  }

  std::string lookup(int pe, std::string_view key) override {
    if (pe < 0 || pe >= launch_.n)
      throw base::SetupError(base::text("there is no PE %d in this job of %d", pe, launch_.n));
    for (auto round = rounds_.rbegin(); round != rounds_.rend(); ++round)
      if (const auto value = find_packed(round->of(pe), key)) return std::string(*value);
    not_published(pe, key);
  }

  std::string recall(int pe, std::string_view key) override {
    const std::lock_guard lock(changing_rounds_);
    return lookup(pe, key);
  }

  void enter() override {
    if (!forked()) send(Message::enter, {});
  }
  void leave() override {
    if (!forked()) send(Message::leave, {});
  }

  [[noreturn]] void end_job(int status) override {
    if (forked()) _exit(status);
    const auto wire_status = static_cast<std::int32_t>(status);
    try {
      send(Message::end_job, {reinterpret_cast<const char*>(&wire_status), sizeof wire_status});
      // oshrun answers at once; the time limit is for an oshrun that is stopped.
      pollfd answer{socket_.get(), POLLIN, 0};
      poll(&answer, 1, 2000);
    } catch (const base::SetupError&) {
      // oshrun is gone, and the other PEs with it.
    }
    _exit(status);
  }

 private:
  bool forked() const { return getpid() != opened_by_; }

  [[noreturn]] static void lost() {
    throw base::SetupError("the connection to oshrun is lost: oshrun was ended, or the job is over");
  }

  void send(Message message, std::string_view payload) {
    const Header header{message, static_cast<std::uint32_t>(payload.size())};
    std::string frame(reinterpret_cast<const char*>(&header), sizeof header);
    frame.append(payload);
    const std::lock_guard one_frame_at_a_time(sending_);
    for (std::string_view rest = frame; !rest.empty();) {
      const ssize_t sent = ::send(socket_.get(), rest.data(), rest.size(), MSG_NOSIGNAL);
      if (sent >= 0) {
        rest.remove_prefix(static_cast<size_t>(sent));
      } else if (errno != EINTR) {
        lost();
      }
    }
  }

  void receive(char* to, size_t size) {
    while (size > 0) {
      const ssize_t got = recv(socket_.get(), to, size, 0);
      if (got > 0) {
        to += got;
        size -= static_cast<size_t>(got);
      } else if (got == 0 || errno != EINTR) {
        lost();
      }
    }
  }

  /// Returns the descriptor that came with the header, if any.
  base::Fd receive_header(Header& header) {
    alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))];
    iovec body{&header, sizeof header};
    msghdr message{};
    message.msg_iov = &body;
    message.msg_iovlen = 1;
    message.msg_control = control;
    message.msg_controllen = sizeof control;
    ssize_t got = -1;
    while ((got = recvmsg(socket_.get(), &message, MSG_CMSG_CLOEXEC)) < 0 && errno == EINTR) {
    }
    if (got <= 0) lost();
    if (message.msg_flags & MSG_CTRUNC)
      throw base::SetupError(
          "no descriptor is free for what oshrun sends; close some files, or raise the limit: ulimit -n");
    base::Fd file;
    const cmsghdr* rights = CMSG_FIRSTHDR(&message);
    if (rights && rights->cmsg_type == SCM_RIGHTS) {
      int fd = -1;
      std::memcpy(&fd, CMSG_DATA(rights), sizeof fd);
      file = base::Fd(fd);
    }
    receive(reinterpret_cast<char*>(&header) + got, sizeof header - static_cast<size_t>(got));
    return file;
  }

  Round receive_everyone() {
    Header header{};
    const base::Fd file = receive_header(header);
    if (header.message != Message::everyone || header.size > kLargestMessage) {
      throw base::SetupError("oshrun sent something unexpected: use the oshrun of the same Isthmus as the library");
    }
    if (file) {
      struct stat info {};
      if (fstat(file.get(), &info) != 0) base::throw_errno("cannot read what the PEs have published");
      base::Mapping shared(nullptr, static_cast<size_t>(info.st_size), PROT_READ, MAP_SHARED, file.get());
      if (!shared) base::throw_errno("cannot read what the PEs have published");
      return {std::move(shared), launch_.n};
    }
    std::string payload(header.size, '\0');
    receive(payload.data(), payload.size());
    return {std::move(payload), launch_.n};
  }

  /// Drops the rounds of which every value was published again later, as after each re-initialisation.
  void drop_old_rounds() {
    for (size_t i = rounds_.size(); i-- > 0;)
      if (is_replaced(i)) rounds_.erase(rounds_.begin() + static_cast<std::ptrdiff_t>(i));
    most_rounds_ = std::max(most_rounds_, 2 * rounds_.size());
  }

  bool is_replaced(size_t round) const {
    for (int pe = 0; pe < launch_.n; ++pe)
      for (std::string_view rest = rounds_[round].of(pe); !rest.empty();) {
        const std::string_view key = take_sized(rest);
        take_sized(rest);
        const auto newer = [&](const Round& each) { return find_packed(each.of(pe), key).has_value(); };
        if (std::none_of(rounds_.begin() + static_cast<std::ptrdiff_t>(round) + 1, rounds_.end(), newer)) return false;
      }
    return true;
  }

  base::Fd socket_;
  const Launch launch_;
  const pid_t opened_by_ = getpid();
  std::mutex sending_;
  Values pending_;
  std::mutex changing_rounds_;
  std::vector<Round> rounds_;  // the newest last; none is empty
  size_t most_rounds_ = 16;    // drop_old_rounds() is due when there are more
};

}  // namespace

std::unique_ptr<Exchange> open_embedded() {
  const char* value = std::getenv(kLaunchVariable);
  if (!value) return nullptr;
  Launch launch = read_launch(value);
  struct stat info;
  if (fstat(launch.fd, &info) != 0 || !S_ISSOCK(info.st_mode)) {
    throw base::SetupError(base::text(
        "descriptor %d from oshrun is not open: something between oshrun and this program closes descriptors; let "
        "oshrun start the program itself",
        launch.fd));
  }
  // A program that this PE starts is a job of its own, so it must not find this one's socket, nor its board.
  fcntl(launch.fd, F_SETFD, FD_CLOEXEC);
  unsetenv(kLaunchVariable);
  if (launch.board >= 0 && base::attach_board(launch.board, launch.pe)) close(launch.board);
  // A PE ends with its parent. oshrun has seen to that for its own child, but under `oshrun sh -c ./a.out` the parent
  // is the shell. The signal comes when the parent's *thread* that started this process ends, so it is not asked for
  // where the parent has several threads: oshrun's guardian ends the process group all the same.
  if (base::count_threads(getppid()) == 1) prctl(PR_SET_PDEATHSIG, SIGKILL);
  return std::make_unique<EmbeddedExchange>(std::move(launch));
}

}  // namespace isthmus::bootstrap

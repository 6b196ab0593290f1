#include "launched.hpp"

#include <fcntl.h>
#include <net/if.h>
#include <poll.h>
#include <pty.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utmp.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

namespace faults {
namespace {
namespace fs = std::filesystem;
using namespace std::chrono_literals;

bool sandboxed = false;

/// A new network namespace has a loopback interface, but it is down.
void bring_up_loopback() {
  const isthmus::base::Fd any(socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  ifreq loopback{};
  std::strcpy(loopback.ifr_name, "lo");
  loopback.ifr_flags = IFF_UP;
  ioctl(any.get(), SIOCSIFFLAGS, &loopback);
}

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// Outside the sandbox other programs come and go, so only objects with our name count.
bool counts(const std::string& name) {
  return sandboxed || name.find("isthmus") != std::string::npos || name.find("oshrun") != std::string::npos;
}

/// The process state, a letter of /proc/<pid>/stat.
char state_of(pid_t pid) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
  const std::string all{std::istreambuf_iterator<char>(file), {}};
  const size_t end_of_name = all.rfind(')');
  return end_of_name == std::string::npos ? 'X' : all[end_of_name + 2];
}

int file_with(const std::string& content) {
  char name[] = "/tmp/isthmus-test-input-XXXXXX";
  const int fd = mkstemp(name);
  unlink(name);
  if (write(fd, content.data(), content.size()) != static_cast<ssize_t>(content.size())) std::abort();
  lseek(fd, 0, SEEK_SET);
  return fd;
}

}  // namespace

void enter_sandbox() {
  // The network last: where the mounts fail, as in a chroot whose root is no mount point, the tests use the host's.
  sandboxed = unshare(CLONE_NEWNS) == 0 && mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
              mount("tmpfs", "/dev/shm", "tmpfs", 0, nullptr) == 0 && unshare(CLONE_NEWNET) == 0;
  if (sandboxed) bring_up_loopback();
  // Mounts a devpts if there is none; why_no_terminal tells whether that worked.
  if (sandboxed && !why_no_terminal().empty())
    static_cast<void>(mount("devpts", "/dev/pts", "devpts", 0, "newinstance,ptmxmode=0666"));
}

std::string why_no_terminal() {
  int ends[2];
  if (openpty(&ends[0], &ends[1], nullptr, nullptr, nullptr) != 0)
    return std::string("no terminal can be made here (openpty: ") + std::strerror(errno) +
           "); mount a devpts: mount -t devpts devpts /dev/pts";
  close(ends[0]);
  close(ends[1]);
  return {};
}

Launched::Launched(const std::vector<std::string>& arguments, Setup setup) {
  char directory[] = "/tmp/fault-test-XXXXXX";
  if (!mkdtemp(directory)) std::abort();
  directory_ = directory;
  mark_ = "FAULT_TEST_RUN=" + directory_;

  int out[2] = {-1, -1}, err[2] = {-1, -1}, input = -1;
  if (setup.terminal) {
    if (openpty(&out[0], &out[1], nullptr, nullptr, nullptr) != 0) std::abort();
    input = out[1];
  } else {
    if (pipe2(out, O_CLOEXEC) != 0 || pipe2(err, O_CLOEXEC) != 0) std::abort();
    input = file_with(setup.input);
  }
  pid_ = fork();
  if (pid_ == 0) {
    if (setup.terminal) {
      login_tty(out[1]);
      close(out[0]);
    } else {
      dup2(input, 0);
      dup2(out[1], 1);
      dup2(setup.out_to_err ? out[1] : err[1], 2);
    }
    close_range(3, ~0U, 0);
    const rlimit no_core{0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
    if (chdir(directory) != 0) _exit(99);
    // The tests may run in the background of a script, or under nohup.
    for (const int each : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP}) signal(each, SIG_DFL);
    if (setup.ignored != 0) signal(setup.ignored, SIG_IGN);
    setenv("TMPDIR", directory, 1);
    putenv(mark_.data());
    // ASan's leak check at exit takes seconds on some machines, and these tests measure how fast a job is over.
    setenv("ASAN_OPTIONS", "detect_leaks=0", 1);
    for (std::string& each : setup.extra) putenv(each.data());
    std::vector<char*> argv{const_cast<char*>(OSHRUN)};
    for (const std::string& word : arguments) argv.push_back(const_cast<char*>(word.c_str()));
    argv.push_back(nullptr);
    execv(OSHRUN, argv.data());
    _exit(98);
  }
  close(input);
  if (!setup.terminal) close(out[1]), close(err[1]);
  out_fd_ = isthmus::base::Fd(out[0]);
  if (err[0] >= 0) err_fd_ = isthmus::base::Fd(err[0]);
}

Launched::~Launched() {
  if (pid_ > 0) {
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }
  for (const pid_t left : processes()) kill(left, SIGKILL);
  std::error_code ignored;
  fs::remove_all(directory_, ignored);
}

bool Launched::read_some(Clock::time_point until) {
  pollfd fds[] = {{out_fd_.get(), POLLIN, 0}, {err_fd_.get(), POLLIN, 0}};  // poll skips closed ones, which are -1
  if (fds[0].fd < 0 && fds[1].fd < 0) return false;
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - Clock::now()).count();
  if (left <= 0 || poll(fds, 2, static_cast<int>(left)) <= 0) return false;
  for (int i = 0; i < 2; ++i) {
    if (!fds[i].revents) continue;
    char buffer[65536];
    const ssize_t got = read(fds[i].fd, buffer, sizeof buffer);
    isthmus::base::Fd& fd = i == 0 ? out_fd_ : err_fd_;
    if (got <= 0) {
      fd.reset();
    } else {
      (i == 0 ? out_ : err_).append(buffer, static_cast<size_t>(got));
    }
  }
  return true;
}

bool Launched::wait_for(const std::string& text, int times) {
  const auto until = Clock::now() + 20s;
  for (;;) {
    int count = 0;
    for (size_t at = out_.find(text); at != std::string::npos; at = out_.find(text, at + 1)) ++count;
    if (count >= times) break;
    if (!read_some(until)) return false;
  }
  seen_ = Clock::now();
  return true;
}

int Launched::finish() {
  const auto until = Clock::now() + 60s;
  while (read_some(until)) {
  }
  int status = 0;
  if (Clock::now() >= until) kill(pid_, SIGKILL);
  waitpid(pid_, &status, 0);
  ended_ = Clock::now();
  pid_ = -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

void Launched::close_output() { out_fd_.reset(); }

void Launched::type(const std::string& text) {
  if (write(out_fd_.get(), text.data(), text.size()) != static_cast<ssize_t>(text.size())) std::abort();
}

std::vector<std::string> Launched::out_lines() const { return split(out_); }
std::vector<std::string> Launched::err_lines() const { return split(err_); }

std::vector<pid_t> Launched::processes() const {
  std::vector<pid_t> found;
  for (const auto& entry : fs::directory_iterator("/proc")) {
    const pid_t pid = std::atoi(entry.path().filename().c_str());
    if (pid <= 0 || pid == getpid()) continue;
    std::ifstream file(entry.path() / "environ");
    const std::string all{std::istreambuf_iterator<char>(file), {}};
    if (all.find(mark_ + '\0') != std::string::npos) found.push_back(pid);
  }
  return found;
}

int Launched::eventually_stopped(int count) const {
  int stopped = -1;
  for (const auto until = Clock::now() + 5s; stopped != count && Clock::now() < until; usleep(2000)) {
    stopped = 0;
    for (const pid_t pid : processes()) stopped += state_of(pid) == 'T';
  }
  return stopped;
}

std::string Launched::leftovers() const {
  std::string left;
  for (const auto until = Clock::now() + 1s; !(left = left_now()).empty() && Clock::now() < until;) usleep(5000);
  return left;
}

std::string Launched::left_now() const {
  std::string left;
  for (const pid_t pid : processes()) left += "process " + std::to_string(pid) + "; ";
  for (const auto& entry : fs::directory_iterator(directory_)) left += "file " + entry.path().string() + "; ";
  for (const auto& entry : fs::directory_iterator("/dev/shm")) {
    if (counts(entry.path().filename())) left += "shared memory " + entry.path().string() + "; ";
  }
  std::ifstream sockets("/proc/self/net/unix");
  std::string line;
  std::getline(sockets, line);  // headings
  while (std::getline(sockets, line)) {
    if (counts(line)) left += "socket " + line + "; ";
  }
  return left;
}

}  // namespace faults

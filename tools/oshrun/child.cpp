#include "child.hpp"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "base/error.hpp"
#include "bootstrap/launch_protocol.hpp"
#include "launch_error.hpp"
#include "program.hpp"

namespace isthmus::oshrun {
namespace {

struct Ends {
  base::Fd read, write;
};

Ends make_pipe() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) base::throw_errno("cannot make a pipe");
  return {base::Fd(ends[0]), base::Fd(ends[1])};
}

void set_nonblocking(const base::Fd& fd) { fcntl(fd.get(), F_SETFL, O_NONBLOCK); }

}  // namespace

Spawner::Spawner(const Options& options, std::string program, std::string job, int board, const CoreBinding* binding,
                 const Terminal& terminal)
    : options_(options),
      program_(std::move(program)),
      job_(std::move(job)),
      board_(board),
      binding_(binding),
      terminal_(terminal),
      dev_null_(open("/dev/null", O_RDWR | O_CLOEXEC)),
      launcher_(getpid()),
      terminal_input_(isatty(STDIN_FILENO)) {
  Ends ends = make_pipe();
  failures_ = std::move(ends.read);
  report_failure_ = std::move(ends.write);
  set_nonblocking(failures_);
  sigprocmask(SIG_BLOCK, nullptr, &mask_);
  sigaction(SIGPIPE, nullptr, &sigpipe_);
  sigaction(SIGXFSZ, nullptr, &sigxfsz_);
  getrlimit(RLIMIT_NOFILE, &descriptors_);
}

int Spawner::node_of(int pe) const {
  return static_cast<int>(static_cast<std::int64_t>(pe) * options_.nodes / options_.n);
}

/// The program's command line as given, or the tool's with the program behind it. The tool looks the program up itself,
/// perhaps in another directory, so it gets the whole path.
std::vector<std::string> Spawner::command_of(int pe) const {
  if (!options_.uses_tool(pe)) return options_.command;
  std::vector<std::string> words = options_.tool;
  for (std::string& word : words)
    for (size_t at = word.find("%p"); at != std::string::npos; at = word.find("%p", at))
      word.replace(at, 2, std::to_string(pe));
  words.push_back(program_);
  words.insert(words.end(), options_.command.begin() + 1, options_.command.end());
  return words;
}

Child Spawner::start(int pe) {
  Ends out = make_pipe(), err = make_pipe(), in;
  int control[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, control) != 0) {
    base::throw_errno("cannot make a socket");
  }
  base::Fd control_here(control[0]), control_there(control[1]);
  int input = dev_null_.get();
  if (pe == 0 && terminal_input_) {
    in = make_pipe();
    input = in.read.get();
  } else if (pe == 0) {
    input = STDIN_FILENO;
  }

  Child child;
  child.pid = fork();
  if (child.pid < 0) base::throw_errno(base::text("cannot start another process (lower -n, or %s)", kMoreProcesses));
  if (child.pid == 0) become_pe(pe, input, out.write.get(), err.write.get(), control_there.get());
  setpgid(child.pid, child.pid);  // both processes do it, so that it is done before either goes on
  set_nonblocking(out.read);
  set_nonblocking(err.read);
  child.out = std::move(out.read);
  child.err = std::move(err.read);
  child.control = std::move(control_here);
  child.in = std::move(in.write);
  return child;
}

void Spawner::become_pe(int pe, int in, int out, int err, int control) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != launcher_) _exit(kCannotRun);  // oshrun died before prctl, so no signal will come
  if (binding_ && !binding_->bind_self(pe)) fail(pe, "bind");
  if (!options_.directory.empty() && chdir(options_.directory.c_str()) != 0) fail(pe, "chdir");
  for (const auto& [name, value] : options_.environment) setenv(name.c_str(), value.c_str(), 1);
  if (board_ >= 0) fcntl(board_, F_SETFD, 0);
  const bootstrap::Launch launch{control, pe, options_.n, node_of(pe), board_, job_};
  setenv(bootstrap::kLaunchVariable, launch.text().c_str(), 1);
  setenv(bootstrap::kPeVariable, base::text("%d", pe).c_str(), 1);
  setenv(bootstrap::kNPesVariable, base::text("%d", options_.n).c_str(), 1);
  int first = pe;
  while (first > 0 && node_of(first - 1) == node_of(pe)) --first;
  setenv(bootstrap::kNodePeVariable, base::text("%d", pe - first).c_str(), 1);
  fcntl(control, F_SETFD, 0);
  if (terminal_.borrower() == pe) {
    Terminal::borrow();
  } else {
    if (in != STDIN_FILENO) dup2(in, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    dup2(err, STDERR_FILENO);
  }
  setrlimit(RLIMIT_NOFILE, &descriptors_);
  sigaction(SIGPIPE, &sigpipe_, nullptr);
  sigaction(SIGXFSZ, &sigxfsz_, nullptr);
  sigprocmask(SIG_SETMASK, &mask_, nullptr);
  std::vector<std::string> words = command_of(pe);
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  execv(executed(pe).c_str(), argv.data());
  // What the kernel does not know execvp gives to a shell: scripts without a #! line, but also programs that are for
  // another architecture, of which the shell would make nonsense.
  if (errno == ENOEXEC) {
    if (!is_elf(executed(pe))) execvp(executed(pe).c_str(), argv.data());
    errno = ENOEXEC;
  }
  fail(pe, "exec");
}

void Spawner::fail(int pe, const char* step) {
  ChildFailure failure{pe, errno, {}};
  std::strncpy(failure.step, step, sizeof failure.step - 1);
  if (write(report_failure_.get(), &failure, sizeof failure) < 0) _exit(kNotFound);
  _exit(kCannotRun);
}

bool Spawner::next_failure(ChildFailure& failure) {
  return read(failures_.get(), &failure, sizeof failure) == sizeof failure;
}

}  // namespace isthmus::oshrun

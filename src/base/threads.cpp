#include "base/threads.hpp"

#include <pthread.h>
#include <signal.h>

#include <filesystem>
#include <iterator>
#include <system_error>
#include <utility>

#include "base/error.hpp"

namespace isthmus::base {

namespace {

/// While this lives, new threads begin with the signals blocked that are sent to a process: a thread of the program
/// takes them, as it does without this library. Left are those of faults, and the real-time ones (base/job_board.hpp).
class SignalsBlocked {
 public:
  SignalsBlocked() {
    sigset_t blocked;
    sigfillset(&blocked);
    for (const int fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS}) sigdelset(&blocked, fault);
    for (int signal = SIGRTMIN; signal <= SIGRTMAX; ++signal) sigdelset(&blocked, signal);
    pthread_sigmask(SIG_BLOCK, &blocked, &before_);
  }
  ~SignalsBlocked() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  SignalsBlocked(const SignalsBlocked&) = delete;
  SignalsBlocked& operator=(const SignalsBlocked&) = delete;

 private:
  sigset_t before_;
};

thread_local bool own = false;

}  // namespace

bool is_own_thread() { return own; }

std::thread start_thread(const char* what_for, std::function<void()> work) {
  const SignalsBlocked blocked;
  try {
    return std::thread([work = std::move(work)] {
      own = true;
      work();
    });
  } catch (const std::system_error& failure) {
    throw SetupError(text("no thread for %s: %s; are threads or memory limited (ulimit -u, -v)?", what_for,
                          failure.code().message().c_str()));
  }
}

int count_threads(pid_t process) {
  std::error_code unreadable;
  const std::filesystem::directory_iterator threads(text("/proc/%d/task", process), unreadable);
  return unreadable ? 0 : static_cast<int>(std::distance(begin(threads), end(threads)));
}

}  // namespace isthmus::base

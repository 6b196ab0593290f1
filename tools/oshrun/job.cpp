#include "job.hpp"

#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <fstream>

#include "base/error.hpp"
#include "base/log.hpp"
#include "launch_error.hpp"
#include "program.hpp"

namespace isthmus::oshrun {
namespace {

using base::text;
using bootstrap::Message;

constexpr std::size_t kDescriptors = 4;  // that oshrun holds for each PE: output, error, control, the process
/// Orphans are looked for this long after a child has ended, once for all that end meanwhile.
constexpr auto kReapDelay = std::chrono::milliseconds(100);

std::string make_id() {
  std::uint64_t random = 0;
  if (getrandom(&random, sizeof random, 0) != sizeof random) base::throw_errno("getrandom");
  return text("%d-%016llx", getpid(), static_cast<unsigned long long>(random));
}

}  // namespace

Job::Job(const Options& options, std::string program, Guardian& guardian, const CoreBinding* binding)
    : options_(options),
      guardian_(guardian),
      binding_(binding),
      id_(make_id()),
      board_(options.n, options.nodes, id_, program),
      terminal_(options),
      spawner_(options, std::move(program), id_, board_.fd(), binding, terminal_),
      signals_(loop_, [this](int signal) { signal_arrived(signal); }),
      output_(loop_, [this](int error) { output_broken(error); }),
      relay_(loop_, output_, options.label),
      input_(loop_),
      control_(loop_, options.n,
               [this](int pe, Message message, int status) { message_arrived(pe, message, status); }) {}

int Job::run() {
  base::allow_descriptors(static_cast<std::size_t>(options_.n) * kDescriptors);
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  if (options_.timeout) {
    loop_.after(std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(*options_.timeout)),
                [this] { timed_out(); });
  }
  start_pes();
  while (!all_finished() && !abandoned_) {
    loop_.turn();
    output_.pump();
  }
  clean_up();
  while (!output_.empty() && !abandoned_) {
    output_.pump();
    if (!output_.empty()) loop_.turn();
  }
  return code_.value_or(0);
}

void Job::start_pes() {
  if (options_.verbose) {
    output_.say(text("job %s on host %s: %d PEs on %d node%s of %s", id_.c_str(), base::host_name(), options_.n,
                     options_.nodes, options_.nodes == 1 ? "" : "s", spawner_.program().c_str()));
  }
  pes_.reserve(static_cast<size_t>(options_.n));
  for (int pe = 0; pe < options_.n; ++pe) {
    try {
      Child child = spawner_.start(pe);
      guardian_.add(child.pid);
      board_.place(pe).group.store(child.pid, std::memory_order_relaxed);
      pes_.push_back({.pid = child.pid});
      relay_.add(pe, std::move(child.out), std::move(child.err));
      control_.add(std::move(child.control));
      if (child.in) input_.relay_to(std::move(child.in));
    } catch (const base::SetupError& error) {
      return end(1, text("PE %d of %d: %s", pe, options_.n, error.what()));
    }
    if (options_.verbose) {
      output_.say(text("%s, node %d%s%s", name_of(pe).c_str(), spawner_.node_of(pe), binding_ ? ", " : "",
                       binding_ ? binding_->place_of(pe).c_str() : ""));
    }
  }
  for (int pe = 0; pe < options_.n; ++pe) watch_end(pe);
}

std::string Job::name_of(int pe) const {
  return text("PE %d (pid %d) on host %s", pe, pes_[static_cast<size_t>(pe)].pid, base::host_name());
}

void Job::signal_arrived(int signal) {
  if (signal == SIGCHLD) {
    for (size_t pe = 0; pe < pes_.size(); ++pe)
      if (!pes_[pe].process) look_for_end(static_cast<int>(pe));
    if (!std::exchange(reap_is_due_, true)) loop_.after(kReapDelay, [this] { reap_orphans(); });
    return look_for_stop();
  }
  if (signal == SIGUSR1 || signal == SIGUSR2) {  // the program's to handle
    if (!code_) signal_all(signal);
    return;
  }
  if (reaped_ && signal != SIGQUIT && signal != SIGTSTP && signal != SIGCONT) {
    if (!code_) code_ = 128 + signal;
    abandoned_ = true;  // the output that nobody has read
    return;
  }
  if (signal == SIGQUIT && !code_) return say_where_pes_are("");
  if (signal == SIGTSTP) return stop_with_terminal();
  if (signal == SIGCONT) return go_on_with_terminal();
  if (!code_) {
    return end(128 + signal, text("signal %d (%s); ending all PEs", signal, strsignal(signal)));
  }
  // The second signal: kill the PEs without delay, and do not wait for a reader of our output that does not read.
  signal_all(SIGKILL);
  if (all_finished()) abandoned_ = true;
}

/// Reaps processes that a PE started and that became oshrun's children when their parent ended. The PE itself is not
/// reaped before the end of the job, so that its pid is not reused.
void Job::reap_orphans() {
  reap_is_due_ = false;
  std::vector<pid_t> own{guardian_.pid()};
  for (const Pe& pe : pes_) own.push_back(pe.pid);
  std::ranges::sort(own);
  std::ifstream children(text("/proc/self/task/%d/children", getpid()));
  for (pid_t child = 0; children >> child;)
    if (!std::ranges::binary_search(own, child)) waitpid(child, nullptr, WNOHANG);
}

/// One descriptor for each PE tells of its end, since a search through all PEs for each SIGCHLD takes long in large
/// jobs. Where there is none (before Linux 5.3, or too many are open), SIGCHLD has to do.
void Job::watch_end(int pe) {
  base::Fd& process = pes_[static_cast<size_t>(pe)].process;
  process = base::Fd(static_cast<int>(syscall(SYS_pidfd_open, pes_[static_cast<size_t>(pe)].pid, 0)));
  if (process) loop_.watch(process.get(), EPOLLIN, [this, pe] { look_for_end(pe); });
}

void Job::look_for_end(int pe) {
  Pe& self = pes_[static_cast<size_t>(pe)];
  siginfo_t info{};
  if (self.finished || waitid(P_PID, static_cast<id_t>(self.pid), &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
      info.si_pid != self.pid)
    return;
  if (self.process) loop_.forget(self.process.get());
  self.process.reset();
  pe_finished(pe, info);
}

void Job::pe_finished(int pe, const siginfo_t& info) {
  Pe& self = pes_[static_cast<size_t>(pe)];
  self.finished = true;
  ++n_finished_;
  // Read everything that the PE sent before it ended: its leave or end_job decides how the end is judged, and its
  // output should come before our message about it.
  control_.drain(pe);
  relay_.drain(pe);
  if (terminal_.borrower() == pe) {
    terminal_.give_back();
    input_.resume();
  }
  const Phase phase = phase_of(pe);
  set_phase(pe, Phase::finished);
  const std::string verdict = verdict_on(info);
  if (options_.verbose) output_.say(text("%s %s", name_of(pe).c_str(), verdict.c_str()));
  if (code_) return;
  const char* ending = all_finished() ? "" : "; ending the other PEs";
  ChildFailure failure;
  if (spawner_.next_failure(failure)) {
    const std::string& program = spawner_.executed(failure.pe);
    const bool executed = failure.step == std::string_view("exec");
    const std::string why = executed ? explain_exec(program, failure.error) : std::strerror(failure.error);
    end(kCannotRun,
        text("PE %d cannot run '%s': %s: %s%s", failure.pe, program.c_str(), failure.step, why.c_str(), ending));
  } else if (exit_code_of(info) != 0) {
    end(exit_code_of(info), text("%s %s%s", name_of(pe).c_str(), verdict.c_str(), ending));
  } else if (phase == Phase::joined) {
    end(1, text("%s exited without calling shmem_finalize%s", name_of(pe).c_str(), ending));
  } else {
    fail_if_fence_cannot_end();
  }
}

/// How a PE ended, and whether that was for want of memory. The kernel counts such kills, but does not say whom it
/// killed, so that another process of the same control group might have been meant.
std::string Job::verdict_on(const siginfo_t& info) {
  std::string verdict = describe_end(info);
  // A shell around the program exits with 128 plus the signal's number.
  if (code_ || exit_code_of(info) != 128 + SIGKILL) return verdict;
  if (const std::string why = memory_kills_.since_last(); !why.empty())
    verdict += text(", probably by the kernel for want of memory: %s", why.c_str());
  return verdict;
}

void Job::message_arrived(int pe, Message message, int status) {
  if (message == Message::enter) set_phase(pe, Phase::joined), was_joined_ = true;
  if (message == Message::leave) set_phase(pe, Phase::left);
  if (message == Message::fence) {
    board_.place(pe).in_fence.store(true, std::memory_order_relaxed);
    if (!control_.anyone_waits())
      for (int each = 0; each < options_.n; ++each) board_.place(each).in_fence.store(false, std::memory_order_relaxed);
    fail_if_fence_cannot_end();
  }
  if (message == Message::end_job) {
    ended_by_pe_ = true;
    end(status & 0xff, status == 0 ? "" : text("%s ended the job with status %d", name_of(pe).c_str(), status), pe);
    control_.release(pe);
  }
}

void Job::fail_if_fence_cannot_end() {
  if (code_ || !control_.anyone_waits()) return;
  for (size_t pe = 0; pe < pes_.size(); ++pe) {
    if (!pes_[pe].finished) continue;
    return end(1, text("%s exited while other PEs wait for it in shmem_init; ending the other PEs",
                       name_of(static_cast<int>(pe)).c_str()));
  }
}

/// Ctrl-Z on a lent terminal stops the PE that has it, and nobody else. The others follow, as does oshrun with its
/// process group, for whose stop a shell waits. A PE that reads the terminal from the background stops as well.
void Job::look_for_stop() {
  if (code_ || terminal_.borrower() < 0) return;
  const pid_t pid = pes_[static_cast<size_t>(terminal_.borrower())].pid;
  siginfo_t info{};
  if (waitid(P_PID, static_cast<id_t>(pid), &info, WSTOPPED | WNOHANG) == 0 && info.si_pid == pid) kill(0, SIGTSTP);
}

void Job::stop_with_terminal() {
  signal_all(SIGSTOP);
  terminal_.take_back();
  const auto since = Clock::now();
  raise(SIGSTOP);
  suspended_ += Clock::now() - since;
  go_on_with_terminal();  // before look_for_stop, which would see that the PE of the terminal is stopped
}

void Job::go_on_with_terminal() {
  terminal_.lend_again();
  signal_all(SIGCONT);
  input_.resume();
}

}  // namespace isthmus::oshrun

// How a job is ended before all of its PEs have finished: the reasons that come from outside the PEs (a timeout, broken
// output), and the steps of ending it.
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "base/error.hpp"
#include "hang.hpp"
#include "job.hpp"

namespace isthmus::oshrun {
namespace {

using base::text;
using namespace std::chrono_literals;

constexpr int kTimedOut = 124;
constexpr auto kFromTermToKill = 200ms;
constexpr auto kFromKillToGivingUp = 5s;

}  // namespace

void Job::timed_out() {
  if (code_) return;
  if (suspended_ > Clock::duration::zero()) {
    return loop_.after(std::exchange(suspended_, {}), [this] { timed_out(); });
  }
  for (size_t pe = 0; pe < pes_.size(); ++pe) relay_.drain(static_cast<int>(pe));
  say_where_pes_are(text("time is up after %g s; ", *options_.timeout));
  end(kTimedOut, "");
}

void Job::say_where_pes_are(const std::string& why) {
  output_.say(text("%s%d of %d PEs still there:", why.c_str(), options_.n - n_finished_, options_.n));
  for (const std::string& line : describe_pes({&board_, 1})) output_.say("  " + line);
}

void Job::output_broken(int error) {
  // A reader that closes the pipe (oshrun ... | head) ends the job without a message, as SIGPIPE ends a single program.
  end(error == EPIPE ? 128 + SIGPIPE : 1,
      error == EPIPE ? "" : text("cannot write standard output: %s; ending all PEs", std::strerror(error)));
}

void Job::end(int code, const std::string& reason, int spare) {
  if (code_) return;
  code_ = code;
  if (!reason.empty()) output_.say(reason);
  signal_all(SIGTERM, spare);
  loop_.after(kFromTermToKill, [this] {
    signal_all(SIGKILL);
    loop_.after(kFromKillToGivingUp, [this] { give_up(); });
  });
}

void Job::signal_all(int signal, int spare) {
  for (size_t pe = 0; pe < pes_.size(); ++pe) {
    if (static_cast<int>(pe) != spare) kill(-pes_[pe].pid, signal);
  }
}

void Job::give_up() {
  for (size_t pe = 0; pe < pes_.size(); ++pe) {
    if (pes_[pe].finished) continue;
    output_.say(text("%s does not die (%s); left behind", name_of(static_cast<int>(pe)).c_str(),
                     describe_state(process_state(pes_[pe].pid), phase_of(static_cast<int>(pe)), false).c_str()));
  }
  output_.pump();
  abandoned_ = true;
}

void Job::clean_up() {
  signal_all(SIGKILL);  // ends the processes that PEs started and left in their groups
  const auto until = Clock::now() + kFromTermToKill;
  for (size_t pe = 0; pe < pes_.size(); ++pe) {
    relay_.drain(static_cast<int>(pe));
    // oshrun is the subreaper, so orphans become its children: the group is gone when waitpid finds no child in it.
    for (pid_t reaped = 1; reaped >= 0 && Clock::now() < until;) {
      reaped = waitpid(-pes_[pe].pid, nullptr, WNOHANG);
      if (reaped == 0) usleep(500);
    }
  }
  guardian_.dismiss();
}

}  // namespace isthmus::oshrun

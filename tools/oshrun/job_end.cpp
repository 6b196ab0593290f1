// How a job is ended before all of its PEs have finished: the reasons that come from outside the PEs (a timeout, broken
// output), and the steps of ending it.
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <string>
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
constexpr int kMostAncestors = 64;

/// 0 if there is no such process.
pid_t parent_of(pid_t pid) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
  std::string line;
  std::getline(file, line);
  pid_t parent = 0;
  // The name of the program, in parentheses, may have parentheses and blanks in it.
  if (const std::size_t name_end = line.rfind(')'); name_end != std::string::npos)
    std::sscanf(line.c_str() + name_end + 1, " %*c %d", &parent);
  return parent;
}

/// Orphans have become children of oshrun, the subreaper, so that every process of the job descends from it.
bool descends_from_oshrun(pid_t pid) {
  for (int i = 0; i < kMostAncestors && pid > 1; ++i, pid = parent_of(pid))
    if (pid == getpid()) return true;
  return false;
}

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
  if (reaped_) return;
  for (size_t pe = 0; pe < pes_.size(); ++pe) {
    if (static_cast<int>(pe) == spare) continue;
    kill(-pes_[pe].pid, signal);
    if (const pid_t group = other_group_of(static_cast<int>(pe))) kill(-group, signal);
  }
}

/// The process group of a PE that a program around it has moved to another one, such as timeout(1) in a script, or 0.
pid_t Job::other_group_of(int pe) const {
  const pid_t pid = board_.place(pe).pid.load(std::memory_order_relaxed);
  if (pid <= 0) return 0;
  const pid_t group = getpgid(pid);
  const bool is_other = group > 0 && group != pes_[static_cast<size_t>(pe)].pid && group != getpgrp();
  return is_other && descends_from_oshrun(pid) ? group : 0;
}

void Job::give_up() {
  if (reaped_) return;  // only the output is left, which waits for its reader
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
  reaped_ = true;
}

}  // namespace isthmus::oshrun

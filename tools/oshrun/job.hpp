// One job: starts the PEs, watches them, and sees to it that all end when one must.
//
// A finished PE stays a zombie until the end of the job, so that its pid, which names its process group, cannot come to
// mean someone else's.
#pragma once
#include <sys/types.h>

#include <csignal>
#include <optional>
#include <string>
#include <vector>

#include "binding.hpp"
#include "child.hpp"
#include "control.hpp"
#include "event_loop.hpp"
#include "guardian.hpp"
#include "input.hpp"
#include "options.hpp"
#include "output.hpp"
#include "relay.hpp"
#include "report.hpp"
#include "signals.hpp"

namespace isthmus::oshrun {

class Job {
 public:
  /// `guardian` watches over the PEs; it is started by the caller, before anything is open that it should not hold.
  Job(const Options& options, std::string program, Guardian& guardian, const CoreBinding* binding);

  /// The exit code of oshrun.
  int run();

 private:
  struct Pe {
    pid_t pid = -1;
    Phase phase = Phase::started;
    bool finished = false;
  };

  void start_pes();
  void signal_arrived(int signal);
  void look_for_finished();
  void pe_finished(int pe, const siginfo_t& info);
  void pe_told(int pe, bootstrap::Message message, int status);
  void fail_if_fence_cannot_end();
  void stop_with_terminal();
  void time_is_up();
  void output_broken(int error);

  /// The first reason is the job's; `spare` is a PE that leaves on its own, or -1.
  void end(int code, const std::string& reason, int spare = -1);
  void signal_all(int signal, int spare = -1);
  void give_up();
  void clean_up();

  std::string name_of(int pe) const;
  bool all_finished() const { return n_finished_ == static_cast<int>(pes_.size()); }

  const Options& options_;
  Guardian& guardian_;
  const CoreBinding* const binding_;
  const std::string id_;
  Spawner spawner_;  // before signals_: it keeps the mask that the PEs are to have
  EventLoop loop_;
  Signals signals_;
  Output output_;
  Relay relay_;
  Input input_;
  Control control_;
  std::vector<Pe> pes_;
  int n_finished_ = 0;
  std::optional<int> code_;  // set once the job is ending
  bool abandoned_ = false;   // do not wait any longer, for PEs or for readers of our output
  Clock::duration suspended_{};
};

}  // namespace isthmus::oshrun

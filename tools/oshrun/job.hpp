// One job: starts the PEs, watches them, and ends all of them when one fails or ends the job.
//
// A finished PE stays a zombie until the end of the job, so that its pid, by which its process group is signalled, is
// not reused for an unrelated process.
#pragma once
#include <sys/types.h>

#include <csignal>
#include <optional>
#include <string>
#include <vector>

#include "binding.hpp"
#include "board_file.hpp"
#include "child.hpp"
#include "control.hpp"
#include "event_loop.hpp"
#include "guardian.hpp"
#include "input.hpp"
#include "memory_kills.hpp"
#include "options.hpp"
#include "output.hpp"
#include "relay.hpp"
#include "report.hpp"
#include "signals.hpp"

namespace isthmus::oshrun {

class Job {
 public:
  /// `guardian` kills what is left of the PEs if oshrun dies. The caller starts it, before any descriptor is open that
  /// it should not inherit.
  Job(const Options& options, std::string program, Guardian& guardian, const CoreBinding* binding);

  /// Runs the job to its end and returns oshrun's exit code.
  int run();

  /// After run: whether some PE was in shmem_init, and whether one ended the job by shmem_global_exit.
  bool was_joined() const { return was_joined_; }
  bool ended_by_pe() const { return ended_by_pe_; }

 private:
  struct Pe {
    pid_t pid = -1;
    bool finished = false;
    base::Fd process{};  // readable when the PE has ended
  };

  void start_pes();
  void signal_arrived(int signal);
  void reap_orphans();
  pid_t other_group_of(int pe) const;
  void watch_end(int pe);
  void look_for_end(int pe);
  void pe_finished(int pe, const siginfo_t& info);
  void message_arrived(int pe, bootstrap::Message message, int status);
  void fail_if_fence_cannot_end();
  void look_for_stop();
  void stop_with_terminal();
  void go_on_with_terminal();
  void timed_out();
  /// Says, after `why`, where each PE is.
  void say_where_pes_are(const std::string& why);
  void output_broken(int error);

  /// Ends the job with this exit code and message. Only the first call has an effect. `spare` is a PE that exits by
  /// itself and gets no SIGTERM, or -1.
  void end(int code, const std::string& reason, int spare = -1);
  void signal_all(int signal, int spare = -1);
  void give_up();
  void clean_up();

  void set_phase(int pe, Phase phase) { board_.place(pe).phase.store(phase, std::memory_order_relaxed); }
  Phase phase_of(int pe) const { return board_.place(pe).phase.load(std::memory_order_relaxed); }
  std::string verdict_on(const siginfo_t& info);
  std::string name_of(int pe) const;
  bool all_finished() const { return n_finished_ == static_cast<int>(pes_.size()); }

  const Options& options_;
  Guardian& guardian_;
  const CoreBinding* const binding_;
  const std::string id_;
  BoardFile board_;
  MemoryKills memory_kills_;
  Terminal terminal_;
  Spawner spawner_;  // before signals_, which changes the signal mask that the PEs are to have
  EventLoop loop_;
  Signals signals_;
  Output output_;
  Relay relay_;
  Input input_;
  Control control_;
  std::vector<Pe> pes_;
  int n_finished_ = 0;
  bool reap_is_due_ = false;
  bool was_joined_ = false, ended_by_pe_ = false;
  std::optional<int> code_;  // set once the job is ending
  bool reaped_ = false;      // all PEs and their groups are gone; their pids may belong to other processes
  bool abandoned_ = false;   // do not wait any longer, for PEs or for readers of our output
  Clock::duration suspended_{};
};

}  // namespace isthmus::oshrun

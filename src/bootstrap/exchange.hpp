// How the PEs of a job find one another before any memory is shared: each publishes small values, a fence makes them
// known to all, then anyone's can be looked up. Behind it are oshrun (embedded.cpp), a PMIx server (pmix.cpp: Open
// MPI's mpirun, prterun, srun), PMI (pmi.cpp: MPICH's mpiexec, srun --mpi=pmi2), or no launcher (single.cpp: a job of
// one PE).
#pragma once
#include <memory>
#include <string>
#include <string_view>

namespace isthmus::bootstrap {

class Exchange {
 public:
  virtual ~Exchange() = default;

  virtual int pe() const = 0;
  virtual int n_pes() const = 0;
  /// Unique among the jobs of this machine, the same on every PE of this one.
  virtual std::string job() const = 0;
  /// The virtual node that `oshrun --nodes K` put this PE on; 0 elsewhere.
  virtual int virtual_node() const { return 0; }
  /// The launcher's name for osh_info and messages: "oshrun", "pmix", "pmi", "none".
  virtual const char* launcher() const = 0;

  /// Values published since the last fence become known to all PEs at the next one. Keys may be published again in a
  /// later round; lookup then gives the newer value. Failures throw base::SetupError.
  virtual void publish(std::string_view key, std::string_view value) = 0;
  virtual void fence() = 0;
  virtual std::string lookup(int pe, std::string_view key) = 0;
  /// The same for any thread, at any time, without asking the launcher: something of that PE has been looked up since the
  /// fence that made the value known.
  virtual std::string recall(int pe, std::string_view key) { return lookup(pe, key); }

  /// Between enter() and leave() this PE takes part in the job, and its exit counts as a failure. The pair may be
  /// repeated (re-initialisation).
  virtual void enter() = 0;
  virtual void leave() = 0;
  /// As leave(), for a process that ends by _exit(0) next. Other threads of it may still be in calls of this object.
  virtual void leave_for_good() { leave(); }

  /// Ends this process, which has called enter() and not leave(), with status 0. The launcher notices, and ends the
  /// other PEs; where it does not always, the job is ended here.
  [[noreturn]] virtual void exit_early();

  /// Ends every PE of the job at once with this status; does not return.
  [[noreturn]] virtual void end_job(int status) = 0;

  /// How many threads the launcher's library, such as PMIx, runs in this process. They do not touch the program's data.
  int client_threads() const { return client_threads_; }

 private:
  friend Exchange& exchange();
  int client_threads_ = 0;
};

/// The exchange of this process, opened by the first call (oshrun's, else PMIx's, else PMI's, else none) and kept until
/// exit, so that a second shmem_init can use it again.
Exchange& exchange();

/// Each launcher's exchange, for exchange(); null where the launcher did not start this process or is not built in.
std::unique_ptr<Exchange> open_embedded();
std::unique_ptr<Exchange> open_pmix();
std::unique_ptr<Exchange> open_pmi();
std::unique_ptr<Exchange> open_single();

}  // namespace isthmus::bootstrap

#include "progress.hpp"

#include <sys/prctl.h>

#include "abi/abi.hpp"
#include "base/wait.hpp"
#include "real.hpp"

namespace isthmus::mpi {
namespace {

/// How often a waiting thread looked at what it waits for, in this collective.
[[gnu::tls_model("initial-exec")]] constinit thread_local unsigned looks = 0;
/// The communicator of the collective.
[[gnu::tls_model("initial-exec")]] constinit thread_local Word current = 0;
/// The MPI is driven after so many looks for the first time, and then at every kStride-th.
[[gnu::tls_model("initial-exec")]] constinit thread_local unsigned patience = 0;
[[gnu::tls_model("initial-exec")]] constinit thread_local bool drives_mpi = true;
constexpr unsigned kPatience = 64, kDevicePatience = 400, kStride = 4;

/// How often a wait looks before it yields, if every member has a core. MPIs do not yield at all then; a wait that does
/// gives its core to whatever else runs on the machine.
constexpr int kSpins = 5000;

class MpiProgress final : public base::Progress {
 public:
  bool drive() override {
    if (++looks < patience || looks % kStride || !drives_mpi) {
      base::relax();
      return false;
    }
    poke(current);
    return false;
  }
  /// MPIs do not sleep, and what they have under way would wait for us: yield only, unless other programs want the
  /// core. Then a short sleep serves better, since the kernel gives a core to a thread that wakes sooner than to one
  /// that yielded. Without the timer's usual slack of 50 us it is short indeed.
  bool nap(long) override {
    if (drives_mpi) poke(current);
    if (base::give_way()) return false;
    const int slack = prctl(PR_GET_TIMERSLACK, 0, 0, 0, 0);
    prctl(PR_SET_TIMERSLACK, 1, 0, 0, 0);
    base::take_nap(kNap);
    if (slack > 0) prctl(PR_SET_TIMERSLACK, static_cast<unsigned long>(slack), 0, 0, 0);
    return false;
  }

 private:
  static constexpr long kNap = 2000;  // nanoseconds
};

}  // namespace

void poke(Word comm) {
  if (real().progress) {
    real().progress();
    return;
  }
  // Not on MPI_COMM_SELF: MPICH looks only into its own memory then.
  int flag = 0;
  real().Iprobe(abi().any_source, abi().any_tag, comm, &flag, abi().status_ignore);
}

void drive_mpi_while_waiting() {
  static MpiProgress& driver = *new MpiProgress;  // never destroyed: threads of ours may wait while the process exits
  base::progress.store(&driver, std::memory_order_release);
}

void expect_neighbours(int members, bool crowded) {
  int before = base::pes_here.load(std::memory_order_relaxed);
  while (before < members && !base::pes_here.compare_exchange_weak(before, members)) {
  }
  static std::atomic<bool> ever_crowded = false;
  if (crowded) ever_crowded = true;
  base::spin_limit.store(ever_crowded ? 0 : kSpins, std::memory_order_relaxed);
}

void begin_waiting(Word comm, Expected expected) {
  looks = 0;
  patience = expected == Expected::soon ? kPatience : kDevicePatience;
  current = comm;
}

Word served_comm() { return current; }

void wait_without_mpi() { drives_mpi = false; }

}  // namespace isthmus::mpi

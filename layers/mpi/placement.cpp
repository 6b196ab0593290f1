#include "placement.hpp"

#include <sched.h>
#include <sys/resource.h>
#include <time.h>

#include <cstdlib>
#include <utility>

#include "base/cpu_set.hpp"
#include "base/wait.hpp"

namespace isthmus::mpi {
namespace {

constexpr long kPause = 10'000'000;  // the least nanoseconds between two moves
int home = -1;                       ///< set before `lives_here` is
thread_local bool lives_here = false;

/// Whether another thread has taken this one's core since the last call.
bool was_interrupted() {
  static long before = 0;
  rusage usage{};
  getrusage(RUSAGE_THREAD, &usage);
  return std::exchange(before, usage.ru_nivcsw) != usage.ru_nivcsw;
}

/// Binds the thread to its home, which moves it there, and lets it go again. A thread that has a core for itself stays
/// where the kernel has put it.
void go_home() {
  if (!lives_here || !was_interrupted() || sched_getcpu() == home) return;
  static long last = 0;
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
  const long time = now.tv_sec * 1'000'000'000L + now.tv_nsec;
  if (time - last < kPause) return;
  last = time;
  const auto allowed = base::CpuSet::allowed();
  if (allowed && allowed->has(home) && base::CpuSet(home).bind()) allowed->bind();
}

/// The launcher's number of this rank on its machine; `otherwise` if it does not say.
int place_here(int otherwise) {
  for (const char* const name : {"OMPI_COMM_WORLD_LOCAL_RANK", "MPI_LOCALRANKID", "PMI_LOCAL_RANK", "SLURM_LOCALID"})
    if (const char* const value = std::getenv(name)) return std::atoi(value);
  return otherwise;
}

}  // namespace

void choose_home(int rank, int ranks) {
  static const bool chosen = [&] {
    const auto allowed = base::CpuSet::allowed();
    if (!allowed || allowed->count() < ranks) return false;
    int skip = place_here(rank) % ranks * allowed->count() / ranks;  // so that homes are as far apart as can be
    for (home = 0; !allowed->has(home) || skip-- > 0;) ++home;
    lives_here = true;
    base::go_home.store(go_home, std::memory_order_release);
    return true;
  }();
  static_cast<void>(chosen);
}

}  // namespace isthmus::mpi

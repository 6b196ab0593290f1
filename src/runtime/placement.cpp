#include "runtime/placement.hpp"

#include <sched.h>
#include <time.h>

#include <algorithm>

#include "base/cpu_set.hpp"
#include "base/wait.hpp"

namespace isthmus::runtime {
namespace {

thread_local bool is_main = false;
constexpr long kPause = 10'000'000;  // the least nanoseconds between two moves

/// Moves this thread to the home core by binding it there, then restores its affinity mask.
void move_home() {
  const auto allowed = base::CpuSet::allowed();
  if (!allowed || allowed->count() < world.home_cores) return;  // something else has bound this PE
  if (base::CpuSet(world.home).bind()) allowed->bind();
}

void go_home() {
  if (!is_main || sched_getcpu() == world.home) return;
  static long last = 0;
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
  const long time = now.tv_sec * 1'000'000'000L + now.tv_nsec;
  if (time - last < kPause) return;
  last = time;
  move_home();
}

}  // namespace

void choose_home(const Job& job, int my_pe) {
  base::go_home = nullptr;
  const auto allowed = base::CpuSet::allowed();
  if (!allowed || allowed->count() < job.cores) return;
  const auto rank = std::find(job.machine_pes.begin(), job.machine_pes.end(), my_pe) - job.machine_pes.begin();
  auto skip = rank % job.cores;
  for (world.home = 0; !allowed->has(world.home) || skip-- > 0;) ++world.home;
  world.home_cores = job.cores;
  is_main = true;
  move_home();
  // If PEs share cores, a waiting PE yields its core at once, so it does no harm to stay there.
  if (job.machine_pes.size() <= static_cast<std::size_t>(job.cores)) base::go_home = go_home;
}

}  // namespace isthmus::runtime

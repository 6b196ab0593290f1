// osh_tune: measures on this machine which way of a collective on device buffers is the faster up to which size, and
// writes the limits to a file that SHMEM_TUNING_FILE names from then on. Under oshrun or mpirun, on one node, with a
// partition in device memory.
#include <pshmem.h>
#include <shmemx.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "base/log.hpp"
#include "collectives/device/staged.hpp"
#include "runtime/world.hpp"

namespace {

using namespace isthmus;
using collectives::Operation;

constexpr std::size_t kLargest = 256 << 10;  // of one PE for another
constexpr int kRounds = 7, kCalls = 20;

struct Tried {
  Operation operation;
  const char* setting;
  void (*run)(void* dest, void* source, std::size_t bytes);
};
constexpr std::array kTried{
    Tried{Operation::broadcast, "SHMEM_DEVICE_STAGED_BROADCAST",
          [](void* dest, void* source, std::size_t bytes) {
            shmem_broadcastmem(SHMEM_TEAM_WORLD, dest, source, bytes, 0);
          }},
    Tried{
        Operation::fcollect, "SHMEM_DEVICE_STAGED_FCOLLECT",
        [](void* dest, void* source, std::size_t bytes) { shmem_fcollectmem(SHMEM_TEAM_WORLD, dest, source, bytes); }},
    Tried{
        Operation::alltoall, "SHMEM_DEVICE_STAGED_ALLTOALL",
        [](void* dest, void* source, std::size_t bytes) { shmem_alltoallmem(SHMEM_TEAM_WORLD, dest, source, bytes); }},
};

/// Microseconds of a call, the slowest PE's.
double measure(const Tried& tried, bool staged, void* dest, void* source, std::size_t bytes) {
  static double mine, slowest;
  collectives::staged_until[static_cast<std::size_t>(tried.operation)] = staged ? collectives::kAnyBytes : 0;
  tried.run(dest, source, bytes);
  shmem_barrier_all();
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < kCalls; ++i) tried.run(dest, source, bytes);
  mine = std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count() / kCalls;
  shmem_double_max_reduce(SHMEM_TEAM_WORLD, &slowest, &mine, 1);
  return slowest;
}

/// Medians of rounds in turn: {copies through mappings, staged}.
std::array<double, 2> compare(const Tried& tried, void* dest, void* source, std::size_t bytes) {
  std::array<std::vector<double>, 2> times;
  for (int round = 0; round < kRounds; ++round)
    for (const bool staged : {false, true}) times[staged].push_back(measure(tried, staged, dest, source, bytes));
  for (auto& some : times) std::nth_element(some.begin(), some.begin() + kRounds / 2, some.end());
  return {times[0][kRounds / 2], times[1][kRounds / 2]};
}

/// The largest size up to which every one was faster staged; 0 where none was. All PEs have the same times.
std::size_t find_limit(const Tried& tried, void* dest, void* source, std::string& notes) {
  std::size_t limit = 0;
  bool still = true;
  for (std::size_t bytes = 8; bytes <= kLargest && (still || bytes <= 4096); bytes *= 4) {
    const auto [mapped, staged] = compare(tried, dest, source, bytes);
    std::array<char, 160> line;
    std::snprintf(line.data(), line.size(), "# %s: %zu bytes: %.1f us by mappings, %.1f us staged\n",
                  collectives::name(tried.operation), bytes, mapped, staged);
    notes += line.data();
    still = still && staged < mapped;
    if (still) limit = bytes;
  }
  return limit;
}

int refuse(int me, const char* why) {
  if (me == 0) std::fprintf(stderr, "osh_tune: %s\n", why);
  shmem_finalize();
  return 1;
}

memory::Partition* device_partition() {
  for (const auto& partition : runtime::world.job->memory->partitions())
    if (partition->segment().kind->device) return partition.get();
  return nullptr;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string path = argc == 2 ? argv[1] : "";
  if (path.empty() || path[0] == '-') {
    std::fprintf(stderr,
                 "usage: oshrun -n <PEs> osh_tune FILE\n"
                 "  measures with the first partition in device memory (SHMEM_SYMMETRIC_PARTITION2=SIZE=64M:"
                 "KIND=..) and writes\n  FILE, for SHMEM_TUNING_FILE\n");
    return path == "--help" || path == "-h" ? 0 : 2;
  }
  shmem_init();
  const int me = shmem_my_pe(), n = shmem_n_pes();
  memory::Partition* partition = device_partition();
  if (!partition) return refuse(me, "no partition is device memory; set SHMEM_SYMMETRIC_PARTITION2=SIZE=64M:KIND=..");
  if (n < 2) return refuse(me, "a job of one PE has nothing to measure; run it by oshrun -n <PEs>");
  if (runtime::world.job->wire || !runtime::world.job->memory->devices_all_mapped())
    return refuse(me, "device memory is not mapped between all PEs, so everything goes staged; see osh_info --paths");
  const std::size_t room = kLargest * static_cast<std::size_t>(n);
  void* dest = shmem_partition_malloc(room, partition->id());
  void* source = shmem_partition_malloc(room, partition->id());
  if (!dest || !source) return refuse(me, "the partition is too small; set its SIZE to 64M");
  std::string notes, limits;
  for (const Tried& tried : kTried)
    limits += std::string(tried.setting) + "=" + std::to_string(find_limit(tried, dest, source, notes)) + "\n";
  shmem_free(source);
  shmem_free(dest);
  if (me == 0) {
    std::FILE* file = std::fopen(path.c_str(), "w");
    const bool written = file && std::fprintf(file, "# By osh_tune on %s: %d PEs, %s memory.\n%s%s", base::host_name(),
                                              n, partition->segment().kind->name, notes.c_str(), limits.c_str()) > 0;
    if (!written || std::fclose(file) != 0) {
      std::fprintf(stderr, "osh_tune: cannot write %s: %s\n", path.c_str(), std::strerror(errno));
      shmem_global_exit(1);
    }
    std::printf("%s%swritten to %s; use it by SHMEM_TUNING_FILE=%s\n", notes.c_str(), limits.c_str(), path.c_str(),
                path.c_str());
  }
  shmem_finalize();
  return 0;
}

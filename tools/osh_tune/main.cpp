// osh_tune: measures on this machine which way of doing things with device buffers is the faster up to which size, and
// writes the limits to a file that SHMEM_TUNING_FILE names from then on. Under oshrun or mpirun, on one node, with a
// partition in device memory.
#include <pshmem.h>
#include <shmemx.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "base/log.hpp"
#include "collectives/device/staged.hpp"
#include "memkind/parcels.hpp"
#include "runtime/world.hpp"

namespace {

using namespace isthmus;
using collectives::Operation;

constexpr int kRounds = 7;

/// Two ways of doing the same, of which one is for sizes up to the setting's limit.
struct Choice {
  const char *setting, *small_way, *large_way;
  std::size_t least, most;  ///< bytes to try
  bool kernels;             ///< one of the ways
  void (*set)(std::size_t limit);
  void (*run)(char* dest, char* source, std::size_t bytes);
  /// The setting's value by the limit, where it is not the limit itself.
  std::size_t (*value)(std::size_t limit);
};

void put_many(char* dest, char* source, std::size_t bytes) {
  constexpr std::size_t kPuts = 32;
  const int next = (shmem_my_pe() + 1) % shmem_n_pes();
  for (std::size_t i = 0; i < kPuts; ++i) shmem_putmem_nbi(dest + i * bytes, source + i * bytes, bytes, next);
  shmem_quiet();
}
void broadcast(char* dest, char* source, std::size_t bytes) {
  shmem_broadcastmem(SHMEM_TEAM_WORLD, dest, source, bytes, 0);
}
void fcollect(char* dest, char* source, std::size_t bytes) { shmem_fcollectmem(SHMEM_TEAM_WORLD, dest, source, bytes); }
void alltoall(char* dest, char* source, std::size_t bytes) { shmem_alltoallmem(SHMEM_TEAM_WORLD, dest, source, bytes); }
void sum(char* dest, char* source, std::size_t bytes) {
  shmem_long_sum_reduce(SHMEM_TEAM_WORLD, reinterpret_cast<long*>(dest), reinterpret_cast<long*>(source),
                        bytes / sizeof(long));
}

template <Operation operation>
void stage(std::size_t limit) {
  collectives::staged_until[static_cast<std::size_t>(operation)] = limit;
}

constexpr std::size_t kKi = 1024, kMi = kKi * kKi;
/// In this order: later ones are measured with what was found for those before.
constexpr std::array kChoices{
    Choice{"SHMEM_DEVICE_SMALL", "32 puts by one kernel", "one by one", 8, 32 * kKi, true,
           [](std::size_t limit) { memkind::small_copy = limit; }, put_many, nullptr},
    Choice{"SHMEM_DEVICE_COPY_KERNEL", "alltoall by one kernel", "by the driver's copies", 8, 8 * kMi, true,
           [](std::size_t limit) { collectives::device_limits.copy = limit; }, alltoall, nullptr},
    Choice{"SHMEM_DEVICE_REDUCE_KERNEL", "sum by the processor", "by kernels", 8, 8 * kMi, true,
           [](std::size_t limit) { collectives::device_limits.kernel = limit == SIZE_MAX ? limit : limit + 1; }, sum,
           [](std::size_t limit) { return limit + 1; }},
    Choice{"SHMEM_DEVICE_SLICE", "sum by the kernel of one PE", "by those of all", 512, 8 * kMi, true,
           [](std::size_t limit) { collectives::device_limits.slice = std::max<std::size_t>(limit, 1); }, sum,
           [](std::size_t limit) { return std::max<std::size_t>(limit, 512); }},
    Choice{"SHMEM_DEVICE_STAGED_BROADCAST", "broadcast staged", "by mappings", 8, 256 * kKi, false,
           stage<Operation::broadcast>, broadcast, nullptr},
    Choice{"SHMEM_DEVICE_STAGED_FCOLLECT", "fcollect staged", "by mappings", 8, 256 * kKi, false,
           stage<Operation::fcollect>, fcollect, nullptr},
    Choice{"SHMEM_DEVICE_STAGED_ALLTOALL", "alltoall staged", "by mappings", 8, 256 * kKi, false,
           stage<Operation::alltoall>, alltoall, nullptr},
};

/// Microseconds of a call, the slowest PE's.
double measure(const Choice& choice, char* dest, char* source, std::size_t bytes) {
  static double mine, slowest;
  const int calls = bytes <= 64 * kKi ? 20 : 4;
  choice.run(dest, source, bytes);
  shmem_barrier_all();
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < calls; ++i) choice.run(dest, source, bytes);
  mine = std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count() / calls;
  shmem_double_max_reduce(SHMEM_TEAM_WORLD, &slowest, &mine, 1);
  return slowest;
}

/// Medians of rounds in turn: {the way for small sizes, for large ones}.
std::array<double, 2> compare(const Choice& choice, char* dest, char* source, std::size_t bytes) {
  std::array<std::vector<double>, 2> times;
  for (int round = 0; round < kRounds; ++round)
    for (const bool large : {false, true}) {
      choice.set(large ? 0 : SIZE_MAX);
      times[large].push_back(measure(choice, dest, source, bytes));
    }
  for (auto& some : times) std::nth_element(some.begin(), some.begin() + kRounds / 2, some.end());
  return {times[0][kRounds / 2], times[1][kRounds / 2]};
}

/// The limit with which the sizes that were tried take the least time, each reckoned by the ratio of its two times, so
/// that one chance result among them does not decide; 0 where the way for small ones is never the better. All PEs have
/// the same times.
std::size_t find_limit(const Choice& choice, char* dest, char* source, std::size_t room, std::string& notes) {
  std::size_t limit = 0;
  double gain = 0, best = 0;
  for (std::size_t bytes = choice.least; bytes <= std::min(choice.most, room); bytes *= 4) {
    const auto [small, large] = compare(choice, dest, source, bytes);
    std::array<char, 160> line;
    std::snprintf(line.data(), line.size(), "# %s: %zu bytes: %.1f us %s, %.1f us %s\n", choice.setting, bytes, small,
                  choice.small_way, large, choice.large_way);
    notes += line.data();
    gain += std::log(large / small);
    if (gain > best) best = gain, limit = bytes;
  }
  choice.set(limit);
  return choice.value ? choice.value(limit) : limit;
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
  // For one PE's blocks for all, twice, with half of the partition to spare.
  const std::size_t room = std::bit_floor(partition->segment().size / (4 * static_cast<std::size_t>(n)));
  auto* dest = static_cast<char*>(shmem_partition_malloc(room * static_cast<std::size_t>(n), partition->id()));
  auto* source = static_cast<char*>(shmem_partition_malloc(room * static_cast<std::size_t>(n), partition->id()));
  if (!dest || !source || room < kMi) return refuse(me, "the partition is too small; set its SIZE to 64M");
  std::string notes, limits;
  for (const Choice& choice : kChoices)
    if (!choice.kernels || partition->segment().kind->device->launch)
      limits +=
          std::string(choice.setting) + "=" + std::to_string(find_limit(choice, dest, source, room, notes)) + "\n";
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

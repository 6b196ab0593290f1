// osh_tune measures on this machine up to which size one method of moving or reducing device buffers is faster than
// another, and writes these limits to a file for SHMEM_TUNING_FILE. It runs under oshrun or mpirun, on one node, with a
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
#include "runtime/world.hpp"

namespace {

using namespace isthmus;
using memkind::Limits;

constexpr int kRounds = 7;

/// A setting that chooses between two methods by a limit: the first method is used for sizes up to it.
struct Choice {
  const char *setting, *small_way, *large_way;
  std::size_t least, most;  ///< the range of sizes to measure, in bytes
  bool kernels;             ///< whether one of the methods runs kernels on the device
  void (*set)(Limits& limits, std::size_t limit);
  void (*run)(char* dest, char* source, std::size_t bytes);
  /// Computes the setting's value from the limit; null if the value is the limit itself.
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

template <std::size_t Limits::*which>
void set(Limits& limits, std::size_t limit) {
  limits.*which = limit;
}

constexpr std::size_t kKi = 1024, kMi = kKi * kKi;
/// The order matters: each choice is measured with the limits that were found for those before it.
constexpr std::array kChoices{
    Choice{"SHMEM_DEVICE_SMALL", "32 puts by one kernel", "one by one", 8, 32 * kKi, true, set<&Limits::small>,
           put_many, nullptr},
    Choice{"SHMEM_DEVICE_COPY_KERNEL", "alltoall by one kernel", "by the driver's copies", 8, 8 * kMi, true,
           set<&Limits::copy_kernel>, alltoall, nullptr},
    Choice{"SHMEM_DEVICE_REDUCE_KERNEL", "sum by the processor", "by kernels", 8, 8 * kMi, true,
           [](Limits& limits, std::size_t limit) { limits.reduce_kernel = limit == SIZE_MAX ? limit : limit + 1; }, sum,
           [](std::size_t limit) { return limit + 1; }},
    Choice{"SHMEM_DEVICE_SLICE", "sum by the kernel of one PE", "by those of all", 512, 8 * kMi, true,
           [](Limits& limits, std::size_t limit) { limits.slice = std::max<std::size_t>(limit, 1); }, sum,
           [](std::size_t limit) { return std::max<std::size_t>(limit, 512); }},
    Choice{"SHMEM_DEVICE_STAGED_BROADCAST", "broadcast staged", "by mappings", 8, 256 * kKi, false,
           set<&Limits::staged_broadcast>, broadcast, nullptr},
    Choice{"SHMEM_DEVICE_STAGED_FCOLLECT", "fcollect staged", "by mappings", 8, 256 * kKi, false,
           set<&Limits::staged_fcollect>, fcollect, nullptr},
    Choice{"SHMEM_DEVICE_STAGED_ALLTOALL", "alltoall staged", "by mappings", 8, 256 * kKi, false,
           set<&Limits::staged_alltoall>, alltoall, nullptr},
};

/// The time of one call in microseconds, on the slowest PE.
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

/// A kind of memory and the buffers of that kind to measure with.
struct Subject {
  const memkind::Kind& kind;
  char *dest, *source;
  std::size_t room;  ///< the largest block per PE that fits into the buffers

  Limits& limits() const { return *kind.device->limits; }
};

/// Median times of the two methods, {small_way, large_way}, measured in alternating rounds.
std::array<double, 2> compare(const Choice& choice, const Subject& subject, std::size_t bytes) {
  std::array<std::vector<double>, 2> times;
  for (int round = 0; round < kRounds; ++round)
    for (const bool large : {false, true}) {
      choice.set(subject.limits(), large ? 0 : SIZE_MAX);
      times[large].push_back(measure(choice, subject.dest, subject.source, bytes));
    }
  for (auto& some : times) std::nth_element(some.begin(), some.begin() + kRounds / 2, some.end());
  return {times[0][kRounds / 2], times[1][kRounds / 2]};
}

/// Finds the limit for which the logarithms of the speedups of all sizes up to it have the largest sum, so that a
/// single outlier does not decide; 0 if the first method never wins. All PEs find the same, because they have the same
/// times.
std::size_t find_limit(const Choice& choice, const Subject& subject, std::string& notes) {
  std::size_t limit = 0;
  double gain = 0, best = 0;
  for (std::size_t bytes = choice.least; bytes <= std::min(choice.most, subject.room); bytes *= 4) {
    const auto [small, large] = compare(choice, subject, bytes);
    std::array<char, 160> line;
    std::snprintf(line.data(), line.size(), "# %s: %s, %zu bytes: %.1f us %s, %.1f us %s\n", choice.setting,
                  subject.kind.name, bytes, small, choice.small_way, large, choice.large_way);
    notes += line.data();
    gain += std::log(large / small);
    if (gain > best) best = gain, limit = bytes;
  }
  choice.set(subject.limits(), limit);
  return choice.value ? choice.value(limit) : limit;
}

/// The contents of the file: the measurements as comments, and for each choice its value by kind ("CUDA=4096,...").
struct Found {
  std::string notes;
  std::array<std::string, kChoices.size()> values;

  std::string settings() const {
    std::string lines;
    for (std::size_t i = 0; i < kChoices.size(); ++i)
      if (!values[i].empty()) lines += std::string(kChoices[i].setting) + "=" + values[i] + "\n";
    return lines;
  }
};

/// Measures all choices in this partition. Returns false if the partition is too small.
bool measure_kind(memory::Partition& partition, Found& found) {
  const auto n = static_cast<std::size_t>(shmem_n_pes());
  // The two buffers hold a block for each of the n PEs, and take at most half of the partition together.
  const std::size_t room = std::bit_floor(partition.segment().size / (4 * n));
  auto* dest = static_cast<char*>(shmem_partition_malloc(room * n, partition.id()));
  auto* source = static_cast<char*>(shmem_partition_malloc(room * n, partition.id()));
  if (!dest || !source || room < kMi) return false;
  const Subject subject{*partition.segment().kind, dest, source, room};
  for (std::size_t i = 0; i < kChoices.size(); ++i) {
    if (kChoices[i].kernels && !subject.kind.device->launch) continue;
    const std::size_t limit = find_limit(kChoices[i], subject, found.notes);
    found.values[i] +=
        std::string(found.values[i].empty() ? "" : ",") + subject.kind.name + "=" + std::to_string(limit);
  }
  shmem_free(source);
  shmem_free(dest);
  return true;
}

void write(const std::string& path, const std::string& text) {
  std::FILE* file = std::fopen(path.c_str(), "w");
  if (!file || std::fputs(text.c_str(), file) < 0 || std::fclose(file) != 0) {
    std::fprintf(stderr, "osh_tune: cannot write %s: %s\n", path.c_str(), std::strerror(errno));
    shmem_global_exit(1);
  }
  std::printf("%swritten to %s; use it by SHMEM_TUNING_FILE=%s\n", text.c_str(), path.c_str(), path.c_str());
}

int refuse(int me, const char* why) {
  if (me == 0) std::fprintf(stderr, "osh_tune: %s\n", why);
  shmem_finalize();
  return 1;
}

/// The first partition of each kind of device memory.
std::vector<memory::Partition*> device_partitions() {
  std::vector<memory::Partition*> found;
  const auto kind = [](const memory::Partition& partition) { return partition.segment().kind; };
  for (const auto& partition : runtime::world.job->memory->partitions())
    if (kind(*partition)->device &&
        std::none_of(found.begin(), found.end(), [&](auto* other) { return kind(*other) == kind(*partition); }))
      found.push_back(partition.get());
  return found;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string path = argc == 2 ? argv[1] : "";
  if (path.empty() || path[0] == '-') {
    std::fprintf(
        stderr,
        "usage: oshrun -n <PEs> osh_tune FILE\n"
        "  measures with the first partition in each kind of device memory (SHMEM_SYMMETRIC_PARTITION2=SIZE=64M:"
        "KIND=..)\n  and writes FILE, for SHMEM_TUNING_FILE\n");
    return path == "--help" || path == "-h" ? 0 : 2;
  }
  shmem_init();
  const int me = shmem_my_pe(), n = shmem_n_pes();
  const std::vector<memory::Partition*> partitions = device_partitions();
  if (partitions.empty())
    return refuse(me, "no partition is device memory; set SHMEM_SYMMETRIC_PARTITION2=SIZE=64M:KIND=..");
  if (n < 2) return refuse(me, "a job of one PE has nothing to measure; run it by oshrun -n <PEs>");
  if (runtime::world.job->wire || !runtime::world.job->memory->devices_all_mapped())
    return refuse(me, "device memory is not mapped between all PEs, so everything goes staged; see osh_info --paths");
  Found found;
  for (memory::Partition* partition : partitions)
    if (!measure_kind(*partition, found)) return refuse(me, "the partition is too small; set its SIZE to 64M");
  if (me == 0)
    write(path, "# By osh_tune on " + std::string(base::host_name()) + ", " + std::to_string(n) + " PEs.\n" +
                    found.notes + found.settings());
  shmem_finalize();
  return 0;
}

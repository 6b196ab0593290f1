// osh_tune measures on this machine up to which size one method of moving or reducing device buffers is faster than
// another, and writes these limits to a file for SHMEM_TUNING_FILE. It runs under oshrun or mpirun, on one node, with a
// partition in device memory. With --mpi it becomes osh_tune_mpi, which does the same for libisthmus_mpi.
#include <pshmem.h>
#include <shmemx.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

#include "base/log.hpp"
#include "choice.hpp"
#include "config/tuning_file.hpp"
#include "runtime/world.hpp"

namespace {

using namespace isthmus;
using namespace isthmus::tune;

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

/// The order matters: each choice is measured with the limits that were found for those before it.
constexpr std::array kChoices{
    Choice{"SHMEM_DEVICE_SMALL", "32 puts by one kernel", "one by one", 8, 32 * kKi, true, set<&Limits::small>,
           put_many, nullptr},
    Choice{"SHMEM_DEVICE_COPY_KERNEL", "alltoall by one kernel", "by the driver's copies", 8, 8 * kMi, true,
           set<&Limits::copy_kernel>, alltoall, nullptr},
    Choice{"SHMEM_DEVICE_REDUCE_KERNEL", "sum by the processor", "by kernels", 8, 8 * kMi, true,
           [](Limits& limits, std::size_t limit) { limits.reduce_kernel = after(limit); }, sum, after},
    Choice{"SHMEM_DEVICE_SLICE", "sum by the kernel of one PE", "by those of all", 512, 8 * kMi, true, set_slice, sum,
           value_of_slice},
    Choice{"SHMEM_DEVICE_STAGED_BROADCAST", "broadcast staged", "by mappings", 8, 256 * kKi, false,
           set<&Limits::staged_broadcast>, broadcast, nullptr},
    Choice{"SHMEM_DEVICE_STAGED_FCOLLECT", "fcollect staged", "by mappings", 8, 256 * kKi, false,
           set<&Limits::staged_fcollect>, fcollect, nullptr},
    Choice{"SHMEM_DEVICE_STAGED_ALLTOALL", "alltoall staged", "by mappings", 8, 256 * kKi, false,
           set<&Limits::staged_alltoall>, alltoall, nullptr},
};

const Together kAll{.barrier = shmem_barrier_all, .slowest = [](double mine) {
                      static double given, largest;  // symmetric, as all static data
                      given = mine;
                      shmem_double_max_reduce(SHMEM_TEAM_WORLD, &largest, &given, 1);
                      return largest;
                    }};

/// Measures all choices in this partition. Returns false if the partition is too small.
bool measure_kind(memory::Partition& partition, Found& found) {
  const auto n = static_cast<std::size_t>(shmem_n_pes());
  // The two buffers hold a block for each of the n PEs, and take at most half of the partition together.
  const std::size_t room = std::bit_floor(partition.segment().size / (4 * n));
  auto* dest = static_cast<char*>(shmem_partition_malloc(room * n, partition.id()));
  auto* source = static_cast<char*>(shmem_partition_malloc(room * n, partition.id()));
  if (!dest || !source || room < kMi) return false;
  tune::measure_kind(kAll, kChoices, Subject{*partition.segment().kind, dest, source, room}, found);
  shmem_free(source);
  shmem_free(dest);
  return true;
}

void write(const std::string& path, const std::string& text) {
  if (!tune::write_file(path, text)) {
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

/// The program of that name beside this one.
int become(const char* name, char** argv) {
  const std::string here = std::filesystem::read_symlink("/proc/self/exe").replace_filename(name);
  execv(here.c_str(), argv);
  std::fprintf(stderr, "osh_tune: cannot start %s: %s\n", here.c_str(), std::strerror(errno));
  return 1;
}

int usage(std::FILE* out, int status) {
  std::fputs(
      "usage: oshrun -n <PEs> osh_tune FILE\n"
      "       mpirun -n <ranks> osh_tune --mpi FILE [SIZE]\n"
      "Measures with the first partition in each kind of device memory (SHMEM_SYMMETRIC_PARTITION2=SIZE=64M:KIND=..)\n"
      "and writes FILE, for SHMEM_TUNING_FILE.\n\n"
      "  --mpi       measure the calls of MPI with libisthmus_mpi in memory of each device that is found, with blocks "
      "of at\n"
      "              most SIZE (default 8M), for ISTHMUS_MPI_TUNING_FILE; the lines of the other measurement stay\n"
      "  -h, --help  print this help\n",
      out);
  return status;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1 && std::strcmp(argv[1], "--mpi") == 0) return become("osh_tune_mpi", argv + 1);
  const std::string path = argc == 2 ? argv[1] : "";
  if (path == "--help" || path == "-h") return usage(stdout, 0);
  if (path.empty() || path[0] == '-') return usage(stderr, 2);
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
    write(path, "# SHMEM_: by osh_tune on " + std::string(base::host_name()) + ", " + std::to_string(n) + " PEs.\n" +
                    tune::lines_of(kChoices, found) + config::tuning_lines(path, "ISTHMUS_MPI_"));
  shmem_finalize();
  return 0;
}

// osh_tune --mpi: measures the ways that libisthmus_mpi has for calls with device buffers, under the MPI that has
// launched it and in memory of each kind of device that is found, and writes the limits to a file for
// ISTHMUS_MPI_TUNING_FILE.
#include <dlfcn.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <list>
#include <string>
#include <vector>

#include "abi/abi.hpp"
#include "base/error.hpp"
#include "base/log.hpp"
#include "calls/forms.hpp"
#include "choice.hpp"
#include "config/settings.hpp"
#include "config/tuning_file.hpp"
#include "memkind/describe.hpp"

namespace {

using namespace isthmus;
using namespace isthmus::mpi;
using namespace isthmus::tune;

Word world() { return abi().comm_world; }

void bcast(char* dest, char*, std::size_t bytes) {
  blocking(Operation::bcast, Bcast{dest, bytes, abi().bytes, 0, world()}, real().Bcast);
}
void allgather(char* dest, char* source, std::size_t bytes) {
  blocking(Operation::allgather, Allgather{{source, bytes, abi().bytes, dest, bytes, abi().bytes, world()}},
           real().Allgather);
}
void alltoall(char* dest, char* source, std::size_t bytes) {
  blocking(Operation::alltoall, Alltoall{{source, bytes, abi().bytes, dest, bytes, abi().bytes, world()}},
           real().Alltoall);
}
Allreduce largest_ints(char* dest, char* source, std::size_t bytes) {
  return {{source, dest, bytes / sizeof(int), abi().ints, abi().max, world()}};
}
void allreduce(char* dest, char* source, std::size_t bytes) {
  blocking(Operation::allreduce, largest_ints(dest, source, bytes), real().Allreduce);
}
void iallreduce(char* dest, char* source, std::size_t bytes) {
  Word request[1] = {};
  nonblocking(Operation::allreduce, largest_ints(dest, source, bytes), real().Iallreduce, real().Allreduce, request);
  ours::Wait(request, abi().status_ignore);
}

/// The order matters: each choice is measured with the limits that were found for those before it.
constexpr std::array kChoices{
    Choice{.setting = "ISTHMUS_MPI_DEVICE_COPY_KERNEL",
           .small_way = "alltoall by one kernel",
           .large_way = "by the driver's copies",
           .least = 8,
           .most = 8 * kMi,
           .kernels = true,
           .set = set<&Limits::copy_kernel>,
           .run = alltoall},
    Choice{.setting = "ISTHMUS_MPI_DEVICE_SLICE",
           .small_way = "allreduce by the kernel of one rank",
           .large_way = "by those of all",
           .least = 512,
           .most = 8 * kMi,
           .kernels = true,
           .set = set_slice,
           .run = allreduce,
           .value = value_of_slice},
    Choice{.setting = "ISTHMUS_MPI_DEVICE_STAGED_BROADCAST",
           .small_way = "bcast staged",
           .large_way = "by mappings",
           .least = 8,
           .most = 256 * kKi,
           .kernels = false,
           .set = set<&Limits::staged_broadcast>,
           .run = bcast},
    Choice{.setting = "ISTHMUS_MPI_DEVICE_STAGED_FCOLLECT",
           .small_way = "allgather staged",
           .large_way = "by mappings",
           .least = 8,
           .most = 256 * kKi,
           .kernels = false,
           .set = set<&Limits::staged_fcollect>,
           .run = allgather},
    Choice{.setting = "ISTHMUS_MPI_DEVICE_STAGED_ALLTOALL",
           .small_way = "alltoall staged",
           .large_way = "by mappings",
           .least = 8,
           .most = 256 * kKi,
           .kernels = false,
           .set = set<&Limits::staged_alltoall>,
           .run = alltoall},
    Choice{.setting = "ISTHMUS_MPI_DEVICE_BACKGROUND",
           .small_way = "iallreduce by the MPI on copies",
           .large_way = "in the background",
           .least = 512,
           .most = 2 * kMi,
           .kernels = false,
           .set = [](Limits&, std::size_t limit) { device_memory().background_from = after(limit); },
           .run = iallreduce,
           .value = after,
           .by_kind = false},
};

const Together kAll{.barrier = [] { real().Barrier(world()); },
                    .slowest =
                        [](double mine) {
                          int given = static_cast<int>(mine * 1000), largest = 0;  // nanoseconds
                          real().Allreduce(&given, &largest, 1, abi().ints, abi().max, world());
                          return largest / 1000.0;
                        }};

/// Whether it is so on some rank.
bool anywhere(bool mine) {
  int given = mine ? 1 : 0, any = 1;
  real().Allreduce(&given, &any, 1, abi().ints, abi().max, world());
  return any != 0;
}

/// The library of the MPI whose launcher has started this process; null if it is not found.
void* load_mpi() {
  std::vector<const char*> names{"libmpich.so.12", "libmpi.so.12", "libmpi_abi.so.0"};
  if (std::getenv("OMPI_COMM_WORLD_SIZE")) names = {"libmpi.so.40"};
  if (const char* const named = std::getenv("ISTHMUS_MPI_LIBRARY")) names = {named};
  for (const char* const name : names)
    if (void* const library = dlopen(name, RTLD_NOW | RTLD_GLOBAL)) return library;
  return nullptr;
}

/// Two buffers of one kind, each with room for a block of each rank.
struct Buffers {
  const memkind::Kind* kind;
  std::array<memkind::Region, 2> regions;

  char* at(std::size_t i) const { return static_cast<char*>(regions[i].address); }
  bool shareable() const { return memkind::describe(at(0)).allocation.shareable; }
};

/// Buffers of all kinds whose drivers this machine has.
std::list<Buffers> allocate(std::size_t bytes, int rank) {
  std::list<Buffers> made;
  for (const memkind::Kind* const kind : memkind::kinds()) {
    if (!kind->device) continue;
    const config::PartitionSpec spec{.size = bytes, .kind = kind->name, .node_pe = rank};
    try {
      made.push_back({kind, {kind->alloc(spec, nullptr), kind->alloc(spec, nullptr)}});
    } catch (const base::SetupError&) {  // no driver, or no device
    }
  }
  return made;
}

/// Measures with all buffers, and writes the file on rank 0. Returns what is wrong, or an empty text.
std::string tune_all(const std::string& path, std::size_t room, int rank, int size) {
  if (size < 2) return "a job of one rank has nothing to measure; run it by mpirun -n <ranks>";
  const std::list<Buffers> buffers = allocate(room * static_cast<std::size_t>(size), rank);
  if (anywhere(buffers.empty())) return "no device was found; is its driver in the path of libraries?";
  for (int call = 0; call < 4; ++call) blocking(Operation::barrier, Barrier{world()}, real().Barrier);
  if (!Communicator::of(world())) return "the ranks share no memory, so that all calls are the MPI's; run on one node";
  Found found;
  for (const Buffers& pair : buffers) {
    if (anywhere(!pair.shareable()))
      return std::string("memory of ") + pair.kind->name + " cannot be shared, so that all goes staged";
    // Allocations that a call meets first are copied and not mapped.
    for (int call = 0; call < 8; ++call) alltoall(pair.at(0), pair.at(1), kKi), alltoall(pair.at(1), pair.at(0), kKi);
    measure_kind(kAll, kChoices, Subject{*pair.kind, pair.at(0), pair.at(1), room}, found);
  }
  if (rank != 0) return "";
  const std::string text = config::tuning_lines(path, "SHMEM_") + "# ISTHMUS_MPI_: by osh_tune --mpi on " +
                           base::host_name() + ", " + std::to_string(size) + " ranks, " + real().path + ".\n" +
                           lines_of(kChoices, found);
  if (!write_file(path, text)) return "cannot write " + path + ": " + std::strerror(errno);
  std::printf("%swritten to %s; use it by ISTHMUS_MPI_TUNING_FILE=%s\n", text.c_str(), path.c_str(), path.c_str());
  return "";
}

int fail(const std::string& why) {
  std::fprintf(stderr, "osh_tune --mpi: %s\n", why.c_str());
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string path = argc > 1 ? argv[1] : "";
  if (path.empty() || path[0] == '-' || argc > 3) {
    std::fprintf(stderr,
                 "usage: mpirun -n <ranks> osh_tune --mpi FILE [SIZE]\n"
                 "  SIZE: the largest block of a rank, 8M\n"
                 "  ISTHMUS_MPI_LIBRARY names the MPI's library if it is not found\n");
    return path == "--help" || path == "-h" ? 0 : 2;
  }
  void* const library = load_mpi();
  if (!library) return fail("no MPI library is found; name it by ISTHMUS_MPI_LIBRARY");
  const auto init = reinterpret_cast<int (*)(int*, char***)>(dlsym(library, "PMPI_Init"));
  const auto finalize = reinterpret_cast<int (*)()>(dlsym(library, "PMPI_Finalize"));
  if (!init || !finalize || init(&argc, &argv) != kSuccess) return fail("the MPI cannot be initialised");
  int rank = 0, size = 1;
  real().Comm_rank(world(), &rank);
  real().Comm_size(world(), &size);
  std::string wrong;
  try {
    wrong = tune_all(path, config::parse_size("SIZE", argc > 2 ? argv[2] : "8M"), rank, size);
  } catch (const base::SetupError& error) {
    wrong = error.what();
  }
  if (!wrong.empty() && rank == 0) fail(wrong);
  finalize();
  return wrong.empty() ? 0 : 1;
}

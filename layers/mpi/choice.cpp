#include "choice.hpp"

#include <algorithm>
#include <array>

#include "abi/abi.hpp"

namespace isthmus::mpi {
namespace {

constexpr std::size_t kNever = ~std::size_t{0};

/// From how many bytes on an operation goes directly from process to process, and from how many it is the MPI's.
/// Measured with bench/mpi on Debian's Open MPI and MPICH.
struct Limits {
  Operation operation;
  const char* counts;  ///< what the bytes are
  std::size_t direct_from, mpi_from;
  /// The last with more members than cores, if the MPI's ranks yield: what one sends ahead waits for nobody's turn.
  std::size_t mpi_from_if_crowded = kNever;
};
constexpr std::array<Limits, kOperations> kLimits{{
    {.operation = Operation::barrier, .counts = "nothing", .direct_from = kNever, .mpi_from = kNever},
    {.operation = Operation::bcast, .counts = "the message", .direct_from = 64 << 10, .mpi_from = kNever},
    {.operation = Operation::gather,
     .counts = "a block",
     .direct_from = (64 << 10) + 1,
     .mpi_from = kNever,
     .mpi_from_if_crowded = 64 << 10},
    {.operation = Operation::gatherv, .counts = "nothing", .direct_from = kNever, .mpi_from = kNever},
    {.operation = Operation::scatter, .counts = "a block", .direct_from = 16 << 10, .mpi_from = kNever},
    {.operation = Operation::scatterv, .counts = "nothing", .direct_from = kNever, .mpi_from = kNever},
    {.operation = Operation::allgather, .counts = "a block", .direct_from = 64 << 10, .mpi_from = kNever},
    {.operation = Operation::allgatherv, .counts = "the largest block", .direct_from = 64 << 10, .mpi_from = kNever},
    {.operation = Operation::alltoall,
     .counts = "a block",
     .direct_from = (64 << 10) + 1,
     .mpi_from = kNever,
     .mpi_from_if_crowded = 64 << 10},
    {.operation = Operation::alltoallv, .counts = "nothing", .direct_from = kNever, .mpi_from = kNever},
    {.operation = Operation::alltoallw, .counts = "nothing", .direct_from = kNever, .mpi_from = kNever},
    {.operation = Operation::reduce, .counts = "the vector", .direct_from = kNever, .mpi_from = kNever},
    {.operation = Operation::allreduce, .counts = "the vector", .direct_from = kNever, .mpi_from = kNever},
    {.operation = Operation::reduce_scatter, .counts = "all vectors", .direct_from = kNever, .mpi_from = kNever},
    {.operation = Operation::reduce_scatter_block, .counts = "all vectors", .direct_from = kNever, .mpi_from = kNever},
    {.operation = Operation::scan, .counts = "the vector", .direct_from = kNever, .mpi_from = kNever},
    {.operation = Operation::exscan, .counts = "the vector", .direct_from = kNever, .mpi_from = 64 << 10},
}};

}  // namespace

Way choose(const Communicator& comm, Operation operation, std::size_t bytes, std::size_t shown) {
  const auto at = static_cast<std::size_t>(operation);
  const Limits& limits = kLimits[at];
  const Way other = comm.reads_directly() ? Way::direct : Way::mpi;
  switch (settings().ways[at]) {
    case Way::mpi:
      // The background has been asked for the program's call, which may be another than the one that it does.
      if (!comm.serves_all()) return Way::mpi;
      break;
    case Way::direct:
      return limits.direct_from == kNever ? Way::staged : other;
    case Way::staged:
      return shown <= NodeMemory::kBlock ? Way::staged : other;
    case Way::measured:
      break;
  }
  const bool yields = comm.crowded() && abi().yields_if_crowded;
  const std::size_t mpi_from = yields ? std::min(limits.mpi_from, limits.mpi_from_if_crowded) : limits.mpi_from;
  if (bytes >= mpi_from && !comm.serves_all()) return Way::mpi;
  return bytes < limits.direct_from && shown <= NodeMemory::kBlock ? Way::staged : other;
}

std::size_t direct_from(const Communicator&) { return 16 << 10; }

}  // namespace isthmus::mpi

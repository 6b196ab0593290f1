// The collective operations by number, for tables of them.
#pragma once
#include <array>
#include <cstddef>

namespace isthmus::mpi {

enum class Operation : unsigned char {
  barrier,
  bcast,
  gather,
  gatherv,
  scatter,
  scatterv,
  allgather,
  allgatherv,
  alltoall,
  alltoallv,
  alltoallw,
  reduce,
  allreduce,
  reduce_scatter,
  reduce_scatter_block,
  scan,
  exscan,
};
inline constexpr std::size_t kOperations = static_cast<std::size_t>(Operation::exscan) + 1;

inline constexpr std::array<const char*, kOperations> kOperationNames{
    "barrier",   "bcast",     "gather",     "gatherv",        "scatter",
    "scatterv",  "allgather", "allgatherv", "alltoall",       "alltoallv",
    "alltoallw", "reduce",    "allreduce",  "reduce_scatter", "reduce_scatter_block",
    "scan",      "exscan"};

}  // namespace isthmus::mpi

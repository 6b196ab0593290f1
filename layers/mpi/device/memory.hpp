// The device memory that this process and its peers have in common: what is mapped, what is known, what is ours. There
// is one in the process, made at the first call that needs it and closed by MPI_Finalize.
#pragma once
#include "device/known.hpp"
#include "device/mappings.hpp"
#include "device/scratch.hpp"

namespace isthmus::mpi {

struct DeviceMemory {
  Mappings mappings;
  KnownMemory known;
  Scratch scratch;
  std::size_t over_nodes_from;  ///< bytes from which on calls over several nodes go in two levels
  std::size_t piece;            ///< the most bytes of a message between nodes
  std::size_t background_from;  ///< bytes from which on nonblocking calls go to the background; 0: none does
};
DeviceMemory& device_memory();

/// Closes mappings, queues and memory of ours. Called when no call is under way; a later call would make them again.
void close_device_memory();

}  // namespace isthmus::mpi

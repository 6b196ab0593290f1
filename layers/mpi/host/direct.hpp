// Copies between the memory of two processes of this machine, without a buffer between them.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "communicator.hpp"

namespace isthmus::mpi {

/// Reads `bytes` at `address` of that member's process. Ends the job if the kernel refuses, which it did not when the
/// communicator was set up.
void read_from(const Communicator& comm, int member, void* to, std::uintptr_t address, std::size_t bytes);
void write_to(const Communicator& comm, int member, std::uintptr_t address, const void* from, std::size_t bytes);

/// The address that a member shows in place of its data.
inline std::uintptr_t address_shown(const std::byte* shown) {
  std::uintptr_t address = 0;
  std::memcpy(&address, shown, sizeof address);
  return address;
}

}  // namespace isthmus::mpi

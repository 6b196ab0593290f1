// The settings ISTHMUS_MPI*. They are not SHMEM's, because an MPI program does not know that SHMEM is below it.
#pragma once
#include <array>
#include <string>
#include <vector>

#include "operation.hpp"

namespace isthmus::mpi {

enum class Mode { on, off, verbose };
/// How an operation is carried out; `measured` leaves it to the table in choice.cpp.
enum class Way : unsigned char { measured, mpi, staged, direct };

struct Settings {
  Mode mode = Mode::on;
  int warm_up = 2;     ///< calls on a communicator that go to the MPI before its memory is set up
  bool direct = true;  ///< processes may read each other's memory, if the kernel lets them
  int memory = 2048;   ///< MiB of shared memory of all communicators of this process, of which most is never touched
  std::array<Way, kOperations> ways{};
};

/// A number of the settings that choose between algorithms, which must be the same on all members of a communicator.
unsigned fingerprint();

/// The variables whose names begin as those of settings, and are none.
std::vector<std::string> unknown_settings();

/// Reads the environment. A bad value ends the process with a message.
const Settings& read_settings();

inline const Settings& settings() {
  static const Settings* const read = &read_settings();
  return *read;
}

/// Whether a call is the MPI's whatever its size and its buffers. All members give the same answer.
inline bool left_to_mpi(Operation operation) {
  return settings().ways[static_cast<std::size_t>(operation)] == Way::mpi;
}

}  // namespace isthmus::mpi

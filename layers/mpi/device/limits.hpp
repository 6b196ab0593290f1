// The sizes at which one way of copying or reducing device memory becomes faster than another: those of SHMEM
// (docs/devices.md), because the copies and kernels are the same. `osh_tune` measures them by SHMEM's calls, and
// `osh_tune --mpi` by those of MPI.
#pragma once
#include <optional>
#include <string>

#include "config/settings.hpp"

namespace isthmus::mpi {

/// Sets the limits of all kinds: from ISTHMUS_MPI_DEVICE_SMALL, _COPY_KERNEL, _REDUCE_KERNEL, _SLICE and _STAGED_* in
/// the environment, else from the file that ISTHMUS_MPI_TUNING_FILE names, where lines with these names win over
/// SHMEM's, else those measured on an H200. Throws base::SetupError for a bad value.
void choose_limits(const config::Lookup& environment);

/// The value of ISTHMUS_MPI_DEVICE_<name> in the environment, else in that file. Throws base::SetupError for a file
/// that cannot be read.
std::optional<std::string> find_setting(const config::Lookup& environment, const std::string& name);

}  // namespace isthmus::mpi

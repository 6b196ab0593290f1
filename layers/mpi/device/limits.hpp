// The sizes at which one way of copying or reducing device memory becomes faster than another: those of SHMEM
// (docs/devices.md), which osh_tune measures, because the copies and kernels are the same.
#pragma once
#include "config/settings.hpp"

namespace isthmus::mpi {

/// Sets the limits of all kinds: from ISTHMUS_MPI_DEVICE_SMALL, _COPY_KERNEL, _REDUCE_KERNEL and _SLICE in the
/// environment, else from the file of osh_tune that ISTHMUS_MPI_TUNING_FILE names, else those measured on an H200.
/// Throws base::SetupError for a bad value.
void choose_limits(const config::Lookup& environment);

}  // namespace isthmus::mpi

// The job that maps are served in, from shmem_init to shmem_finalize.
#pragma once
#include <cstdint>

namespace isthmus::omp {

/// One line, once, on why a selected map of that device gets storage that other PEs do not reach.
void tell_why_not(std::int64_t device);
/// The same, for calls that select before anything is mapped.
bool can_serve(const char* call);

}  // namespace isthmus::omp

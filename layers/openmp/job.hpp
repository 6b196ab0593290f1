// The job in which selected maps get symmetric storage, from shmem_init to shmem_finalize.
#pragma once
#include <cstdint>

namespace isthmus::omp {

/// Says once why a selected map to that device gets storage that other PEs cannot reach.
void tell_why_not(std::int64_t device);
/// Whether objects can be selected now. If not, says once why, naming the call.
bool can_serve(const char* call);

}  // namespace isthmus::omp

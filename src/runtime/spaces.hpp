// Spaces: partitions of symmetric memory that the program creates and destroys while it runs. Collective over the job.
#pragma once
#include "runtime/world.hpp"

namespace isthmus::runtime {

/// `description` has the syntax of SHMEM_SYMMETRIC_PARTITION<ID>. Returns the space's number, the same on all PEs, or 0
/// on all PEs when one of them failed; that one has printed the reason. Throws base::SetupError if the launcher is
/// gone.
int create_space(Job& job, const char* description);

/// Destroys the space and all blocks in it. Ends the job if there is no such space.
void destroy_space(Job& job, const char* call, int space);

}  // namespace isthmus::runtime

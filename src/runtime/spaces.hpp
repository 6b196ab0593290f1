// Spaces: partitions that the program makes and destroys while it runs, all PEs together.
#pragma once
#include "runtime/world.hpp"

namespace isthmus::runtime {

/// `description` is what SHMEM_SYMMETRIC_PARTITION<ID> would say. The space's number, the same on all PEs; 0 on all of
/// them when it could not be made on one, which has then said why.
int create_space(Job& job, const char* description);

/// With everything in it. Ends the job where there is no such space.
void destroy_space(Job& job, const char* call, int space);

}  // namespace isthmus::runtime

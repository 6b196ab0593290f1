// What the layer does when the program calls MPI_Finalize.
#pragma once

namespace isthmus::mpi {

/// Calls the function when MPI_Finalize begins, while calls of the MPI are still allowed. Functions that were passed
/// later are called earlier.
void at_finalize(void (*function)());

}  // namespace isthmus::mpi

// A communicator of this process alone, on which the MPI says what it thinks of a call without anybody hearing of it.
#pragma once
#include "mpi.hpp"

namespace isthmus::mpi {

/// 0 if there is none: MPI_COMM_SELF, of which it is made, does not exist in a session without MPI_Init.
Word own_comm();

/// Whether the MPI refuses calls that move data and send from where they receive, as MPICH does unless it was built or
/// started to check no arguments. It is asked at the first call of this function. In a session without MPI_Init it
/// cannot be asked, and is taken to refuse none.
bool refuses_aliases();

/// The same of a reduce, and of an allreduce of several elements, which Open MPI refuses, too, unless it was told to
/// check nothing. In a session without MPI_Init an MPI is taken to refuse that.
bool refuses_alias_in_reduce();

/// Whether the MPI refuses null buffers. Open MPI does not, and lets the root of a reduce drop the result.
bool refuses_null();

/// Lets calls on a communicator of ours return their errors, whatever it has inherited from the program's.
bool silence(Word comm);

}  // namespace isthmus::mpi

// Which calls of the program the MPI has accepted. Members of a communicator count these together, without telling each
// other: one that the MPI refuses on a member, because an argument is wrong there, has told the others nothing.
#pragma once
#include "abi/abi.hpp"
#include "real.hpp"

namespace isthmus::mpi {

/// Whether the MPI has taken part in a collective call that returned this code. A call that failed later, such as one
/// whose message was cut off, counts as well: to the other members it may be complete.
inline bool was_accepted(int code) {
  if (code == kSuccess) [[likely]]
    return true;
  int number = 0;
  return real().Error_class(code, &number) != kSuccess || number > abi().wrong_argument;
}

}  // namespace isthmus::mpi

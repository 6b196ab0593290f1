// Which way an operation takes: the one place where sizes are compared. All members of a correct program pass the
// same number of bytes. The ways of one operation on one node fit together, so that members of others, which may choose
// different ones, do not wait forever (host/uneven.hpp); only those that choose the MPI are on their own.
#pragma once
#include <cstddef>

#include "communicator.hpp"
#include "settings.hpp"

namespace isthmus::mpi {

/// `bytes` is what the operation's row in choice.cpp counts, and `shown` the most that a member would show in a block.
Way choose(const Communicator& comm, Operation operation, std::size_t bytes, std::size_t shown);

/// From this size on, a block of an alltoallv or its like is read directly from its owner.
std::size_t direct_from(const Communicator& comm);

}  // namespace isthmus::mpi

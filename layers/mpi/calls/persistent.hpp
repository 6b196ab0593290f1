// Persistent collectives with device buffers, which the background carries out. Members may start them in any order, so
// each has a background of its own. Its request is a persistent receive of an empty message from this process to
// itself, which is sent when the call is complete: so the MPI's functions work on it as on any other.
#pragma once
#include <memory>
#include <optional>

#include "background/background.hpp"
#include "mpi.hpp"

namespace isthmus::mpi {

/// Makes the request for a call on the communicator of `like`. Collective over it. Returns the MPI's code, or nothing,
/// on all members, if the MPI shall do the call: because no member has a buffer `on_device`, one has no `job`, or there
/// are many such requests already.
std::optional<int> make_persistent(Word comm, Background& like, std::shared_ptr<Job> job, bool on_device,
                                   void* request);

/// Begins the calls of those of the requests that are such. The MPI has just started them.
void start_persistent(int count, const void* requests);

/// Called before the MPI frees a request. If its call is under way, it is carried out all the same.
void forget_persistent(Word request);

}  // namespace isthmus::mpi

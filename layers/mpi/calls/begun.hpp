// Calls of the program that the background carries out, under requests of the MPI. The MPI learns that one is complete
// from a thread of the program, whenever that tests or waits for any request: so the background need not call the MPI.
#pragma once
#include <functional>
#include <memory>

#include "background/background.hpp"
#include "mpi.hpp"

namespace isthmus::mpi {

/// Remembers a call that is about to begin. When it is complete, `complete` tells the MPI.
void add_begun(std::shared_ptr<Job> job, std::function<void()> complete);

/// Tells the MPI of the calls that are complete. Returns whether others are still under way.
bool complete_begun();

/// Gives a nonblocking call to the background, under a generalized request. Returns the MPI's code.
int begin_in_background(Background& background, std::shared_ptr<Job> job, void* request);

}  // namespace isthmus::mpi

// While a member waits in one of our rounds, the MPI has to work on what it has under way: another member may wait for
// a message that this one began to send, before it comes to the round.
#pragma once
#include "mpi.hpp"

namespace isthmus::mpi {

/// From now on every wait of this process drives the MPI. May be called again.
void drive_mpi_while_waiting();

/// How many members are on this node, and whether they are more than cores; the greatest answer of all communicators
/// decides how long a wait spins.
void expect_neighbours(int members, bool crowded);

/// What a collective waits for: other processes alone, or the commands of devices, which take longer as a rule.
enum class Expected { soon, after_devices };

/// Called at the start of a collective: its waits spin for a while before they drive the MPI, since most end soon.
void begin_waiting(Word comm, Expected expected = Expected::soon);

/// The communicator of the collective that this thread has begun last.
Word served_comm();

/// Lets the MPI work once on what it has under way.
void poke(Word comm);

/// From now on waits of this thread do not drive the MPI, because the thread must not call it.
void wait_without_mpi();

}  // namespace isthmus::mpi

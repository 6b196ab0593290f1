// The kernel may put two ranks on one core while another is free, and leave them there as long as both spin. A rank that
// waits long therefore moves to a core of its own. It is not bound: the next moment the kernel may move it again.
#pragma once

namespace isthmus::mpi {

/// Gives the calling thread a home, if the launcher has not bound it: the core whose number among those that it may use is
/// its rank's among the `ranks` of this machine. Only the first call does something.
void choose_home(int rank, int ranks);

}  // namespace isthmus::mpi

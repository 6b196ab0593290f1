// The kernel may put two ranks on one core while another is free, and leave them there as long as both spin. A rank
// that waits long and was interrupted therefore moves to a core of its own. It is not bound: the next moment the kernel
// may move it again.
#pragma once

namespace isthmus::mpi {

/// Gives the calling thread a home, if the launcher has not bound it. The homes of the `ranks` of this machine are
/// spread over the cores that they may use. Only the first call does something.
void choose_home(int rank, int ranks);

}  // namespace isthmus::mpi

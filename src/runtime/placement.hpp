// Where the PEs of a node run. Each has a home core, different ones for different PEs as far as the cores go. A PE
// starts there, and its main thread goes back when it has to wait longer than a hand-over takes, since the PE it waits
// for may sit on the same core. It is never bound: the kernel may move it, and two jobs on one machine do not fight for
// a core.
#pragma once
#include "runtime/world.hpp"

namespace isthmus::runtime {

/// Called by the thread that initialises. Does nothing where somebody has bound this PE already.
void choose_home(const Job& job, int my_pe);

}  // namespace isthmus::runtime

// Spreads the PEs of a machine over its cores. Each PE has a home core, a different one for each PE as long as there
// are enough. The PE starts there, and its main thread returns when a wait outlasts the spinning, since the PE that it
// waits for may have been scheduled on the same core. PEs are never bound: the kernel may move them, and two jobs on
// one machine do not compete for the same cores.
#pragma once
#include "runtime/world.hpp"

namespace isthmus::runtime {

/// To be called by the thread that initialises. Does nothing if this PE is already bound to some of the cores.
void choose_home(const Job& job, int my_pe);

}  // namespace isthmus::runtime

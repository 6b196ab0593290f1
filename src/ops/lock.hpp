// Distributed locks, first come first served, in one symmetric long: a queue of PEs (after Mellor-Crummey and Scott).
// On the lock's home PE one half of the long holds the tail of the queue; on every PE the other half holds whether it
// waits and who comes after it. A PE that waits looks at its own memory only.
#pragma once
#include "comm/context.hpp"

namespace isthmus::ops {

void set_lock(const comm::Context& context, const char* call, long* lock, int my_pe);
void clear_lock(const comm::Context& context, const char* call, long* lock, int my_pe);
/// Returns true if the lock was free; this PE holds it then. (shmem_test_lock returns 0 in that case.)
bool test_lock(const comm::Context& context, const char* call, long* lock, int my_pe);

}  // namespace isthmus::ops

// Threads that are not asked for their stacks by a signal: those that are stopped, which would not answer, and those
// that sleep in a system call of the program's own, which the signal would end early: sleep() would return, and the
// program go on. Their stacks are searched from outside.
#pragma once
#include <sys/types.h>

#include <cstdint>
#include <vector>

#include "address_space.hpp"

namespace isthmus::oshrun {

/// The stack of a thread that is stopped, or sleeps in such a call, the innermost frame first; empty where it does
/// neither, or the kernel does not let us look. Each frame but the first is a place on the stack that a direct call of
/// the function in the frame before it returns to; the stack ends where a function was called through a pointer.
std::vector<std::uint64_t> stack_of_sleeper(pid_t pid, pid_t tid, bool stopped, const AddressSpace& memory);

}  // namespace isthmus::oshrun

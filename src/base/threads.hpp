// How many threads a process has.
#pragma once
#include <sys/types.h>

namespace isthmus::base {

/// False also where the process has just ended, or /proc hides it.
bool has_one_thread(pid_t process);

}  // namespace isthmus::base

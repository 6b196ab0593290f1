// How many threads a process has.
#pragma once
#include <sys/types.h>

namespace isthmus::base {

/// 0 where the process has just ended, or /proc hides it.
int count_threads(pid_t process);

}  // namespace isthmus::base

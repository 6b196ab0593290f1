// What oshrun says of processes: how they ended, what they are doing.
#pragma once
#include <sys/types.h>

#include <csignal>
#include <string>

namespace isthmus::oshrun {

enum class Phase { started, joined, left };  // as the PE told by enter and leave

/// "was killed by signal 11 (Segmentation fault)", "exited with code 3".
std::string describe_end(const siginfo_t& info);
/// The code a shell would give.
int exit_code_of(const siginfo_t& info);
/// "SIGINT", or "signal 34" where it has no name.
std::string signal_name(int signal);
/// "sleeping; waiting in shmem_init for the other PEs".
std::string describe_state(pid_t pid, Phase phase, bool in_fence);

}  // namespace isthmus::oshrun

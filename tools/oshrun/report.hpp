// Describes processes for oshrun's messages: how they ended, or what they are doing.
#pragma once
#include <sys/types.h>

#include <csignal>
#include <string>

namespace isthmus::oshrun {

enum class Phase { started, joined, left };  // joined after the PE's enter message, left after its leave message

/// Such as "was killed by signal 11 (Segmentation fault)" or "exited with code 3".
std::string describe_end(const siginfo_t& info);
/// The exit code that a shell would report: 128 plus the signal's number for a signal.
int exit_code_of(const siginfo_t& info);
/// Such as "SIGINT", or "signal 34" for a signal without a name.
std::string signal_name(int signal);
/// Such as "sleeping; between shmem_init and shmem_finalize".
std::string describe_state(pid_t pid, Phase phase, bool in_fence);

}  // namespace isthmus::oshrun

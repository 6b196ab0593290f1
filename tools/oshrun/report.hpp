// Describes processes for oshrun's messages: how they ended, or what they are doing.
#pragma once
#include <sys/types.h>

#include <csignal>
#include <string>

#include "base/job_board.hpp"

namespace isthmus::oshrun {

using Phase = base::BoardPe::Phase;

/// Such as "was killed by signal 11 (Segmentation fault)" or "exited with code 3".
std::string describe_end(const siginfo_t& info);
/// The exit code that a shell would report: 128 plus the signal's number for a signal.
int exit_code_of(const siginfo_t& info);
/// Such as "SIGINT", or "signal 34" for a signal without a name.
std::string signal_name(int signal);
/// The letter for the process state in /proc/PID/stat; X if there is no such process.
char state_letter(pid_t pid);
/// The same in words, such as "sleeping".
std::string process_state(pid_t pid);
/// Such as "sleeping; between shmem_init and shmem_finalize", where `process` is from process_state().
std::string describe_state(const std::string& process, Phase phase, bool in_fence);

}  // namespace isthmus::oshrun

// The error that a job could not be started: one line with cause and remedy, and oshrun's exit code.
#pragma once
#include <stdexcept>
#include <string>

namespace isthmus::oshrun {

inline constexpr int kBadUsage = 2;
inline constexpr int kCannotRun = 126;  // as shells use it
inline constexpr int kNotFound = 127;   // as shells use it

/// The remedy if no process can be started.
inline constexpr const char* kMoreProcesses =
    "raise the limit: ulimit -u, or pids.max of a control group (containers: --pids-limit)";

struct LaunchError : std::runtime_error {
  LaunchError(int exit_code, const std::string& message) : std::runtime_error(message), code(exit_code) {}
  int code;
};

}  // namespace isthmus::oshrun

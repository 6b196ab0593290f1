// How Isthmus fails. Retriable conditions are return values; setup failures are SetupError, caught at extern "C";
// what goes wrong at run time ends the whole job through fatal(), with one line that names PE, call, cause and remedy.
#pragma once
#include <stdexcept>
#include <string>

namespace isthmus::base {

struct SetupError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// printf into a std::string.
[[gnu::format(printf, 1, 2)]] std::string text(const char* format, ...);

/// Whether the error is that no more files can be opened.
bool is_no_descriptor(int error);
/// strerror(error), with the remedy where a limit of this process is the cause.
std::string reason(int error);

/// "<what>: <reason(errno)>" as a SetupError.
[[noreturn]] void throw_errno(const std::string& what);
/// The same after a mapping of address space was refused.
[[noreturn]] void throw_no_address_space(const char* what_for);

/// Prints "isthmus: PE <pe> on <host>: <call>: <message>", ends the job with status 1.
[[noreturn, gnu::cold]] void fatal(const char* call, const std::string& message);

/// Waits, at most for a tenth of a second, until the launcher has read what this process has said. MPICH's launcher
/// ends the processes of an aborted job without reading what they have just printed.
void wait_until_said_is_read();

/// The PE that messages name, and the function by which fatal() ends all PEs of the job. The runtime sets both while
/// this process belongs to a job; without them fatal() ends this process alone.
void set_identity(int pe);
void set_job_end(void (*end_job)(int status));

}  // namespace isthmus::base

// Starts threads of the library, and counts those of a process.
#pragma once
#include <sys/types.h>

#include <functional>
#include <thread>

namespace isthmus::base {

/// Signals that are sent to the process do not interrupt the thread. Throws SetupError if the system gives no thread;
/// `what_for` says in its message what the thread was for.
std::thread start_thread(const char* what_for, std::function<void()> work);

/// Whether the calling thread was started by start_thread().
bool is_own_thread();

/// 0 where the process has just ended, or /proc hides it.
int count_threads(pid_t process);

}  // namespace isthmus::base

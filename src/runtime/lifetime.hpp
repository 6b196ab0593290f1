// Initialisation, finalisation and global exit, and the barriers over all PEs that these and the API need.
#pragma once
#include <cstdint>

namespace isthmus::runtime {

/// Calls are counted: only the first since the last finalisation initialises. Throws base::SetupError, on all PEs,
/// after the PE that failed has printed the reason; if the launcher is to blame, every PE has.
void init(int requested_thread_level);

/// Calls are counted: only the one that matches the first init() finalises, all others are barriers.
void finalize();

/// Waits for all PEs to come here, and ends this process with status 0. Frees nothing, since other threads of the process
/// may be in calls of the library.
[[noreturn]] void leave();

/// Implements start_pes(): initialises unless it has been done, and finalises at exit.
void init_until_exit();

/// Ends every PE of the job with this status.
[[noreturn]] void global_exit(int status);

/// To be called at the beginning of a collective over all PEs. Under SHMEM_CHECK it ends the job when not all PEs make
/// this call with the same numbers. Calls from active-message handlers always end the job.
void match_all(const char* call, std::uint64_t what = 0, std::uint64_t more = 0);

/// Quiet on the default context, then sync_all().
void barrier_all(const char* call);
/// Synchronises all PEs, without completing any operation.
void sync_all(const char* call);

}  // namespace isthmus::runtime

// From the first shmem_init to the last shmem_finalize, and the sudden ends.
#pragma once
#include <cstdint>

namespace isthmus::runtime {

/// Counted: only the first call of a round does anything. Throws base::SetupError, on all PEs, after the PE that
/// failed has printed why.
void init(int requested_thread_level);

/// Counted: all but the last call are barriers.
void finalize();

/// start_pes(): initialises if nobody has, and finalises at exit.
void init_until_exit();

/// Ends every PE of the job with this status.
[[noreturn]] void global_exit(int status);

/// The beginning of a collective call. Under SHMEM_CHECK it ends the job when the PEs do not all make this call, with
/// these numbers, at this point.
void match_all(const char* call, std::uint64_t what = 0, std::uint64_t more = 0);

/// Quiet on the default context, then all PEs meet.
void barrier_all(const char* call);
void sync_all(const char* call);

}  // namespace isthmus::runtime

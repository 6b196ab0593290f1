// What the layer does when the MPI ends: when the program calls MPI_Finalize or, without MPI_Init, ends a session.
#pragma once
#include <atomic>
#include <mutex>
#include <optional>

#include "mpi.hpp"

namespace isthmus::mpi {

/// Calls the function when MPI_Finalize begins, while calls of the MPI are still allowed, and when the last session
/// ends in a program that has not called MPI_Init. Functions that were passed later are called earlier.
void at_finalize(void (*function)());

/// Called when there may be an MPI_COMM_WORLD: functions may have been passed to at_finalize() before MPI_Init, when
/// MPI_Finalize could not be watched yet. May be called again.
void watch_finalize();

/// Frees a communicator of ours, if it is one; 0 is none. Not if MPI_Finalize has begun, which does so itself.
void free_comm(Word comm);

/// Whether the program has called MPI_Init, so that there are MPI_COMM_WORLD and MPI_COMM_SELF.
bool has_world();

/// How often the last session has ended. What was made with the MPI before may not exist any more. As long as another
/// one is open, its communicators and types keep what the layer knows of them.
inline std::atomic<unsigned> sessions_ended = 0;

/// The number under which attributes are kept.
class Keyval {
 public:
  /// `create(keyval)` asks the MPI for one.
  template <class Create>
  int get(Create&& create) {
    const unsigned ended = sessions_ended.load(std::memory_order_acquire);
    const std::lock_guard lock(mutex_);
    if (keyval_ && made_after_ == ended) return *keyval_;
    made_after_ = ended;
    create(&keyval_.emplace(-1));
    return *keyval_;
  }

 private:
  std::mutex mutex_;
  std::optional<int> keyval_;  ///< any number: MPICH's are negative
  unsigned made_after_ = 0;    ///< so many sessions
};

}  // namespace isthmus::mpi

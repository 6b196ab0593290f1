// gasnet_exit: the end of the job, called by all ranks or by some.
//
// A rank that exits counts itself at rank 0. If all come within a short time they leave in order. Otherwise those that
// have come send a message to the others: a rank that polls then gets SIGQUIT, if the client handles it, and exits. A rank
// that does not poll is ended by the launcher.
#pragma once
#include <atomic>
#include <cstdint>

namespace isthmus::gasnet {

/// In symmetric memory.
struct ExitWords {
  /// At rank 0: ranks that have come, in the lower half, and the first code of theirs that is not 0, in the upper half.
  std::atomic<std::uint64_t> arrived;
};

void start_exit();

}  // namespace isthmus::gasnet

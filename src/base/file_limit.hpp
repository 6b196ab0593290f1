// The limit of the sizes of files (ulimit -f), which holds for memfds, too. Beyond it ftruncate raises SIGXFSZ, which
// ends the process, so it has to be asked before.
#pragma once
#include <sys/resource.h>

#include <cstdint>

namespace isthmus::base {

/// The most bytes that a file may have; RLIM_INFINITY, the greatest number, where there is no limit.
inline std::uint64_t file_limit() {
  rlimit most{};
  return getrlimit(RLIMIT_FSIZE, &most) == 0 ? most.rlim_cur : RLIM_INFINITY;
}

}  // namespace isthmus::base

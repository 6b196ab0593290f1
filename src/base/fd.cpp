#include "base/fd.hpp"

#include <sys/resource.h>

#include <algorithm>

namespace isthmus::base {

std::size_t allow_descriptors(std::size_t n) {
  constexpr rlim_t kOwn = 256;  // what the program and its libraries may have open
  rlimit limit{};
  getrlimit(RLIMIT_NOFILE, &limit);
  if (limit.rlim_cur >= n + kOwn) return limit.rlim_cur;
  limit.rlim_cur = std::min<rlim_t>(n + kOwn, limit.rlim_max);
  setrlimit(RLIMIT_NOFILE, &limit);
  return limit.rlim_cur;
}

}  // namespace isthmus::base

#include "base/fd.hpp"

#include <fcntl.h>
#include <sys/resource.h>

#include <algorithm>
#include <cerrno>

namespace isthmus::base {

void reserve_standard_descriptors() {
  for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; ++fd)
    if (fcntl(fd, F_GETFD) < 0 && errno == EBADF)
      open("/dev/null", (fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) | O_CLOEXEC);  // gets the lowest number: this one
}

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

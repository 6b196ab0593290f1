// The end of a command that prints to standard output.
#pragma once
#include <cerrno>
#include <cstdio>
#include <cstring>

namespace isthmus::base {

/// Returns `status`, or 1 where what was printed cannot be written, on a full disk for example, which is said.
inline int finish_output(const char* command, int status) {
  const bool failed = std::ferror(stdout) != 0;
  if (std::fflush(stdout) == 0 && !failed) return status;
  std::fprintf(stderr, "%s: cannot write standard output: %s\n", command, std::strerror(errno));
  return status != 0 ? status : 1;
}

}  // namespace isthmus::base

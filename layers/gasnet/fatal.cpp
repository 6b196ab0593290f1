#include "fatal.hpp"

#include <shmem.h>
#include <unistd.h>

#include <cstdarg>
#include <cstdio>
#include <cstdlib>

#include "job.hpp"

namespace isthmus::gasnet {
namespace {

void line(const char* call, const std::string& message) {
  char host[256] = "?";
  gethostname(host, sizeof host - 1);
  std::fprintf(stderr, "isthmus: rank %u on %s: %s: %s\n", job.rank, host, call, message.c_str());
  std::fflush(stderr);
}

}  // namespace

std::string text(const char* format, ...) {
  char buffer[512];
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(buffer, sizeof buffer, format, arguments);
  va_end(arguments);
  return buffer;
}

void fatal(const char* call, const std::string& message) {
  line(call, message);
  if (job.size > 0) shmem_global_exit(1);
  std::_Exit(1);
}

void say(const char* call, const std::string& message) {
  if (job.verbose_errors) line(call, message);
}

}  // namespace isthmus::gasnet

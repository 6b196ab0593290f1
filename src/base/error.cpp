#include "base/error.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "base/log.hpp"

namespace isthmus::base {
namespace {
void (*job_end)(int) = nullptr;
}

std::string text(const char* format, ...) {
  va_list args;
  va_start(args, format);
  va_list again;
  va_copy(again, args);
  std::string out(static_cast<size_t>(std::vsnprintf(nullptr, 0, format, args)), '\0');
  va_end(args);
  std::vsnprintf(out.data(), out.size() + 1, format, again);
  va_end(again);
  return out;
}

void throw_errno(const std::string& what) { throw SetupError(what + ": " + std::strerror(errno)); }

void fatal(const char* call, const std::string& message) {
  say(text("%s: %s", call, message.c_str()));
  std::fflush(stdout);  // _exit would discard what the program has printed
  if (job_end) job_end(1);
  _exit(1);
}

void set_job_end(void (*end_job)(int)) { job_end = end_job; }

}  // namespace isthmus::base

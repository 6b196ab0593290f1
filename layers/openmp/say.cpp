#include "say.hpp"

#include <shmemx.h>
#include <unistd.h>

#include <cstdarg>
#include <cstdio>
#include <cstdlib>

namespace isthmus::omp {
namespace {

std::atomic<int> own_pe = -1;

}  // namespace

std::string text(const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  char line[1024];
  std::vsnprintf(line, sizeof line, format, arguments);
  va_end(arguments);
  return line;
}

void say(const std::string& line) {
  char host[256] = "?";
  gethostname(host, sizeof host - 1);
  const int pe = own_pe;
  const std::string whole = pe < 0 ? "isthmus: " + line + "\n" : text("isthmus: PE %d on %s: ", pe, host) + line + "\n";
  if (write(STDERR_FILENO, whole.data(), whole.size()) < 0) return;  // nowhere to say it
}

void fail(const char* call, const std::string& message) {
  say(call + (": " + message));
  if (own_pe >= 0) shmem_global_exit(1);
  std::_Exit(1);
}

void set_pe(int pe) { own_pe = pe; }

}  // namespace isthmus::omp

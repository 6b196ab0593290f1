#include "base/error.hpp"

#include <sys/ioctl.h>
#include <sys/stat.h>
#include <time.h>
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

}  // namespace

void wait_until_said_is_read() {
  struct stat file {};
  if (fstat(STDERR_FILENO, &file) != 0 || !S_ISFIFO(file.st_mode)) return;
  for (int tries = 0; tries < 100; ++tries) {
    int unread = 0;
    if (ioctl(STDERR_FILENO, FIONREAD, &unread) != 0 || unread == 0) return;
    const timespec nap{0, 1'000'000};
    nanosleep(&nap, nullptr);
  }
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

bool is_no_descriptor(int error) { return error == EMFILE || error == ENFILE; }

std::string reason(int error) {
  return std::string(std::strerror(error)) + (is_no_descriptor(error) ? "; raise the limit: ulimit -n" : "");
}

void throw_errno(const std::string& what) { throw SetupError(what + ": " + reason(errno)); }

void throw_no_address_space(const char* what_for) {
  throw SetupError(text("no address space for %s: %s; raise the limit: ulimit -v", what_for, std::strerror(errno)));
}

void fatal(const char* call, const std::string& message) {
  say(text("%s: %s", call, message.c_str()));
  std::fflush(stdout);  // _exit would discard what the program has printed
  if (job_end) {
    wait_until_said_is_read();
    job_end(1);
  }
  _exit(1);
}

void set_job_end(void (*end_job)(int)) { job_end = end_job; }

}  // namespace isthmus::base

#include <execinfo.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>

#include "gasnet_isthmus/tools/errors.h"

// Only a client defines it.
extern "C" __attribute__((weak)) gasnett_backtrace_type_t gasnett_backtrace_user;

namespace {

// The first call of backtrace() loads a library; gasnett_backtrace_init makes it at a time when that is possible.
int print_by_execinfo(int fd) {
  void* frames[128];
  const int count = backtrace(frames, 128);
  if (count <= 0) return 1;
  backtrace_symbols_fd(frames, count, fd);
  return 0;
}

constexpr gasnett_backtrace_type_t kExecinfo = {.name = "EXECINFO", .fnp = print_by_execinfo, .threadsupport = 1};

// Whether a list of names with commas holds one. An absent list holds all.
bool listed(const char* list, const char* name) {
  if (!list || !*list) return true;
  const size_t length = strlen(name);
  for (const char* at = list; at; at = strchr(at, ',') ? strchr(at, ',') + 1 : nullptr)
    if (strncmp(at, name, length) == 0 && (at[length] == ',' || at[length] == '\0')) return true;
  return false;
}

bool try_mechanism(const gasnett_backtrace_type_t& type, int fd) {
  if (!type.name || !type.fnp || !listed(getenv("GASNET_BACKTRACE_TYPE"), type.name)) return false;
  return type.fnp(fd) == 0;
}

bool enabled() {
  const char* value = getenv("GASNET_BACKTRACE");
  return value && *value && *value != '0' && *value != 'n' && *value != 'N';
}

volatile sig_atomic_t printed;  // the error that has printed one may end by abort()

int print_if_enabled(int fd) {
  if (!enabled()) return 1;
  printed = 1;
  return gasnett_print_backtrace(fd);
}

void on_fatal_signal(int number) {
  struct sigaction standard {};
  standard.sa_handler = SIG_DFL;
  sigaction(number, &standard, nullptr);
  if (!printed) {
    dprintf(STDERR_FILENO, "*** Caught a fatal signal: SIG%s(%d)\n", sigabbrev_np(number), number);
    gasnett_print_backtrace_ifenabled(STDERR_FILENO);
  }
  raise(number);  // as soon as this handler has returned
}

}  // namespace

extern "C" {

int (*gasnett_print_backtrace_ifenabled)(int fd) = print_if_enabled;

void gasnett_backtrace_init(const char*) {
  void* frame = nullptr;
  (void)backtrace(&frame, 1);
  if (!enabled()) return;
  for (const int number : {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL}) {
    struct sigaction action {};
    sigaction(number, nullptr, &action);
    if (action.sa_handler != SIG_DFL) continue;  // the program's own
    action.sa_handler = on_fatal_signal;
    sigaction(number, &action, nullptr);
  }
}

int gasnett_print_backtrace(int fd) {
  if (&gasnett_backtrace_user && try_mechanism(gasnett_backtrace_user, fd)) return 0;
  if (try_mechanism(kExecinfo, fd)) return 0;
  dprintf(fd, "No backtrace: none of the mechanisms in GASNET_BACKTRACE_TYPE could make one; EXECINFO is built in\n");
  return 1;
}

}  // extern "C"

#include <execinfo.h>
#include <pthread.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

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

int print_if_enabled(int fd) {
  const char* value = getenv("GASNET_BACKTRACE");
  const bool enabled = value && *value && *value != '0' && *value != 'n' && *value != 'N';
  return enabled ? gasnett_print_backtrace(fd) : 1;
}

}  // namespace

extern "C" {

int (*gasnett_print_backtrace_ifenabled)(int fd) = print_if_enabled;

void gasnett_backtrace_init(const char*) {
  void* frame = nullptr;
  (void)backtrace(&frame, 1);
}

int gasnett_print_backtrace(int fd) {
  if (&gasnett_backtrace_user && try_mechanism(gasnett_backtrace_user, fd)) return 0;
  if (try_mechanism(kExecinfo, fd)) return 0;
  dprintf(fd, "No backtrace: none of the mechanisms in GASNET_BACKTRACE_TYPE could make one; EXECINFO is built in\n");
  return 1;
}

}  // extern "C"

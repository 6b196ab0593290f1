#include "gasnet_isthmus/tools/errors.h"

#include <signal.h>
#include <unistd.h>

#include <cstdarg>
#include <cstdio>
#include <cstdlib>

#include "gasnet_isthmus/tools/environment.h"
#include "gasnet_isthmus/tools/system.h"

namespace {

// Where the call of gasnett_fatalerror stands that this thread is about to make.
struct Position {
  const char* function;
  const char* file;
  int line;
};
thread_local Position position;

volatile int frozen = 0;

// A value that cannot be read counts as yes: the program is ending in error already.
bool asked_for(const char* key) {
  const char* value = getenv(key);
  return value && *value && *value != '0' && *value != 'n' && *value != 'N';
}

}  // namespace

extern "C" {

void gasneti_fatalerror_at(const char* function, const char* file, int line) {
  position = {.function = function, .file = file, .line = line};
}

void gasnett_fatalerror_nopos(const char* msg, ...) {
  char text[2048];
  va_list arguments;
  va_start(arguments, msg);
  vsnprintf(text, sizeof text, msg, arguments);
  va_end(arguments);
  // In one piece, since other ranks may write to the same terminal.
  if (position.file)
    fprintf(stderr, "*** FATAL ERROR (%s:%d): in %s at %s:%d: %s\n", gasnett_gethostname(), static_cast<int>(getpid()),
            position.function, position.file, position.line, text);
  else
    fprintf(stderr, "*** FATAL ERROR (%s:%d): %s\n", gasnett_gethostname(), static_cast<int>(getpid()), text);
  gasnett_flush_streams();
  gasnett_freezeForDebuggerErr();
  gasnett_print_backtrace_ifenabled(STDERR_FILENO);
  signal(SIGABRT, SIG_DFL);
  abort();
}

void gasnett_killmyprocess(int exitcode) { _exit(exitcode); }

char* gasneti_location(const char* function, const char* file, int line) {
  char* text = nullptr;
  return asprintf(&text, "%s:%d (%s)", file, line, function) < 0 ? nullptr : text;
}

void gasnett_freezeForDebuggerNow(volatile int* flag, const char* flagsymname) {
  *flag = 1;
  fprintf(stderr, "Process %d on %s is frozen: attach a debugger, as by 'gdb -p %d', and set %s to 0 to go on\n",
          static_cast<int>(getpid()), gasnett_gethostname(), static_cast<int>(getpid()), flagsymname);
  fflush(stderr);
  while (*flag) usleep(10'000);
}

void gasnett_freezeForDebuggerErr(void) {
  if (asked_for("GASNET_FREEZE_ON_ERROR")) gasnett_freezeForDebuggerNow(&frozen, "frozen");
}

gasnett_sighandlerfn_t gasnett_reghandler(int sigtocatch, gasnett_sighandlerfn_t fp) {
  gasnett_sighandlerfn_t before = signal(sigtocatch, fp);
  if (before == SIG_ERR) gasnett_fatalerror_nopos("gasnett_reghandler: signal %d cannot be caught", sigtocatch);
  return before;
}

void gasnett_flush_streams(void) {
  fflush(stdout);
  fflush(stderr);
}

void gasnett_close_streams(void) {
  fclose(stdin);
  fclose(stdout);
  fclose(stderr);
}

}  // extern "C"

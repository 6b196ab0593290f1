/* How a program ends in error: lines, backtraces, waiting for a debugger. */
#ifndef ISTHMUS_GASNET_TOOLS_ERRORS_H
#define ISTHMUS_GASNET_TOOLS_ERRORS_H

#include "gasnet_isthmus/basics.h"

GASNETT_BEGIN_EXTERNC

/* Prints the message, freezes for a debugger and prints a backtrace if the environment asks for it, and calls abort.
 * gasnett_fatalerror(format, ...) says where it stands, too. */
GASNETT_FORMAT_PRINTF(gasnett_fatalerror_nopos, 1, 2, void gasnett_fatalerror_nopos(const char *msg, ...))
GASNETT_NORETURN;
void gasneti_fatalerror_at(const char *function, const char *file, int line);
#define gasnett_fatalerror \
  (gasneti_fatalerror_at(GASNETT_CURRENT_FUNCTION, __FILE__, __LINE__), gasnett_fatalerror_nopos)

/* Ends the process at once, without atexit handlers. */
void gasnett_killmyprocess(int exitcode) GASNETT_NORETURN;

/* What the compiler may take for granted; an assertion in debug mode. */
#ifdef GASNETI_CHECKED
#define gasnett_assume(cond) ((cond) ? (void)0 : (void)gasnett_fatalerror("assumption does not hold: %s", #cond))
#elif GASNETT_USE_BUILTIN_ASSUME
#define gasnett_assume(cond) __builtin_assume(cond)
#elif GASNETT_USE_ASSUME
#define gasnett_assume(cond) __assume(cond)
#else
#define gasnett_assume(cond) ((cond) ? (void)0 : gasnett_unreachable())
#endif

/* A text "file:line (function)" that the caller frees. */
char *gasneti_location(const char *function, const char *file, int line);
#define gasnett_current_loc gasneti_location(GASNETT_CURRENT_FUNCTION, __FILE__, __LINE__)

/* Sets *flag to 1, prints how to attach a debugger, and waits until *flag is 0. */
void gasnett_freezeForDebuggerNow(volatile int *flag, const char *flagsymname);
/* Does so if GASNET_FREEZE_ON_ERROR is set. */
void gasnett_freezeForDebuggerErr(void);

/* exename: argv[0]. Called early; without it backtraces still work. */
void gasnett_backtrace_init(const char *exename);
/* Writes the calling thread's stack to fd by the first mechanism of GASNET_BACKTRACE_TYPE that can; 0 if one could. */
int gasnett_print_backtrace(int fd);
/* Called on errors: as the function above if GASNET_BACKTRACE is set. A client may put its own function here. */
extern int (*gasnett_print_backtrace_ifenabled)(int fd);

/* A client that defines gasnett_backtrace_user adds a mechanism, which comes first. */
typedef struct {
  const char *name;
  int (*fnp)(int fd); /* 0 on success */
  int threadsupport;
} gasnett_backtrace_type_t;
extern gasnett_backtrace_type_t gasnett_backtrace_user;

typedef void (*gasnett_sighandlerfn_t)(int);
/* Returns the handler that was there. */
gasnett_sighandlerfn_t gasnett_reghandler(int sigtocatch, gasnett_sighandlerfn_t fp);

void gasnett_flush_streams(void);
void gasnett_close_streams(void);

GASNETT_END_EXTERNC

#endif

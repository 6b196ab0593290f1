#include <signal.h>
#include <unistd.h>

#include "expect.h"

GASNETT_BEGIN_EXTERNC
static int user_fd = -1;
static int user_result = 0;
int user_backtrace(int fd) {
  user_fd = fd;
  return user_result;
}
gasnett_backtrace_type_t gasnett_backtrace_user = {"TESTER", &user_backtrace, 1};
GASNETT_END_EXTERNC

static void fatal(void) { gasnett_fatalerror("the answer is %d", 42); }
static void fatal_without_position(void) { gasnett_fatalerror_nopos("the answer is %d", 42); }
static int replaced(int fd) {
  fprintf(stderr, "replaced %d\n", fd);
  return 0;
}
static void fatal_with_replaced_backtrace(void) {
  gasnett_print_backtrace_ifenabled = replaced;
  gasnett_fatalerror("end");
}
static void fatal_with_backtrace(void) {
  gasnett_setenv("GASNET_BACKTRACE", "1");
  gasnett_setenv("GASNET_BACKTRACE_TYPE", "EXECINFO");
  gasnett_fatalerror("end");
}
/* By the handlers that gasnett_backtrace_init installs. */
static void end_by_signal(void) {
  gasnett_setenv("GASNET_BACKTRACE", "1");
  gasnett_setenv("GASNET_BACKTRACE_TYPE", "EXECINFO");
  gasnett_backtrace_init(gasnett_exe_name());
  raise(SIGSEGV);
}
static void end_by_error_with_handlers(void) {
  gasnett_setenv("GASNET_BACKTRACE", "1");
  gasnett_backtrace_init(gasnett_exe_name());
  gasnett_fatalerror("end");
}
static void kill_me(void) {
  atexit(fatal);
  gasnett_killmyprocess(7);
}

static volatile sig_atomic_t caught;
static void catch_signal(int number) { caught = number; }

/* Unfreezes the process that it interrupts. */
static volatile int frozen;
static void unfreeze(int number) {
  (void)number;
  frozen = 0;
}
static void freeze(void) {
  gasnett_reghandler(SIGALRM, unfreeze);
  alarm(1);
  gasnett_freezeForDebuggerNow(&frozen, "frozen");
}
static void freeze_on_error_not_asked_for(void) { gasnett_freezeForDebuggerErr(); }
static void freeze_on_error(void) {
  gasnett_setenv("GASNET_FREEZE_ON_ERROR", "1");
  alarm(1);
  gasnett_freezeForDebuggerErr();
}

static void close_all(void) {
  gasnett_close_streams();
  if (write(STDERR_FILENO, "x", 1) != -1) _exit(1);
}
static void flush_all(void) {
  fputs("buffered", stderr);
  gasnett_flush_streams();
  _exit(0);
}

static void print_by_execinfo(void) {
  gasnett_setenv("GASNET_BACKTRACE_TYPE", "NONE,EXECINFO");
  EXPECT_EQ(gasnett_print_backtrace(STDERR_FILENO), 0);
}
static void print_by_nothing(void) {
  gasnett_setenv("GASNET_BACKTRACE_TYPE", "NONE");
  EXPECT(gasnett_print_backtrace(STDERR_FILENO) != 0);
}
#ifdef GASNET_DEBUG
static int three = 3;
static void wrong_assumption(void) { gasnett_assume(three == 4); }
#endif

void test_errors(void) {
  struct Ending ending;
  char* location;
  int line;

  gasnett_backtrace_init(gasnett_exe_name());
  EXPECT_FATAL(fatal, "in fatal at ");
  EXPECT_FATAL(fatal, "errors.c:");
  EXPECT_FATAL(fatal_without_position, "the answer is 42\n");
  EXPECT(strstr(run_child(fatal_without_position).said, "errors.c") == NULL);
  EXPECT_FATAL(fatal_with_replaced_backtrace, "replaced 2\n");
  EXPECT_FATAL(fatal_with_backtrace, "(");
  ending = run_child(end_by_signal);
  EXPECT_EQ(ending.status, -SIGSEGV);
  EXPECT(strstr(ending.said, "SIGSEGV(11)\n") != NULL);
  EXPECT(strstr(ending.said, "tools_test_") != NULL);
  EXPECT(strstr(run_child(end_by_error_with_handlers).said, "SIGABRT") == NULL);
  EXPECT_EQ(run_child(kill_me).status, 7);

  /* The client's own mechanism comes first, unless the list lacks it or it fails. */
  EXPECT_EQ(gasnett_print_backtrace(5), 0);
  EXPECT_EQ(user_fd, 5);
  ending = run_child(print_by_execinfo);
  EXPECT_EQ(ending.status, 0);
  EXPECT(strstr(ending.said, "tools_test") != NULL);
  user_result = 1;
  gasnett_setenv("GASNET_BACKTRACE_TYPE", "TESTER");
  ending = run_child(print_by_nothing);
  gasnett_unsetenv("GASNET_BACKTRACE_TYPE");
  EXPECT_EQ(ending.status, 0);
  EXPECT(strstr(ending.said, "No backtrace") != NULL);
  user_fd = -1;
  EXPECT(gasnett_print_backtrace_ifenabled(9) != 0);
  EXPECT_EQ(user_fd, -1);

  location = gasnett_current_loc, line = __LINE__;
  {
    char expected[512];
    snprintf(expected, sizeof expected, "%s:%d (%s)", __FILE__, line, GASNETT_CURRENT_FUNCTION);
    EXPECT_TEXT(location, expected);
    EXPECT_TEXT(GASNETT_CURRENT_FUNCTION, "test_errors");
  }
  free(location);

  ending = run_child(freeze);
  EXPECT_EQ(ending.status, 0);
  EXPECT(strstr(ending.said, "set frozen to 0") != NULL);
  EXPECT_TEXT(run_child(freeze_on_error_not_asked_for).said, "");
  ending = run_child(freeze_on_error);
  EXPECT_EQ(ending.status, -SIGALRM);
  EXPECT(strstr(ending.said, "attach a debugger") != NULL);

  {
    gasnett_sighandlerfn_t before = gasnett_reghandler(SIGUSR1, catch_signal);
    EXPECT(before == SIG_DFL);
    raise(SIGUSR1);
    EXPECT_EQ(caught, SIGUSR1);
    EXPECT(gasnett_reghandler(SIGUSR1, SIG_DFL) == catch_signal);
  }
  EXPECT_EQ(run_child(close_all).status, 0);
  EXPECT_TEXT(run_child(flush_all).said, "buffered");
#ifdef GASNET_DEBUG
  EXPECT_FATAL(wrong_assumption, "assumption does not hold: three == 4");
#endif
  gasnett_assume(line > 0);
}

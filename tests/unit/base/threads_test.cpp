#include "base/threads.hpp"

#include <gtest/gtest.h>
#include <pthread.h>
#include <signal.h>

#include "expect_error.hpp"

namespace isthmus::base {
namespace {

TEST(StartThread, RunsTheWork) {
  int runs = 0;
  start_thread("a test", [&] { ++runs; }).join();
  EXPECT_EQ(runs, 1);
}

TEST(StartThread, LeavesSignalsOfTheProcessToTheProgram) {
  sigset_t before, there, after;
  pthread_sigmask(SIG_SETMASK, nullptr, &before);
  start_thread("a test", [&] { pthread_sigmask(SIG_SETMASK, nullptr, &there); }).join();
  pthread_sigmask(SIG_SETMASK, nullptr, &after);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGALRM, SIGUSR1, SIGCHLD}) {
    EXPECT_TRUE(sigismember(&there, signal)) << signal;
    EXPECT_EQ(sigismember(&after, signal), sigismember(&before, signal)) << signal;
  }
  for (const int signal : {SIGSEGV, SIGBUS, SIGABRT, SIGRTMAX - 3}) EXPECT_FALSE(sigismember(&there, signal)) << signal;
}

TEST(StartThread, SaysWhatToDoWhereThereIsNoThread) {
  pthread_attr_t usual, huge;
  pthread_getattr_default_np(&usual);
  pthread_attr_init(&huge);
  pthread_attr_setstacksize(&huge, std::size_t{1} << 60);  // more than any address space has
  pthread_setattr_default_np(&huge);
  const std::string message = test::setup_error([] { start_thread("a test", [] {}).join(); });
  pthread_setattr_default_np(&usual);
  EXPECT_TRUE(test::contains(message, "no thread for a test: "));
  EXPECT_TRUE(test::contains(message, "ulimit -u"));
}

}  // namespace
}  // namespace isthmus::base

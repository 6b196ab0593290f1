#include "base/threads.hpp"

#include <gtest/gtest.h>
#include <pthread.h>

#include "expect_error.hpp"

namespace isthmus::base {
namespace {

TEST(StartThread, RunsTheWork) {
  int runs = 0;
  start_thread("a test", [&] { ++runs; }).join();
  EXPECT_EQ(runs, 1);
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

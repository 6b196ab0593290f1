#include "base/error.hpp"

#include <gtest/gtest.h>

#include <cerrno>
#include <cstdlib>
#include <string>

#include "base/log.hpp"
#include "expect_error.hpp"

namespace isthmus::base {
namespace {

TEST(Text, FormatsAnyLength) {
  EXPECT_EQ(text("%s=%d", "n", 7), "n=7");
  EXPECT_EQ(text("%s", ""), "");
  const std::string large(100'000, 'x');
  EXPECT_EQ(text("<%s>", large.c_str()), "<" + large + ">");
}

TEST(ThrowErrno, NamesWhatAndWhy) {
  const std::string message = test::setup_error([] {
    errno = ENOENT;
    throw_errno("cannot open the door");
  });
  EXPECT_EQ(message, "cannot open the door: No such file or directory");
}

TEST(Say, IsOneLineWithPeAndHostOnceTheyAreKnown) {
  ::testing::internal::CaptureStderr();
  say("first");
  set_identity(3);
  say("second");
  set_identity(-1);
  EXPECT_EQ(::testing::internal::GetCapturedStderr(),
            std::string("isthmus: first\nisthmus: PE 3 on ") + host_name() + ": second\n");
}

TEST(Debug, IsSilentUntilSwitchedOn) {
  ::testing::internal::CaptureStderr();
  debug("not this");
  set_debug(true);
  debug("but this");
  set_debug(false);
  debug("nor this");
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "isthmus: but this\n");
}

TEST(FatalDeathTest, EndsThisProcessAloneOutsideAJob) {
  EXPECT_EXIT(fatal("shmem_x", "cause; remedy"), ::testing::ExitedWithCode(1), "^isthmus: shmem_x: cause; remedy\n$");
}

TEST(FatalDeathTest, EndsTheJobWithinOne) {
  const auto die = [] {
    set_identity(5);
    set_job_end([](int status) { _Exit(40 + status); });
    fatal("shmem_x", "cause");
  };
  EXPECT_EXIT(die(), ::testing::ExitedWithCode(41), "PE 5 on .*: shmem_x: cause\n$");
}

}  // namespace
}  // namespace isthmus::base

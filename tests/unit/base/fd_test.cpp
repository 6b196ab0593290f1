#include "base/fd.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>

namespace isthmus::base {
namespace {

bool is_open(int fd) { return fcntl(fd, F_GETFD) >= 0; }
int new_descriptor() { return memfd_create("fd_test", MFD_CLOEXEC); }

TEST(Fd, ClosesOnceAtTheEnd) {
  int raw = -1;
  {
    Fd fd(new_descriptor());
    raw = fd.get();
    EXPECT_TRUE(fd);
    EXPECT_TRUE(is_open(raw));
  }
  EXPECT_FALSE(is_open(raw));
}

TEST(Fd, MovesOwnership) {
  Fd first(new_descriptor());
  const int raw = first.get();
  Fd second(std::move(first));
  EXPECT_EQ(second.get(), raw);
  {
    Fd third(new_descriptor());
    const int other = third.get();
    third = std::move(second);
    EXPECT_EQ(third.get(), raw);
    EXPECT_TRUE(is_open(raw));
    second.reset();
    EXPECT_FALSE(is_open(other));
  }
  EXPECT_FALSE(is_open(raw));
}

TEST(Fd, ReleaseGivesItAway) {
  int raw = -1;
  {
    Fd fd(new_descriptor());
    raw = fd.release();
    EXPECT_FALSE(fd);
  }
  EXPECT_TRUE(is_open(raw));
  close(raw);
}

}  // namespace
}  // namespace isthmus::base

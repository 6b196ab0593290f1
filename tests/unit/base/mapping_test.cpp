#include "base/mapping.hpp"

#include <gtest/gtest.h>

#include <cerrno>

namespace isthmus::base {
namespace {

constexpr std::size_t kBytes = 1 << 16;
constexpr int kFlags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;

Mapping make() { return Mapping(nullptr, kBytes, PROT_READ | PROT_WRITE, kFlags); }

/// msync refuses a range that is not mapped.
bool is_mapped(void* p) { return msync(p, kBytes, MS_ASYNC) == 0; }

TEST(Mapping, UnmapsAtTheEnd) {
  void* p = nullptr;
  {
    const Mapping mapping = make();
    ASSERT_TRUE(mapping);
    p = mapping.get();
    EXPECT_EQ(mapping.size(), kBytes);
    EXPECT_TRUE(is_mapped(p));
  }
  EXPECT_FALSE(is_mapped(p));
}

TEST(Mapping, MovesOwnership) {
  Mapping first = make();
  void* p = first.get();
  Mapping second(std::move(first));
  EXPECT_FALSE(first);
  Mapping third;
  third = std::move(second);
  EXPECT_EQ(third.get(), p);
  EXPECT_TRUE(is_mapped(p));
  third = Mapping();
  EXPECT_FALSE(is_mapped(p));
}

TEST(Mapping, ReleaseKeepsTheRange) {
  void* p = nullptr;
  {
    Mapping mapping = make();
    p = mapping.get();
    mapping.release();
    EXPECT_FALSE(mapping);
  }
  EXPECT_TRUE(is_mapped(p));
  munmap(p, kBytes);
}

TEST(Mapping, IsEmptyWhenTheKernelRefuses) {
  const Mapping mapping(nullptr, std::size_t{1} << 62, PROT_READ, kFlags);
  EXPECT_EQ(errno, ENOMEM);
  EXPECT_FALSE(mapping);
  EXPECT_EQ(mapping.size(), 0U);
}

}  // namespace
}  // namespace isthmus::base

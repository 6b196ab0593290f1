// Slices of a vector must cover each element exactly once, and no two may share a cache line.
#include "collectives/group/slice.hpp"

#include <gtest/gtest.h>

namespace isthmus::collectives {
namespace {

void expect_parts(std::size_t n, int parts, std::size_t element) {
  const std::size_t line = 64 / element;
  std::size_t next = 0, least = n, most = 0;
  for (int i = 0; i < parts; ++i) {
    const Slice part = slice(n, i, parts, element);
    ASSERT_EQ(part.first, next) << n << " in " << parts;
    next += part.n;
    ASSERT_TRUE(next == n || next % line == 0) << n << " in " << parts;
    least = std::min(least, part.n);
    most = std::max(most, part.n);
  }
  ASSERT_EQ(next, n);
  ASSERT_LE(most - least, 2 * line) << n << " in " << parts;  // a line, and what the last one lacks
}

TEST(Slice, CoversAllElementsOnce) {
  for (const std::size_t element : {1, 2, 4, 8, 16})
    for (int parts = 1; parts <= 9; ++parts) {
      for (std::size_t n = 0; n < 400; ++n) expect_parts(n, parts, element);
      for (const std::size_t n : {8191, 8192, 8193, 65537, 1048575, 1048577}) expect_parts(n, parts, element);
    }
}

TEST(Slice, CoversAllElementsOfManyParts) {
  for (const int parts : {64, 1000, 4097})
    for (const std::size_t n : {0, 1, 63, 64, 65, 4096, 100003}) expect_parts(n, parts, 8);
}

}  // namespace
}  // namespace isthmus::collectives

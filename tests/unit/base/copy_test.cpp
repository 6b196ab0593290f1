#include "base/copy.hpp"

#include <gtest/gtest.h>

#include <string>

namespace isthmus::base {
namespace {

std::string letters(std::size_t n) {
  std::string text(n, ' ');
  for (std::size_t i = 0; i < n; ++i) text[i] = static_cast<char>('a' + i * 7 % 23 + i / 256 % 3);
  return text;
}

/// Lengths around 8 KiB and its steps, at every offset within a cache line on both sides: the result must be that of
/// std::string, and no other byte may change.
TEST(Copy, CopiesWhatItShould) {
  const std::string source = letters(40000);
  for (const std::size_t bytes : {0, 1, 63, 8191, 8192, 8193, 8255, 8256, 8257, 8319, 8320, 8321, 12345, 32768})
    for (std::size_t to = 0; to < 66; to += 5)
      for (std::size_t from = 0; from < 66; from += 7) {
        std::string dest(40000, '.'), expected = dest;
        expected.replace(to, bytes, source, from, bytes);
        copy(dest.data() + to, source.data() + from, bytes);
        ASSERT_EQ(dest, expected) << bytes << " bytes from " << from << " to " << to;
        if (bytes < 8192) continue;
        dest.assign(40000, '.');
        copy_long(dest.data() + to, source.data() + from, bytes);
        ASSERT_EQ(dest, expected) << bytes << " bytes from " << from << " to " << to;
      }
}

/// Overlapping ranges must be copied as by memmove.
TEST(Copy, MayOverlap) {
  const std::string source = letters(40000);
  for (const std::size_t bytes : {100, 8192, 20000})
    for (const int shift : {-9000, -129, -128, -64, -1, 0, 1, 64, 127, 128, 8191, 9000}) {
      const std::size_t from = 10000, to = from + static_cast<std::size_t>(shift);
      std::string both = source, expected = source;
      expected.replace(to, bytes, source, from, bytes);
      copy(both.data() + to, both.data() + from, bytes);
      ASSERT_EQ(both, expected) << bytes << " bytes, " << shift << " further";
      if (bytes < 8192) continue;
      both = source;
      copy_long(both.data() + to, both.data() + from, bytes);
      ASSERT_EQ(both, expected) << bytes << " bytes, " << shift << " further";
    }
}

TEST(Copy, OfNothingTakesNullPointers) { copy(nullptr, nullptr, 0); }

}  // namespace
}  // namespace isthmus::base

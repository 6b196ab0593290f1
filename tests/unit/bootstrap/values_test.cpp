#include "bootstrap/values.hpp"

#include <gtest/gtest.h>

#include <string>

#include "expect_error.hpp"

namespace isthmus::bootstrap {
namespace {

TEST(Values, SurviveTheWireWithAnyByte) {
  const Values sent{{"a", ""}, {"zeros", std::string(3, '\0')}, {"", "empty key"}, {"long", std::string(100'000, 'x')}};
  Values received;
  unpack_into(received, pack(sent));
  EXPECT_EQ(received, sent);
}

TEST(Values, NewerReplaceOlder) {
  Values values{{"k", "old"}, {"other", "stays"}};
  unpack_into(values, pack({{"k", "new"}}));
  EXPECT_EQ(values, (Values{{"k", "new"}, {"other", "stays"}}));
}

TEST(Values, EveryTruncationIsNoticed) {
  const std::string packed = pack({{"key", "value"}, {"second", "x"}});
  std::size_t whole = 0;
  for (std::size_t length = 1; length < packed.size(); ++length) {
    Values values;
    try {
      unpack_into(values, std::string_view(packed).substr(0, length));
      ++whole;  // cut exactly between two pairs
      EXPECT_EQ(values.size(), 1U);
    } catch (const base::SetupError&) {
    }
  }
  EXPECT_EQ(whole, 1U);
}

TEST(Values, ALengthBeyondTheEndIsNoticed) {
  Values values;
  EXPECT_TRUE(test::contains(test::setup_error([&] {
                               unpack_into(values, std::string("\xff\xff\xff\xff"
                                                               "abc",
                                                               7));
                             }),
                             "truncated"));
}

TEST(Values, AMissingKeyNamesPeAndKey) {
  const std::string message = test::setup_error([] { find_value({}, 3, "socket"); });
  EXPECT_TRUE(test::contains(message, "PE 3"));
  EXPECT_TRUE(test::contains(message, "'socket'"));
}

}  // namespace
}  // namespace isthmus::bootstrap

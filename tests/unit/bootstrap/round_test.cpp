#include "bootstrap/round.hpp"

#include <gtest/gtest.h>

#include "bootstrap/values.hpp"
#include "expect_error.hpp"

namespace isthmus::bootstrap {
namespace {

TEST(Round, GivesEachPeItsOwnValues) {
  const std::string first = pack({{"a", "1"}, {"b", std::string(5000, '\0')}}), third = pack({{"a", "3"}});
  const Round round(pack_round({first, {}, third}), 3);
  EXPECT_EQ(find_packed(round.of(0), "a"), "1");
  EXPECT_EQ(find_packed(round.of(0), "b"), std::string(5000, '\0'));
  EXPECT_EQ(find_packed(round.of(0), "c"), std::nullopt);
  EXPECT_EQ(round.of(1), "");
  EXPECT_EQ(find_packed(round.of(2), "a"), "3");
  EXPECT_FALSE(round.empty());
}

TEST(Round, IsEmptyWhereNobodyPublished) { EXPECT_TRUE(Round(pack_round({{}, {}}), 2).empty()); }

TEST(Round, EveryTruncationIsNoticed) {
  const std::string values = pack({{"key", "value"}}), whole = pack_round({values, values});
  for (std::size_t length = 0; length < whole.size(); ++length)
    EXPECT_TRUE(test::contains(test::setup_error([&] { Round(whole.substr(0, length), 2).of(1); }), "truncated"))
        << length;
  EXPECT_EQ(Round(whole, 2).of(1), values);
}

}  // namespace
}  // namespace isthmus::bootstrap

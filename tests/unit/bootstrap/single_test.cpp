#include <gtest/gtest.h>

#include "bootstrap/exchange.hpp"
#include "expect_error.hpp"

namespace isthmus::bootstrap {
namespace {

TEST(SingleExchange, IsAJobOfOne) {
  const auto exchange = open_single();
  EXPECT_EQ(exchange->pe(), 0);
  EXPECT_EQ(exchange->n_pes(), 1);
  EXPECT_EQ(exchange->virtual_node(), 0);
  EXPECT_STREQ(exchange->launcher(), "none");
  EXPECT_NE(exchange->job(), open_single()->job());
}

TEST(SingleExchange, ValuesAreKnownAfterTheFenceOnly) {
  const auto exchange = open_single();
  exchange->publish("k", "first");
  EXPECT_TRUE(test::contains(test::setup_error([&] { exchange->lookup(0, "k"); }), "'k'"));
  exchange->fence();
  EXPECT_EQ(exchange->lookup(0, "k"), "first");
  exchange->publish("k", "second");
  EXPECT_EQ(exchange->lookup(0, "k"), "first");
  exchange->publish("l", "third");
  exchange->fence();
  EXPECT_EQ(exchange->lookup(0, "k"), "second");
  EXPECT_EQ(exchange->lookup(0, "l"), "third");
  exchange->fence();
  EXPECT_EQ(exchange->lookup(0, "k"), "second");
}

TEST(SingleExchange, HasNoOtherPe) {
  const auto exchange = open_single();
  EXPECT_TRUE(test::contains(test::setup_error([&] { exchange->lookup(1, "k"); }), "no PE 1"));
}

TEST(SingleExchangeDeathTest, EndJobEndsThisProcess) {
  EXPECT_EXIT(open_single()->end_job(7), ::testing::ExitedWithCode(7), "");
}

}  // namespace
}  // namespace isthmus::bootstrap

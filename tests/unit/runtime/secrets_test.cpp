#include "runtime/secrets.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <set>

#include "expect_error.hpp"

namespace isthmus::runtime {
namespace {

/// An exchange for a job of one PE that keeps what was published.
class Kept final : public bootstrap::Exchange {
 public:
  int pe() const override { return 0; }
  int n_pes() const override { return 1; }
  std::string job() const override { return "unit-test"; }
  const char* launcher() const override { return "none"; }
  void publish(std::string_view key, std::string_view value) override { values_[std::string(key)] = value; }
  void fence() override {}
  std::string lookup(int, std::string_view key) override { return values_[std::string(key)]; }
  void enter() override {}
  void leave() override {}
  [[noreturn]] void end_job(int status) override { std::_Exit(status); }

  std::map<std::string, std::string> values_;
};

Secrets draw(Kept& exchange) {
  publish_secrets(exchange);
  return secrets(exchange);
}

TEST(Secrets, AreDrawnEachOnItsOwn) {
  Kept one, other;
  const Secrets first = draw(one), second = draw(other);
  const std::set<std::string> all{first.node,  first.lifeline,  first.fabric,
                                  second.node, second.lifeline, second.fabric};
  EXPECT_EQ(all.size(), 6U);
  for (const std::string& each : all) EXPECT_EQ(each.size(), 16U);
  // The token of messages and the first key are the two halves of the fabric's secret.
  EXPECT_NE(first.fabric.substr(0, 8), first.fabric.substr(8));
}

TEST(Secrets, AreTheSameOnAllPes) {
  Kept exchange;
  const Secrets mine = draw(exchange), theirs = secrets(exchange);
  EXPECT_EQ(mine.node, theirs.node);
  EXPECT_EQ(mine.lifeline, theirs.lifeline);
  EXPECT_EQ(mine.fabric, theirs.fabric);
}

TEST(Secrets, OfAnotherLengthAreRefused) {
  Kept exchange;
  exchange.publish("secret", std::string(16, 'x'));
  EXPECT_TRUE(test::contains(test::setup_error([&] { secrets(exchange); }), "16 bytes instead of 48"));
}

}  // namespace
}  // namespace isthmus::runtime

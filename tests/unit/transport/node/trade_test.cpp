// Peers as threads of this process: each must end up with every other's descriptor, seen by what lies behind it.
#include "transport/node/trade.hpp"

#include <gtest/gtest.h>

#include <thread>

#include "transport/node/children.hpp"
#include "transport/node/marked_offers.hpp"

namespace isthmus::node {
namespace {

TEST(MakeSecret, IsNeverTheSameTwice) {
  const std::string secret = make_secret();
  EXPECT_EQ(secret.size(), kSecretBytes);
  EXPECT_NE(secret, make_secret());
}

TEST(Listener, HasAnAddressOfItsOwn) {
  const Listener first("job", 0), second("job", 0);
  EXPECT_NE(first.address(), second.address());
  EXPECT_NE(Listener(std::string(500, 'j'), 0).address(), Listener(std::string(500, 'j'), 0).address());
}

class Trade : public ::testing::TestWithParam<int> {};

TEST_P(Trade, GivesEverybodyEverything) {
  const int n = GetParam();
  const test::Node node(n);
  std::vector<std::vector<std::vector<Offer>>> got(static_cast<std::size_t>(n));
  std::vector<std::thread> threads;
  for (int pe = 0; pe < n; ++pe)
    threads.emplace_back([&, pe] {
      got[static_cast<std::size_t>(pe)] =
          trade(node.listener(pe), node.secret(), pe, node.peers_of(pe), test::marked_offers(pe, 3));
    });
  for (std::thread& thread : threads) thread.join();
  for (int pe = 0; pe < n; ++pe) test::expect_marks(got[static_cast<std::size_t>(pe)], node.peers_of(pe), 3);
}

INSTANTIATE_TEST_SUITE_P(Peers, Trade, ::testing::Values(1, 2, 3, 4, 7, 8, 16));

TEST(TradeLimits, AsManyOffersAsPromised) {
  const test::Node node(2);
  std::vector<std::vector<Offer>> got;
  std::thread other(
      [&] { trade(node.listener(1), node.secret(), 1, node.peers_of(1), test::marked_offers(1, kMaxOffers)); });
  got = trade(node.listener(0), node.secret(), 0, node.peers_of(0), test::marked_offers(0, kMaxOffers));
  other.join();
  test::expect_marks(got, node.peers_of(0), kMaxOffers);
}

TEST(TradeProcesses, CrossesProcesses) {
  constexpr int kPes = 4;
  const test::Node node(kPes);
  test::Children children;
  for (int pe = 1; pe < kPes; ++pe)
    children.start([&] {
      const auto got = trade(node.listener(pe), node.secret(), pe, node.peers_of(pe), test::marked_offers(pe, 2));
      test::expect_marks(got, node.peers_of(pe), 2);
    });
  test::expect_marks(trade(node.listener(0), node.secret(), 0, node.peers_of(0), test::marked_offers(0, 2)),
                     node.peers_of(0), 2);
  children.expect_good_ends();
}

}  // namespace
}  // namespace isthmus::node

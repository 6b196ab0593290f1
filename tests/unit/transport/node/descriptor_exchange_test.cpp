// Peers are threads of this process: each must get every other's descriptors, recognised by the contents of their
// files.
#include "transport/node/descriptor_exchange.hpp"

#include <gtest/gtest.h>

#include <cstring>
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

class DescriptorExchange : public ::testing::TestWithParam<int> {};

TEST_P(DescriptorExchange, GivesEverybodyEverything) {
  const int n = GetParam();
  const test::Node node(n);
  std::vector<std::vector<std::vector<Offer>>> got(static_cast<std::size_t>(n));
  std::vector<std::thread> threads;
  for (int pe = 0; pe < n; ++pe)
    threads.emplace_back([&, pe] {
      got[static_cast<std::size_t>(pe)] =
          exchange_descriptors(node.listener(pe), node.secret(), pe, node.peers_of(pe), test::marked_offers(pe, 3));
    });
  for (std::thread& thread : threads) thread.join();
  for (int pe = 0; pe < n; ++pe) test::expect_marks(got[static_cast<std::size_t>(pe)], node.peers_of(pe), 3);
}

INSTANTIATE_TEST_SUITE_P(Peers, DescriptorExchange, ::testing::Values(1, 2, 3, 4, 7, 8, 16));

TEST(DescriptorExchangeLimits, AsManyOffersAsPromised) {
  const test::Node node(2);
  std::vector<std::vector<Offer>> got;
  std::thread other([&] {
    exchange_descriptors(node.listener(1), node.secret(), 1, node.peers_of(1), test::marked_offers(1, kMaxOffers));
  });
  got = exchange_descriptors(node.listener(0), node.secret(), 0, node.peers_of(0), test::marked_offers(0, kMaxOffers));
  other.join();
  test::expect_marks(got, node.peers_of(0), kMaxOffers);
}

/// Device memory: some offers come with a handle, some with a descriptor, some with both, some with neither.
TEST(DescriptorExchangeHandles, TravelBesideDescriptorsOrWithoutThem) {
  const test::Node node(2);
  const auto offers_of = [](int pe) {
    std::vector<Offer> offers = test::marked_offers(pe, 5);
    for (const std::size_t i : {1U, 3U}) offers[i].fd.reset();
    for (const std::size_t i : {1U, 2U}) {
      offers[i].handle.fill(static_cast<std::byte>(16 * pe + static_cast<int>(i)));
      offers[i].skipped = 1000 + i;
    }
    std::strcpy(offers[3].refusal.data(), "the driver refuses");
    return offers;
  };
  std::thread other([&] { exchange_descriptors(node.listener(1), node.secret(), 1, node.peers_of(1), offers_of(1)); });
  const std::vector<Offer> got =
      std::move(exchange_descriptors(node.listener(0), node.secret(), 0, node.peers_of(0), offers_of(0))[0]);
  other.join();
  const std::vector<Offer> sent = offers_of(1);
  ASSERT_EQ(got.size(), sent.size());
  for (std::size_t i = 0; i < sent.size(); ++i) {
    EXPECT_EQ(static_cast<bool>(got[i].fd), static_cast<bool>(sent[i].fd)) << i;
    EXPECT_EQ(got[i].handle, sent[i].handle) << i;
    EXPECT_EQ(got[i].skipped, sent[i].skipped) << i;
    EXPECT_EQ(got[i].refusal, sent[i].refusal) << i;
    EXPECT_EQ(got[i].bytes, sent[i].bytes) << i;
    EXPECT_EQ(got[i].base, sent[i].base) << i;
    if (!got[i].fd) continue;
    std::string seen(64, '\0');
    seen.resize(static_cast<std::size_t>(pread(got[i].fd.get(), seen.data(), seen.size(), 0)));
    EXPECT_EQ(seen, test::mark(1, i));
  }
}

TEST(DescriptorExchangeProcesses, CrossesProcesses) {
  constexpr int kPes = 4;
  const test::Node node(kPes);
  test::Children children;
  for (int pe = 1; pe < kPes; ++pe)
    children.start([&] {
      const auto got =
          exchange_descriptors(node.listener(pe), node.secret(), pe, node.peers_of(pe), test::marked_offers(pe, 2));
      test::expect_marks(got, node.peers_of(pe), 2);
    });
  test::expect_marks(
      exchange_descriptors(node.listener(0), node.secret(), 0, node.peers_of(0), test::marked_offers(0, 2)),
      node.peers_of(0), 2);
  children.expect_good_ends();
}

}  // namespace
}  // namespace isthmus::node

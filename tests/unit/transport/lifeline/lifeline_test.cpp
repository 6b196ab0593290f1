// The lifeline must tell every PE of a death, and none of a departure.
#include "transport/lifeline/lifeline.hpp"

#include <algorithm>
#include <numeric>

#include "expect_error.hpp"
#include "transport/lifeline/ring.hpp"

namespace isthmus::lifeline {
namespace {

using test::Ring;
using namespace std::chrono_literals;

class LifelineOf : public ::testing::TestWithParam<int> {};

TEST_P(LifelineOf, TellsEveryoneWhoDied) {
  const int n = GetParam();
  for (int victim = 0; victim < n; ++victim) {
    Ring ring(n, 400ms);
    ring.connect_all();
    ring.kill(victim);
    ring.progress(static_cast<std::size_t>(n - 1), 5s);
    EXPECT_EQ(ring.told().size(), static_cast<std::size_t>(n - 1)) << "victim " << victim;
    for (const auto& [pe, gone] : ring.told()) {
      EXPECT_NE(pe, victim);
      EXPECT_EQ(gone.pe, victim) << "as PE " << pe << " was told";
      EXPECT_EQ(gone.host, test::host_of(victim)) << "as PE " << pe << " was told";
    }
  }
}

TEST_P(LifelineOf, LetsPesLeaveInAnyOrder) {
  const int n = GetParam();
  std::vector<int> order(static_cast<std::size_t>(n));
  std::iota(order.begin(), order.end(), 0);
  for (int round = 0; round < n; ++round) {
    Ring ring(n, 400ms);
    ring.connect_all();
    for (const int pe : order) {
      ring[pe].goodbye();
      ring.kill(pe);
      ring.progress(1, 20ms);
    }
    ring.progress(1, 150ms);
    EXPECT_TRUE(ring.told().empty()) << ring.told().begin()->first;
    std::rotate(order.begin(), order.begin() + 1, order.end());
    if (round % 2) std::reverse(order.begin(), order.end());
  }
}

TEST_P(LifelineOf, LetsEverySecondPeLeaveAtOnce) {
  const int n = GetParam();
  Ring ring(n, 400ms);
  ring.connect_all();
  std::vector<std::thread> leaving;
  for (int pe = 1; pe < n; pe += 2)
    leaving.emplace_back([&ring, pe] {
      ring[pe].goodbye();
      ring.kill(pe);
    });
  for (std::thread& thread : leaving) thread.join();
  ring.progress(1, 300ms);
  EXPECT_TRUE(ring.told().empty()) << ring.told().begin()->first;
}

INSTANTIATE_TEST_SUITE_P(Pes, LifelineOf, ::testing::Values(2, 3, 4, 7));

TEST(Lifeline, OfOnePeHasNobodyToMeet) {
  Ring ring(1);
  ring.connect(0);
  ring.progress(1, 50ms);
  ring[0].goodbye();
  EXPECT_TRUE(ring.told().empty());
}

TEST(Lifeline, SurvivorsAreToldOfADeathAfterSomeHaveLeft) {
  Ring ring(4);
  ring.connect_all();
  ring[2].goodbye();
  ring.progress(1, 50ms);
  ring.kill(3);
  ring.progress(2, 5s);
  // PE 1 hears of it from PE 0: the ring is open at PE 2.
  ASSERT_EQ(ring.told().size(), 2U);
  EXPECT_EQ(ring.told().at(0).pe, 3);
  EXPECT_EQ(ring.told().at(1).pe, 3);
}

TEST(Lifeline, NamesTheFirstOfTwoDeaths) {
  Ring ring(5);
  ring.connect_all();
  ring.kill(2);
  ring.progress(1, 100ms);  // all PEs know of it, but the grace period has not passed
  EXPECT_TRUE(ring.told().empty()) << "told without grace";
  ring.kill(4);
  ring.progress(3, 5s);
  for (const int pe : {0, 1, 3}) {
    ASSERT_TRUE(ring.told().contains(pe));
    EXPECT_EQ(ring.told().at(pe).pe, 2);
  }
}

TEST(Lifeline, WhoHasLeftIsNotTold) {
  Ring ring(3);
  ring.connect_all();
  ring.kill(1);
  ring.progress(1, 100ms);
  ring[0].goodbye();
  ring.progress(2, 1s);
  EXPECT_EQ(ring.told().size(), 1U);
  EXPECT_TRUE(ring.told().contains(2));
  // The descriptor must not stay readable, which would keep a polling thread busy.
  pollfd quiet{ring[0].fd(), POLLIN, 0};
  EXPECT_EQ(poll(&quiet, 1, 0), 0);
}

TEST(Lifeline, CannotListenAtAnotherMachinesAddress) {
  const std::string error =
      test::setup_error([] { Lifeline("192.0.2.1", test::kSecret, 0, 2, 2s, [](int, const std::string&) {}); });
  EXPECT_TRUE(test::contains(error, "cannot listen at 192.0.2.1"));
}

TEST(Lifeline, NeedsANumericAddress) {
  const std::string error =
      test::setup_error([] { Lifeline("localhost", test::kSecret, 0, 2, 2s, [](int, const std::string&) {}); });
  EXPECT_TRUE(test::contains(error, "not a numeric address"));
}

TEST(Lifeline, WorksOverIpv6) {
  std::string told_host;
  Lifeline zero("::1", test::kSecret, 0, 2, 1s, [&](int, const std::string& host) { told_host = host; });
  auto one = std::make_unique<Lifeline>("::1", test::kSecret, 1, 2, 1s, [](int, const std::string&) {});
  const std::string longest(64, 'h');
  std::thread other([&] { one->connect([&](int pe) { return Neighbour{pe, zero.address(), "a"}; }); });
  zero.connect([&](int pe) { return Neighbour{pe, one->address(), longest}; });
  other.join();
  one.reset();
  for (const auto end = test::Clock::now() + 3s; told_host.empty() && test::Clock::now() < end; zero.handle())
    poll(nullptr, 0, 10);
  EXPECT_EQ(told_host, longest);
}

}  // namespace
}  // namespace isthmus::lifeline

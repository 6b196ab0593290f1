// What devices see, where the device is the host.
#include "device/tables.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "sizes.hpp"

namespace isthmus::device {
namespace {

class Tables : public ::testing::Test {
 protected:
  static constexpr int kCycles = 100;

  memory::SymmetricMemory memory_{{{.id = 1, .size = kMi}}, kMi, kMi, 0, 1};
  Home home_{memory_, memkind::kHost};
};

TEST_F(Tables, OfDroppedSpacesAreUsedAgain) {
  comm::Team world;
  world.pes = comm::PeSet(0, 1, 1);
  Map map(home_, memory_, world, {});
  isthmus_device_state state{};
  std::set<const std::uint64_t*> tables;
  for (int cycle = 0; cycle < kCycles; ++cycle) {
    memory::Partition& space = memory_.make_space({.id = memory_.next_space(), .size = kMi});
    map.describe(state);
    const isthmus_device_segment& row = state.segments[state.n_segments - 1];
    EXPECT_EQ(row.base, space.segment().base);
    EXPECT_EQ(row.mapped[0], space.segment().base);
    tables.insert(row.mapped);
    memory_.drop(space);
    map.describe(state);
  }
  EXPECT_EQ(tables.size(), 1U);
}

TEST_F(Tables, OfIrregularTeamsAreUsedAgain) {
  Directory directory(home_);
  std::set<const std::int32_t*> lists;
  for (int cycle = 0; cycle < kCycles; ++cycle) {
    comm::Team team;
    team.pes = comm::PeSet(std::vector<int>{0, 1, 4 + cycle});
    directory.add_team(77, team, true);
    const isthmus_device_team& row = directory.shared()->team[0];
    ASSERT_NE(row.list, nullptr);
    EXPECT_EQ(row.list[2], 4 + cycle);
    lists.insert(row.list);
    directory.remove_team(77);
    EXPECT_EQ(row.handle, 0U);
  }
  EXPECT_EQ(lists.size(), 1U);
}

TEST_F(Tables, AreZeroAgain) {
  auto* const first = static_cast<char*>(home_.on_device(1000));
  std::fill_n(first, 1000, 'x');
  home_.give_back(first, 1000);
  EXPECT_NE(home_.on_device(2000), first);
  auto* const again = static_cast<char*>(home_.on_device(1001));  // as many, rounded up
  EXPECT_EQ(again, first);
  EXPECT_EQ(std::count(again, again + 1001, 0), 1001);
}

}  // namespace
}  // namespace isthmus::device

#include "runtime/team_pool.hpp"

#include <gtest/gtest.h>

namespace isthmus::runtime {
namespace {

TEST(TeamPool, KnowsItsLivingTeamsAndNothingElse) {
  TeamPool pool;
  comm::Team& first = pool.add(comm::kFirstFreeSlot);
  comm::Team& last = pool.add(comm::kTeamSlots - 1);
  EXPECT_TRUE(pool.knows(&first));
  EXPECT_TRUE(pool.knows(&last));
  EXPECT_EQ(first.slot, comm::kFirstFreeSlot);
  EXPECT_EQ(last.slot, comm::kTeamSlots - 1);
  EXPECT_EQ(pool.at(comm::kFirstFreeSlot), &first);
  EXPECT_EQ(pool.at(comm::kFirstFreeSlot + 1), nullptr);
  const auto moved = [](comm::Team& team, std::uintptr_t bytes) {
    return reinterpret_cast<comm::Team*>(reinterpret_cast<std::uintptr_t>(&team) + bytes);
  };
  comm::Team elsewhere;
  for (comm::Team* wild :
       {&elsewhere, moved(first, 8), moved(first, sizeof(comm::Team)), moved(last, sizeof(comm::Team)),
        moved(first, -3 * sizeof(comm::Team)), static_cast<comm::Team*>(nullptr)})
    EXPECT_FALSE(pool.knows(wild)) << wild;
  pool.remove(comm::kFirstFreeSlot);
  EXPECT_FALSE(pool.knows(&first));
  EXPECT_TRUE(pool.knows(&last));
}

TEST(TeamPool, ATeamBeginsEmptyWhereAnotherWas) {
  TeamPool pool;
  comm::Team& before = pool.add(9);
  before.me = 5;
  before.pes = comm::PeSet(std::vector{3, 1, 8});
  before.node.generation = 77;
  before.node.slots.resize(3);
  pool.remove(9);
  const comm::Team& after = pool.add(9);
  EXPECT_EQ(after.me, 0);
  EXPECT_EQ(after.pes.size(), 0);
  EXPECT_EQ(after.node.generation, 0U);
  EXPECT_EQ(after.node.size(), 0);
  EXPECT_EQ(after.wire, nullptr);
  EXPECT_EQ(after.slot, 9);
}

}  // namespace
}  // namespace isthmus::runtime

#include "memory/segment.hpp"

#include <gtest/gtest.h>

namespace isthmus::memory {
namespace {

void* at(std::uintptr_t address) { return reinterpret_cast<void*>(address); }

TEST(PeerTable, StartsEmptyAndKeepsWhatIsSet) {
  PeerTable table(8);
  for (int pe = 0; pe < 8; ++pe) EXPECT_EQ(table.get()[pe], 0U);
  for (int pe = 0; pe < 8; ++pe) table.set(pe, at(0x1000U + static_cast<unsigned>(pe)));
  for (int pe = 0; pe < 8; ++pe) EXPECT_EQ(table.get()[pe], 0x1000U + static_cast<unsigned>(pe));
}

TEST(PeerTable, NumbersALittleOutOfRangeReadAsNotMapped) {
  PeerTable table(4);
  for (int pe = 0; pe < 4; ++pe) table.set(pe, at(0x1000));
  for (const int pe : {-1, -2, -1000, 4, 5, 1000}) EXPECT_EQ(table.get()[pe], 0U) << pe;
}

TEST(PeerTable, IsLargeWithoutCost) {
  constexpr int kPes = 1 << 30;  // 8 GiB of entries
  PeerTable table(kPes);
  table.set(kPes - 1, at(0x1000));
  EXPECT_EQ(table.get()[kPes - 1], 0x1000U);
  EXPECT_EQ(table.get()[kPes / 2], 0U);
}

TEST(PeerTable, SurvivesAMove) {
  PeerTable first(2);
  first.set(1, at(0x2000));
  const PeerTable second(std::move(first));
  EXPECT_EQ(second.get()[1], 0x2000U);
}

TEST(Segment, HoldsItsFirstAndLastByteAndNoOther) {
  const Segment segment{"test", &memkind::kHost, 0x10000, 0x2000, PeerTable(1), {}};
  EXPECT_TRUE(segment.holds(at(0x10000)));
  EXPECT_TRUE(segment.holds(at(0x11fff)));
  EXPECT_FALSE(segment.holds(at(0x12000)));
  EXPECT_FALSE(segment.holds(at(0xffff)));
  EXPECT_FALSE(segment.holds(nullptr));
  EXPECT_FALSE(segment.holds(at(UINTPTR_MAX)));
  EXPECT_EQ(segment.offset(at(0x10010)), 0x10U);
}

TEST(Segment, WithoutSizeHoldsNothing) {
  const Segment segment{"empty", &memkind::kHost, 0, 0, PeerTable(1), {}};
  EXPECT_FALSE(segment.holds(nullptr));
  EXPECT_FALSE(segment.holds(at(0x1000)));
}

}  // namespace
}  // namespace isthmus::memory

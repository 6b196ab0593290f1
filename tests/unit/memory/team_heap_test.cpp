#include "memory/team_heap.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <string>

#include "expect_error.hpp"
#include "sizes.hpp"

namespace isthmus::memory {
namespace {

const void* at(const TeamHeap& heap, std::size_t offset) {
  return reinterpret_cast<const void*>(heap.segment().base + offset);
}

TEST(TeamHeap, ProposesTheLowestPlaceFromAnOffsetOn) {
  TeamHeap heap({.id = 0, .size = kMi}, nullptr, 1);
  const auto first = heap.propose(0, 100, 16);
  EXPECT_EQ(first.offset, 0U);
  EXPECT_EQ(first.bytes, 128U);
  EXPECT_FALSE(first.others);
  const auto second = heap.propose(0, 1, 16);
  EXPECT_EQ(second.offset, 128U);
  EXPECT_TRUE(second.others);
  const auto third = heap.propose(130, 64, 4096);
  EXPECT_EQ(third.offset, 4096U);
  heap.drop(first);
  const auto again = heap.propose(0, 128, 16);
  EXPECT_EQ(again.offset, 0U);
  heap.drop(again);
  heap.drop(second);
  heap.drop(third);
  EXPECT_EQ(heap.propose(0, kMi, 2 * kMi).offset, 0U);
}

TEST(TeamHeap, RefusesWhatDoesNotFit) {
  TeamHeap heap({.id = 0, .size = kMi}, nullptr, 1);
  for (const std::size_t bytes : {kMi + 1, SIZE_MAX, SIZE_MAX - 63})
    EXPECT_EQ(heap.propose(0, bytes, 16).offset, TeamHeap::kNone) << bytes;
  EXPECT_EQ(heap.propose(1, kMi, 16).offset, TeamHeap::kNone);
  EXPECT_EQ(heap.propose(0, 64, 4 * kMi).offset, TeamHeap::kNone);  // more than all PEs' regions promise
  heap.drop(heap.propose(0, kMi + 1, 16));                          // an offer without a block
  EXPECT_FALSE(heap.propose(0, 1, 1).others);
}

TEST(TeamHeap, BlocksBelongToOneOwner) {
  TeamHeap heap({.id = 0, .size = kMi}, nullptr, 1);
  const auto first = heap.propose(0, 1000, 16), second = heap.propose(0, 1000, 16);
  heap.keep(first, 3);
  heap.keep(second, 4);
  EXPECT_FALSE(heap.propose(kMi, 1, 1).others);
  std::memset(const_cast<void*>(at(heap, first.offset)), 1, 1000);
  EXPECT_EQ(heap.extent(3, at(heap, first.offset)), 1024U);
  EXPECT_EQ(heap.extent(4, at(heap, first.offset)), 0U);
  EXPECT_EQ(heap.extent(3, at(heap, first.offset + 64)), 0U);
  int elsewhere = 0;
  EXPECT_EQ(heap.extent(3, &elsewhere), 0U);
  heap.free(3, at(heap, first.offset));
  EXPECT_EQ(heap.extent(3, at(heap, first.offset)), 0U);
  EXPECT_EQ(heap.propose(0, 1000, 16).offset, first.offset);
}

TEST(TeamHeap, AnOwnersBlocksGoTogether) {
  TeamHeap heap({.id = 0, .size = kMi}, nullptr, 1);
  for (int i = 0; i < 12; ++i) heap.keep(heap.propose(0, 64, 16), 10 + i % 3);
  heap.free_all(11);
  heap.free_all(99);  // a team without blocks
  for (std::size_t i = 0; i < 12; ++i)
    EXPECT_EQ(heap.extent(10 + static_cast<int>(i % 3), at(heap, 64 * i)), i % 3 == 1 ? 0U : 64U);
  EXPECT_EQ(heap.propose(0, 64, 16).offset, 64U);
}

TEST(TeamHeap, TooLargeForTheAddressSpaceNamesTheRemedy) {
  const std::string message =
      test::setup_error([] { TeamHeap({.id = 0, .size = std::size_t{300} << 40}, nullptr, 1); });
  EXPECT_TRUE(test::contains(message, "SHMEM_TEAM_HEAP_SIZE"));
}

}  // namespace
}  // namespace isthmus::memory

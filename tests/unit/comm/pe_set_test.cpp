#include "comm/pe_set.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace isthmus::comm {
namespace {

/// The set as the plain list that it stands for.
void expect_members(const PeSet& set, const std::vector<int>& expected) {
  ASSERT_EQ(set.size(), static_cast<int>(expected.size()));
  for (int member = 0; member < set.size(); ++member) {
    EXPECT_EQ(set.pe(member), expected[static_cast<std::size_t>(member)]);
    EXPECT_EQ(set.find(expected[static_cast<std::size_t>(member)]), member);
  }
  for (int pe = -20; pe < 60; ++pe) {
    if (std::find(expected.begin(), expected.end(), pe) == expected.end()) {
      EXPECT_EQ(set.find(pe), -1) << pe;
    }
  }
}

TEST(PeSet, Empty) { expect_members(PeSet(), {}); }

TEST(PeSet, Triplets) {
  expect_members(PeSet(0, 1, 4), {0, 1, 2, 3});
  expect_members(PeSet(3, 5, 4), {3, 8, 13, 18});
  expect_members(PeSet(9, -3, 4), {9, 6, 3, 0});
  expect_members(PeSet(7, 0, 1), {7});
  expect_members(PeSet(7, 4, 1), {7});
}

TEST(PeSet, Lists) {
  for (const std::vector<int>& list :
       {std::vector{5}, {0, 1, 2}, {2, 4, 6, 8}, {8, 6, 4}, {0, 1, 3}, {7, 2, 40, 0}, {3, 9}, {9, 3}})
    expect_members(PeSet(list), list);
}

TEST(PeSet, SubsetsOfEitherForm) {
  expect_members(PeSet(10, 2, 8).subset(1, 3, 3), {12, 18, 24});
  expect_members(PeSet(10, 2, 8).subset(7, -2, 3), {24, 20, 16});
  expect_members(PeSet(std::vector{7, 2, 40, 0, 5}).subset(0, 2, 3), {7, 40, 5});
  expect_members(PeSet(std::vector{7, 2, 40, 0, 5}).subset(4, -1, 2), {5, 0});
}

}  // namespace
}  // namespace isthmus::comm

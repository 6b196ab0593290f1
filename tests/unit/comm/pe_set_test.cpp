#include "comm/pe_set.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

namespace isthmus::comm {
namespace {

/// Compares the set with the plain list that it stands for.
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
  for (const std::vector<int>& list : {std::vector{5},
                                       {0, 1, 2},
                                       {2, 4, 6, 8},
                                       {8, 6, 4},
                                       {0, 1, 3},
                                       {7, 2, 40, 0},
                                       {3, 9},
                                       {9, 3},
                                       {0, 2, 3, 5, 7, 11, 13},
                                       {13, 11, 7, 5, 3, 2, 0},
                                       {1, 0, 3, 2, 5, 4}})
    expect_members(PeSet(list), list);
}

TEST(PeSet, FindsEachOfManyInAnyOrder) {
  std::vector<int> list(1000);
  for (int i = 0; i < 1000; ++i) list[static_cast<std::size_t>(i)] = i * 377 % 1000 * 3;  // 377 and 1000 are coprime
  const PeSet set(list);
  for (int i = 0; i < 1000; ++i) {
    EXPECT_EQ(set.pe(i), list[static_cast<std::size_t>(i)]);
    EXPECT_EQ(set.find(list[static_cast<std::size_t>(i)]), i);
    EXPECT_EQ(set.find(list[static_cast<std::size_t>(i)] + 1), -1);
  }
}

TEST(PeSet, SubsetsOfEitherForm) {
  expect_members(PeSet(10, 2, 8).subset(1, 3, 3), {12, 18, 24});
  expect_members(PeSet(10, 2, 8).subset(7, -2, 3), {24, 20, 16});
  expect_members(PeSet(std::vector{7, 2, 40, 0, 5}).subset(0, 2, 3), {7, 40, 5});
  expect_members(PeSet(std::vector{7, 2, 40, 0, 5}).subset(4, -1, 2), {5, 0});
  expect_members(PeSet(std::vector{7, 2, 40, 0, 5}).subset(4, -1, 5), {5, 0, 40, 2, 7});
  expect_members(PeSet(std::vector{7, 2, 40, 0, 5}).subset(2, 9, 1), {40});
  expect_members(PeSet(std::vector{0, 3, 1, 4, 2, 5}).subset(0, 2, 3), {0, 1, 2});  // a list that has a triplet
}

TEST(PeSet, OneMemberTakesAnyStride) {
  expect_members(PeSet(10, 3, 8).subset(2, std::numeric_limits<int>::max(), 1), {16});
  expect_members(PeSet(10, 3, 8).subset(2, 0, 1).subset(0, std::numeric_limits<int>::min(), 1), {16});
}

}  // namespace
}  // namespace isthmus::comm

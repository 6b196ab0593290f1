#include "memory/segregated_fit.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include "sizes.hpp"

namespace isthmus::memory {
namespace {

std::size_t resident_bytes() {
  std::size_t total = 0, resident = 0;
  std::ifstream("/proc/self/statm") >> total >> resident;
  return resident * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

TEST(SegregatedFit, TheWholePoolIsOneAllocation) {
  for (const std::size_t pool : {std::size_t{4096}, 3 * kMi, 100 * kMi, 64 * kGi, 100 * kGi + kMi}) {
    SegregatedFit fit(pool);
    EXPECT_EQ(fit.largest_free(), pool);
    EXPECT_EQ(fit.allocate(pool + 1), SegregatedFit::kNone);
    EXPECT_EQ(fit.allocate(pool), 0U);
    EXPECT_EQ(fit.used(), pool);
    EXPECT_EQ(fit.largest_free(), 0U);
    EXPECT_EQ(fit.allocate(1), SegregatedFit::kNone);
    EXPECT_TRUE(fit.free(0));
    EXPECT_EQ(fit.allocate(pool), 0U) << "cannot be had a second time";
  }
}

TEST(SegregatedFit, ABlockCostsWhatItHoldsNotAPowerOfTwo) {
  SegregatedFit fit(100 * kMi);
  EXPECT_NE(fit.allocate(60 * kMi), SegregatedFit::kNone);
  EXPECT_NE(fit.allocate(32 * kMi), SegregatedFit::kNone);
  EXPECT_EQ(fit.used(), 92 * kMi);
  std::size_t rest = 0;
  for (std::size_t largest = 0; (largest = fit.largest_free()) > 0; rest += largest)
    ASSERT_NE(fit.allocate(largest), SegregatedFit::kNone);
  EXPECT_EQ(rest, 8 * kMi);
}

TEST(SegregatedFit, ExhaustionIsAnAnswerAndNotTheEnd) {
  SegregatedFit fit(kMi);
  std::vector<std::size_t> blocks;
  for (std::size_t at = 0; (at = fit.allocate(1000)) != SegregatedFit::kNone;) blocks.push_back(at);
  EXPECT_EQ(blocks.size(), kMi / 1024);
  EXPECT_TRUE(fit.free(blocks[500]));
  EXPECT_EQ(fit.allocate(1025), SegregatedFit::kNone);
  EXPECT_EQ(fit.allocate(1000), blocks[500]);
}

TEST(SegregatedFit, NothingAndTooMuchAreRefused) {
  SegregatedFit fit(kMi);
  EXPECT_EQ(fit.allocate(0), SegregatedFit::kNone);
  for (const std::size_t bytes : {kMi + 1, kTi, SIZE_MAX / 2, SIZE_MAX - 63, SIZE_MAX})
    EXPECT_EQ(fit.allocate(bytes), SegregatedFit::kNone) << bytes;
  EXPECT_EQ(fit.allocate(64, std::size_t{1} << 62), 0U) << "offset 0 has every alignment";
  EXPECT_EQ(fit.allocate(64, std::size_t{1} << 62), SegregatedFit::kNone);
  EXPECT_EQ(fit.used(), 64U);
}

TEST(SegregatedFit, AlignsUpToTwoMebibytes) {
  SegregatedFit fit(64 * kMi);
  ASSERT_EQ(fit.allocate(1), 0U);
  for (std::size_t alignment = 1; alignment <= 2 * kMi; alignment *= 2) {
    const std::size_t at = fit.allocate(1, alignment);
    ASSERT_NE(at, SegregatedFit::kNone) << alignment;
    EXPECT_EQ(at % alignment, 0U) << alignment;
  }
}

TEST(SegregatedFit, NeighboursServeALargeRequest) {
  SegregatedFit fit(4 * kMi);
  std::vector<std::size_t> quarters;
  for (int i = 0; i < 4; ++i) quarters.push_back(fit.allocate(kMi));
  EXPECT_TRUE(fit.free(kMi));
  EXPECT_TRUE(fit.free(2 * kMi));
  EXPECT_EQ(fit.largest_free(), 2 * kMi);
  EXPECT_EQ(fit.allocate(2 * kMi), kMi);
}

TEST(SegregatedFit, GrowsIntoWhatIsFreeBehind) {
  SegregatedFit fit(16 * kMi);
  ASSERT_EQ(fit.allocate(9 * kMi), 0U);
  EXPECT_TRUE(fit.grow(0, 10 * kMi));
  EXPECT_EQ(fit.extent(0), 10 * kMi);
  EXPECT_EQ(fit.used(), 10 * kMi);
  EXPECT_EQ(fit.allocate(kMi), 10 * kMi);
  EXPECT_FALSE(fit.grow(0, 10 * kMi + 1)) << "into its neighbour";
  EXPECT_EQ(fit.extent(0), 10 * kMi);
  EXPECT_TRUE(fit.free(10 * kMi));
  EXPECT_FALSE(fit.grow(0, 16 * kMi + 1));
  EXPECT_FALSE(fit.grow(0, SIZE_MAX));
  EXPECT_TRUE(fit.grow(0, 16 * kMi));
  EXPECT_EQ(fit.largest_free(), 0U);
  EXPECT_TRUE(fit.free(0));
  EXPECT_EQ(fit.largest_free(), 16 * kMi);
}

TEST(SegregatedFit, GrowingAgainAndAgainDoesNotWanderThroughThePool) {
  for (const std::size_t step : {std::size_t{0}, std::size_t{5000}}) {  // 0: twice as large each time
    SegregatedFit fit(kGi);
    ASSERT_NE(fit.allocate(64), SegregatedFit::kNone);
    std::size_t top = 0;
    for (int times = 0; times < 2000; ++times) {
      std::size_t at = fit.allocate(100);
      for (std::size_t bytes = 100; bytes < 40000;) {
        bytes = step == 0 ? 2 * bytes : bytes + step;
        if (!fit.grow(at, bytes)) {
          const std::size_t larger = fit.allocate(bytes);
          ASSERT_NE(larger, SegregatedFit::kNone);
          ASSERT_TRUE(fit.free(at));
          at = larger;
        }
        top = std::max(top, at + bytes);
      }
      ASSERT_TRUE(fit.free(at));
    }
    EXPECT_LT(top, 512 * kKi);
  }
}

/// A block grows in place where allocate() would take memory that was never used all the same: what is free elsewhere
/// is large enough, but has no page to start on.
TEST(SegregatedFit, GrowsWhereAnotherPlaceWouldBeNewToo) {
  SegregatedFit fit(4 * kMi);
  ASSERT_EQ(fit.allocate(100), 0U);
  const std::size_t hole = fit.allocate(63 * kKi), wall = fit.allocate(4096);  // below kLarge, so not on a page
  ASSERT_EQ(hole, 128U);
  const std::size_t hole_end = fit.allocate(2 * kKi);
  ASSERT_EQ(hole_end, wall + 4096);
  const std::size_t last = fit.allocate(64 * kKi);
  ASSERT_EQ(last % 4096, 0U);
  EXPECT_TRUE(fit.free(hole));
  EXPECT_TRUE(fit.free(wall));
  const std::size_t top = last + 64 * kKi, bytes = 64 * kKi + 512;
  ASSERT_GE(fit.extent(hole_end), 1U);
  ASSERT_TRUE(fit.grow(last, bytes)) << "a new block would have lain behind " << top;
}

/// Behind more blocks of its class than allocate() looks at first: lists begin with what was freed last.
TEST(SegregatedFit, FindsTheOnlyBlockOfAnAlignmentBehindManyOthers) {
  constexpr std::size_t kBlocks = 20000, only = 64 * (6 * 1000 + 4);
  SegregatedFit fit(kBlocks * 64);
  for (std::size_t i = 0; i < kBlocks; ++i) ASSERT_EQ(fit.allocate(64), 64 * i);
  ASSERT_TRUE(fit.free(only));
  for (std::size_t i = 1; i < kBlocks; i += 6)
    ASSERT_TRUE(fit.free(64 * i));  // none is aligned to 128, or has a neighbour
  EXPECT_EQ(fit.allocate(64, 128), only);
  EXPECT_EQ(fit.allocate(64, 128), SegregatedFit::kNone);
}

TEST(SegregatedFit, TakesTheEndOfThePoolLast) {
  SegregatedFit fit(64 * kMi);
  ASSERT_EQ(fit.allocate(33 * kMi), 0U);
  ASSERT_EQ(fit.allocate(64), 33 * kMi);
  ASSERT_TRUE(fit.free(0));
  EXPECT_EQ(fit.allocate(30 * kMi), 0U) << "the end is smaller, but was never used";
}

TEST(SegregatedFit, DoesNotGrowIntoNewMemoryWhereThereIsRoomElsewhere) {
  SegregatedFit fit(kGi);
  ASSERT_EQ(fit.allocate(kMi), 0U);
  ASSERT_EQ(fit.allocate(64), kMi);
  const std::size_t last = fit.allocate(100);
  ASSERT_EQ(last, kMi + 64);
  ASSERT_TRUE(fit.free(0));
  EXPECT_FALSE(fit.grow(last, 5000));
  ASSERT_EQ(fit.allocate(kMi), 0U);
  EXPECT_TRUE(fit.grow(last, 5000)) << "now there is none";
}

/// Allocates and frees at random, with `percent` of the pool in use at most: the sizes are of 16 bytes to `largest`, as
/// many of each power of two. Returns where the blocks ended at most, kNone if one could not be had.
std::size_t churn(std::size_t pool, std::size_t largest, std::size_t percent) {
  SegregatedFit fit(pool);
  std::mt19937_64 random(largest + percent);
  std::vector<std::size_t> blocks;
  std::size_t top = 0;
  for (int times = 0; times < 20000; ++times) {
    const double bits = std::uniform_real_distribution(4.0, std::log2(static_cast<double>(largest)))(random);
    const auto bytes = static_cast<std::size_t>(std::exp2(bits));
    while (fit.used() + bytes > pool / 100 * percent) {
      std::swap(blocks[random() % blocks.size()], blocks.back());
      EXPECT_TRUE(fit.free(blocks.back()));
      blocks.pop_back();
    }
    blocks.push_back(fit.allocate(bytes));
    if (blocks.back() == SegregatedFit::kNone) return SegregatedFit::kNone;
    top = std::max(top, blocks.back() + bytes);
  }
  return top;
}

TEST(SegregatedFit, MostOfThePoolCanBeInUse) {
  EXPECT_NE(churn(64 * kMi, 4 * kKi, 90), SegregatedFit::kNone);
  EXPECT_NE(churn(64 * kMi, 256 * kKi, 75), SegregatedFit::kNone);
  EXPECT_NE(churn(64 * kMi, 2 * kMi, 55), SegregatedFit::kNone);
}

TEST(SegregatedFit, MemoryIsUsedAgainBeforeOther) {
  for (const std::size_t largest : {4 * kKi, 256 * kKi, 2 * kMi})
    EXPECT_LT(churn(kGi, largest, 2), 40 * kMi) << "largest block " << largest;  // 20.4 MiB in use
}

TEST(SegregatedFit, LargeBlocksStartOnAPage) {
  SegregatedFit fit(kMi);
  ASSERT_EQ(fit.allocate(100), 0U);
  EXPECT_EQ(fit.allocate(64 * kKi), 4096U);
  EXPECT_EQ(fit.allocate(100), 128U) << "what is before the page is used";
  EXPECT_EQ(fit.allocate(kMi - 68 * kKi), 68 * kKi);
  EXPECT_TRUE(fit.free(4096));
  EXPECT_EQ(fit.allocate(68 * kKi - 256), 256U) << "where there is no room on a page, on a granule";
}

TEST(SegregatedFit, ShrinkGivesTheEndBack) {
  SegregatedFit fit(kMi);
  ASSERT_EQ(fit.allocate(kMi), 0U);
  fit.shrink(0, kMi);
  EXPECT_EQ(fit.extent(0), kMi);
  fit.shrink(0, 300 * 1024 + 1);
  EXPECT_EQ(fit.extent(0), 300 * 1024 + 64U);
  EXPECT_EQ(fit.used(), 300 * 1024 + 64U);
  EXPECT_EQ(fit.largest_free(), kMi - 300 * 1024 - 64);
  EXPECT_EQ(fit.allocate(kMi - 300 * 1024 - 64), 300 * 1024 + 64U);
  fit.shrink(0, 0);
  EXPECT_EQ(fit.extent(0), 64U) << "a block never vanishes by shrinking";
  EXPECT_TRUE(fit.free(0));
}

TEST(SegregatedFit, WildAndDoubleFreesAreToldApartFromRealOnes) {
  SegregatedFit fit(kMi);
  const std::size_t at = fit.allocate(4096);
  for (const std::size_t wild :
       {at + 1, at + 64, at + 2048, at + 4096, kMi - 64, kMi, kMi + 64, SIZE_MAX, SIZE_MAX - 63}) {
    EXPECT_FALSE(fit.free(wild)) << wild;
    EXPECT_EQ(fit.extent(wild), 0U) << wild;
  }
  EXPECT_EQ(fit.used(), 4096U);
  EXPECT_TRUE(fit.free(at));
  EXPECT_FALSE(fit.free(at));
  EXPECT_EQ(fit.extent(at), 0U);
  EXPECT_EQ(fit.used(), 0U);
}

TEST(SegregatedFit, AHugePoolCostsNoMemory) {
  for (const std::size_t pool : {64 * kGi, kTi}) {
    const std::size_t before = resident_bytes();
    SegregatedFit fit(pool);
    const std::size_t small = fit.allocate(100);
    const std::size_t large = fit.allocate(pool / 2 - 4096, 2 * kMi);
    EXPECT_NE(small, SegregatedFit::kNone);
    EXPECT_NE(large, SegregatedFit::kNone);
    EXPECT_GE(fit.extent(large), pool / 2 - 4096);
    EXPECT_TRUE(fit.free(large));
    EXPECT_TRUE(fit.free(small));
    EXPECT_EQ(fit.allocate(pool), 0U);
    EXPECT_LT(resident_bytes(), before + kMi) << pool;
  }
}

TEST(SegregatedFit, OddHugePoolsKeepTheirLastByte) {
  for (const std::size_t pool : {128 * kGi + 4096, kTi + 4096, 3 * kTi - 4096, 5 * kTi + kGi}) {
    SegregatedFit fit(pool);
    const std::size_t most = fit.largest_free();
    EXPECT_GT(most, pool - 4096) << pool;
    EXPECT_EQ(fit.allocate(most), 0U) << pool;
    EXPECT_TRUE(fit.free(0));
  }
}

}  // namespace
}  // namespace isthmus::memory

#include "memory/buddy.hpp"
#include "sizes.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <string>
#include <vector>

namespace isthmus::memory {
namespace {

std::size_t resident_bytes() {
  std::size_t total = 0, resident = 0;
  std::ifstream("/proc/self/statm") >> total >> resident;
  return resident * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

TEST(Buddy, TheWholePoolIsOneAllocation) {
  for (const std::size_t pool : {std::size_t{4096}, 3 * kMi, 100 * kMi, 64 * kGi, 100 * kGi + kMi}) {
    Buddy buddy(pool);
    EXPECT_EQ(buddy.largest_free(), pool);
    EXPECT_EQ(buddy.allocate(pool + 1), Buddy::kNone);
    EXPECT_EQ(buddy.allocate(pool), 0U);
    EXPECT_EQ(buddy.used(), pool);
    EXPECT_EQ(buddy.largest_free(), 0U);
    EXPECT_EQ(buddy.allocate(1), Buddy::kNone);
    EXPECT_TRUE(buddy.free(0));
    EXPECT_EQ(buddy.allocate(pool), 0U) << "cannot be had a second time";
  }
}

TEST(Buddy, ABlockCostsWhatItHoldsNotAPowerOfTwo) {
  Buddy buddy(100 * kMi);
  EXPECT_NE(buddy.allocate(60 * kMi), Buddy::kNone);
  EXPECT_NE(buddy.allocate(32 * kMi), Buddy::kNone);
  EXPECT_EQ(buddy.used(), 92 * kMi);
  std::size_t rest = 0;
  for (std::size_t largest = 0; (largest = buddy.largest_free()) > 0; rest += largest)
    ASSERT_NE(buddy.allocate(largest), Buddy::kNone);
  EXPECT_EQ(rest, 8 * kMi);
}

TEST(Buddy, ExhaustionIsAnAnswerAndNotTheEnd) {
  Buddy buddy(kMi);
  std::vector<std::size_t> blocks;
  for (std::size_t at = 0; (at = buddy.allocate(1000)) != Buddy::kNone;) blocks.push_back(at);
  EXPECT_EQ(blocks.size(), kMi / 1024);
  EXPECT_TRUE(buddy.free(blocks[500]));
  EXPECT_EQ(buddy.allocate(1025), Buddy::kNone);
  EXPECT_EQ(buddy.allocate(1000), blocks[500]);
}

TEST(Buddy, NothingAndTooMuchAreRefused) {
  Buddy buddy(kMi);
  EXPECT_EQ(buddy.allocate(0), Buddy::kNone);
  for (const std::size_t bytes : {kMi + 1, kTi, SIZE_MAX / 2, SIZE_MAX - 63, SIZE_MAX})
    EXPECT_EQ(buddy.allocate(bytes), Buddy::kNone) << bytes;
  EXPECT_EQ(buddy.allocate(64, std::size_t{1} << 62), 0U) << "offset 0 has every alignment";
  EXPECT_EQ(buddy.allocate(64, std::size_t{1} << 62), Buddy::kNone);
  EXPECT_EQ(buddy.used(), 64U);
}

TEST(Buddy, AlignsUpToTwoMebibytes) {
  Buddy buddy(64 * kMi);
  ASSERT_EQ(buddy.allocate(1), 0U);
  for (std::size_t alignment = 1; alignment <= 2 * kMi; alignment *= 2) {
    const std::size_t at = buddy.allocate(1, alignment);
    ASSERT_NE(at, Buddy::kNone) << alignment;
    EXPECT_EQ(at % alignment, 0U) << alignment;
  }
}

TEST(Buddy, NeighboursThatAreNoBuddiesServeALargeRequest) {
  Buddy buddy(4 * kMi);
  std::vector<std::size_t> quarters;
  for (int i = 0; i < 4; ++i) quarters.push_back(buddy.allocate(kMi));
  // The two free blocks in the middle are adjacent, but belong to different halves and must not merge.
  EXPECT_TRUE(buddy.free(kMi));
  EXPECT_TRUE(buddy.free(2 * kMi));
  EXPECT_EQ(buddy.largest_free(), 2 * kMi);
  EXPECT_EQ(buddy.allocate(2 * kMi), kMi);
}

TEST(Buddy, GrowsIntoWhatIsFreeBehind) {
  Buddy buddy(16 * kMi);
  ASSERT_EQ(buddy.allocate(9 * kMi), 0U);
  EXPECT_TRUE(buddy.grow(0, 10 * kMi));
  EXPECT_EQ(buddy.extent(0), 10 * kMi);
  EXPECT_EQ(buddy.used(), 10 * kMi);
  EXPECT_EQ(buddy.allocate(kMi), 10 * kMi);
  EXPECT_FALSE(buddy.grow(0, 10 * kMi + 1)) << "into its neighbour";
  EXPECT_EQ(buddy.extent(0), 10 * kMi);
  EXPECT_TRUE(buddy.free(10 * kMi));
  EXPECT_FALSE(buddy.grow(0, 16 * kMi + 1));
  EXPECT_FALSE(buddy.grow(0, SIZE_MAX));
  EXPECT_TRUE(buddy.grow(0, 16 * kMi));
  EXPECT_EQ(buddy.largest_free(), 0U);
  EXPECT_TRUE(buddy.free(0));
  EXPECT_EQ(buddy.largest_free(), 16 * kMi);
}

TEST(Buddy, GrowingAgainAndAgainDoesNotWanderThroughThePool) {
  for (const std::size_t step : {std::size_t{0}, std::size_t{5000}}) {  // 0: twice as large each time
    Buddy buddy(kGi);
    ASSERT_NE(buddy.allocate(64), Buddy::kNone);
    std::size_t top = 0;
    for (int times = 0; times < 2000; ++times) {
      std::size_t at = buddy.allocate(100);
      for (std::size_t bytes = 100; bytes < 40000;) {
        bytes = step == 0 ? 2 * bytes : bytes + step;
        if (!buddy.grow(at, bytes)) {
          const std::size_t larger = buddy.allocate(bytes);
          ASSERT_NE(larger, Buddy::kNone);
          ASSERT_TRUE(buddy.free(at));
          at = larger;
        }
        top = std::max(top, at + bytes);
      }
      ASSERT_TRUE(buddy.free(at));
    }
    EXPECT_LT(top, 512 * kKi);
  }
}

TEST(Buddy, ShrinkGivesTheEndBack) {
  Buddy buddy(kMi);
  ASSERT_EQ(buddy.allocate(kMi), 0U);
  buddy.shrink(0, kMi);
  EXPECT_EQ(buddy.extent(0), kMi);
  buddy.shrink(0, 300 * 1024 + 1);
  EXPECT_EQ(buddy.extent(0), 300 * 1024 + 64U);
  EXPECT_EQ(buddy.used(), 300 * 1024 + 64U);
  EXPECT_EQ(buddy.largest_free(), kMi - 300 * 1024 - 64);
  EXPECT_EQ(buddy.allocate(kMi - 300 * 1024 - 64), 300 * 1024 + 64U);
  buddy.shrink(0, 0);
  EXPECT_EQ(buddy.extent(0), 64U) << "a block never vanishes by shrinking";
  EXPECT_TRUE(buddy.free(0));
}

TEST(Buddy, WildAndDoubleFreesAreToldApartFromRealOnes) {
  Buddy buddy(kMi);
  const std::size_t at = buddy.allocate(4096);
  for (const std::size_t wild :
       {at + 1, at + 64, at + 2048, at + 4096, kMi - 64, kMi, kMi + 64, SIZE_MAX, SIZE_MAX - 63}) {
    EXPECT_FALSE(buddy.free(wild)) << wild;
    EXPECT_EQ(buddy.extent(wild), 0U) << wild;
  }
  EXPECT_EQ(buddy.used(), 4096U);
  EXPECT_TRUE(buddy.free(at));
  EXPECT_FALSE(buddy.free(at));
  EXPECT_EQ(buddy.extent(at), 0U);
  EXPECT_EQ(buddy.used(), 0U);
}

TEST(Buddy, AHugePoolCostsNoMemory) {
  for (const std::size_t pool : {64 * kGi, kTi}) {
    const std::size_t before = resident_bytes();
    Buddy buddy(pool);
    const std::size_t small = buddy.allocate(100);
    const std::size_t large = buddy.allocate(pool / 2 - 4096, 2 * kMi);
    EXPECT_NE(small, Buddy::kNone);
    EXPECT_NE(large, Buddy::kNone);
    EXPECT_GE(buddy.extent(large), pool / 2 - 4096);
    EXPECT_TRUE(buddy.free(large));
    EXPECT_TRUE(buddy.free(small));
    EXPECT_EQ(buddy.allocate(pool), 0U);
    EXPECT_LT(resident_bytes() - before, kMi) << pool;
  }
}

TEST(Buddy, OddHugePoolsKeepTheirLastByte) {
  for (const std::size_t pool : {128 * kGi + 4096, kTi + 4096, 3 * kTi - 4096, 5 * kTi + kGi}) {
    Buddy buddy(pool);
    const std::size_t most = buddy.largest_free();
    EXPECT_GT(most, pool - 4096) << pool;
    EXPECT_EQ(buddy.allocate(most), 0U) << pool;
    EXPECT_TRUE(buddy.free(0));
  }
}

}  // namespace
}  // namespace isthmus::memory

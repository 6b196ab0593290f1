// Compares the first-fit allocator with a model that knows of each unit whether it is free.
#include "memory/first_fit.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <vector>

namespace isthmus::memory {
namespace {

class Model {
 public:
  explicit Model(std::size_t size) : taken_(size, false) {}
  std::size_t find(std::size_t from, std::size_t bytes, std::size_t alignment) const {
    for (std::size_t at = from; bytes > 0 && at + bytes <= taken_.size(); ++at)
      if (at % alignment == 0 && is(at, bytes, false)) return at;
    return FirstFit::kNone;
  }
  bool is(std::size_t at, std::size_t bytes, bool taken) const {
    const auto start = taken_.begin() + static_cast<std::ptrdiff_t>(at);
    return std::all_of(start, start + static_cast<std::ptrdiff_t>(bytes), [taken](bool one) { return one == taken; });
  }
  void set(std::size_t at, std::size_t bytes, bool taken) {
    std::fill_n(taken_.begin() + static_cast<std::ptrdiff_t>(at), bytes, taken);
  }
  std::size_t ranges() const {
    std::size_t count = 0;
    for (std::size_t i = 0; i < taken_.size(); ++i) count += !taken_[i] && (i == 0 || taken_[i - 1]);
    return count;
  }

 private:
  std::vector<bool> taken_;
};

TEST(FirstFit, NothingFitsInNothing) {
  const FirstFit empty(0);
  EXPECT_EQ(empty.find(0, 1, 1), FirstFit::kNone);
  const FirstFit some(100);
  EXPECT_EQ(some.find(0, 0, 1), FirstFit::kNone);
  EXPECT_EQ(some.find(0, 101, 1), FirstFit::kNone);
  EXPECT_EQ(some.find(100, 1, 1), FirstFit::kNone);
  EXPECT_EQ(some.find(FirstFit::kNone - 1, 1, 64), FirstFit::kNone);
  EXPECT_EQ(some.find(0, FirstFit::kNone, 1), FirstFit::kNone);
  EXPECT_EQ(some.find(0, 100, 1), 0U);
  EXPECT_EQ(some.find(1, 36, 64), 64U);
  EXPECT_EQ(some.find(1, 37, 64), FirstFit::kNone);
}

TEST(FirstFit, AgreesWithAMapOfUnits) {
  constexpr std::size_t kSize = 600;
  std::mt19937 random(11);
  const auto below = [&](std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random); };
  FirstFit pool(kSize);
  Model model(kSize);
  std::map<std::size_t, std::size_t> blocks;
  int refused = 0;
  for (int step = 0; step < 6000; ++step) {
    const std::size_t wanted = step / 1000 % 2 ? 1 : 3;  // fill, then empty, and again
    if (below(4) < wanted || blocks.empty()) {
      const std::size_t from = below(2) * below(kSize), bytes = 1 + below(40), alignment = std::size_t{1} << below(5);
      const std::size_t at = pool.find(from, bytes, alignment);
      ASSERT_EQ(at, model.find(from, bytes, alignment));
      if (at == FirstFit::kNone) {
        ++refused;
        continue;
      }
      pool.take(at, bytes);
      model.set(at, bytes, true);
      blocks.emplace(at, bytes);
    } else {
      const auto block = std::next(blocks.begin(), static_cast<std::ptrdiff_t>(below(blocks.size())));
      pool.give_back(block->first, block->second);
      model.set(block->first, block->second, false);
      blocks.erase(block);
    }
    ASSERT_EQ(pool.ranges(), model.ranges());
  }
  EXPECT_GT(refused, 100);
  for (const auto& [at, bytes] : blocks) pool.give_back(at, bytes);
  EXPECT_EQ(pool.ranges(), 1U);
  EXPECT_EQ(pool.find(0, kSize, 1), 0U);
}

}  // namespace
}  // namespace isthmus::memory

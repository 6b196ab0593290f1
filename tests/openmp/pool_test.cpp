// The pool of layers/openmp against a model: blocks must never overlap, no memory may be lost, and the same requests
// must give the same offsets.
#include "openmp/pool.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <random>

using isthmus::omp::Pool;

namespace {

struct Model {
  std::map<std::size_t, std::size_t> blocks;  // offset -> rounded bytes
  std::size_t used = 0;

  void add(std::size_t offset, std::size_t bytes) {
    const auto after = blocks.upper_bound(offset);
    if (after != blocks.end()) {
      ASSERT_LE(offset + bytes, after->first);
    }
    if (after != blocks.begin()) {
      ASSERT_LE(std::prev(after)->first + std::prev(after)->second, offset);
    }
    blocks[offset] = bytes;
    used += bytes;
  }
};

TEST(OmpPool, BlocksDoNotOverlapAndComeBack) {
  constexpr std::size_t kBytes = (std::size_t{3} << 20) + 7 * 256;  // no power of two
  Pool pool(kBytes), twin(kBytes);
  Model model;
  std::mt19937 random(1);
  for (int step = 0; step < 20000; ++step) {
    if (random() % 3 != 0) {
      const std::size_t bytes = 1 + random() % (random() % 8 == 0 ? 500000 : 3000);
      const auto offset = pool.allocate(bytes);
      EXPECT_EQ(offset, twin.allocate(bytes));
      if (!offset) continue;
      ASSERT_EQ(*offset % Pool::kAlignment, 0u);
      ASSERT_LE(*offset + Pool::rounded(bytes), kBytes);
      model.add(*offset, Pool::rounded(bytes));
    } else if (!model.blocks.empty()) {
      const auto block = std::next(model.blocks.begin(), static_cast<long>(random() % model.blocks.size()));
      pool.free(block->first, block->second);
      twin.free(block->first, block->second);
      model.used -= block->second;
      model.blocks.erase(block);
    }
    ASSERT_EQ(pool.used(), model.used);
  }
  for (const auto& [offset, bytes] : model.blocks) pool.free(offset, bytes);
  EXPECT_EQ(pool.used(), 0u);
  EXPECT_EQ(pool.allocate(std::size_t{2} << 20), 0u);  // the largest piece is whole again, what waits aside included
}

TEST(OmpPool, RefusesWhatDoesNotFit) {
  Pool pool(4096);
  EXPECT_FALSE(pool.allocate(4097));
  EXPECT_FALSE(pool.allocate(SIZE_MAX));
  EXPECT_FALSE(pool.allocate(0));
  const auto all = pool.allocate(4096);
  EXPECT_EQ(all, 0u);
  EXPECT_FALSE(pool.allocate(1));
  pool.free(*all, 4096);
  EXPECT_EQ(pool.allocate(3 * 1024), 0u);  // no power of two
  EXPECT_EQ(pool.allocate(1024), 3072u);   // the tail is there
}

}  // namespace

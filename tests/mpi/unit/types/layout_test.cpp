// Layouts of datatypes, against lists of the place of every byte.
#include "types/layout.hpp"

#include <gtest/gtest.h>

#include <random>

#include "memkind/kernels/work.hpp"
#include "types/type_double.hpp"

namespace isthmus::mpi {
namespace {

/// Compares the place of every byte of three elements, and packs and unpacks a part of them.
void check(TypeDouble& mpi, TypeHandle type) {
  const std::optional<Layout> layout = Layout::of(mpi, type);
  ASSERT_TRUE(layout);
  EXPECT_EQ(mpi.references, 0);
  const std::vector<std::ptrdiff_t>& bytes = mpi.bytes(type);
  ASSERT_EQ(layout->size(), bytes.size());
  EXPECT_EQ(layout->extent(), mpi.extent(type));
  if (bytes.empty()) return;
  const auto [low, high] = std::minmax_element(bytes.begin(), bytes.end());
  EXPECT_EQ(layout->true_lower(), *low);
  EXPECT_EQ(layout->true_extent(), static_cast<std::size_t>(*high + 1 - *low));
  EXPECT_LE(layout->loops().size(), kernels::strided::kMostLoops);
  constexpr std::size_t kElements = 3;
  const auto place = [&](std::size_t at) {
    return bytes[at % bytes.size()] + static_cast<std::ptrdiff_t>(at / bytes.size()) * mpi.extent(type);
  };
  for (std::size_t at = 0; at < kElements * bytes.size(); ++at) {
    const Layout::Spot spot = layout->spot(at);
    ASSERT_EQ(spot.offset, place(at)) << "byte " << at;
    for (std::size_t more = 0; more < spot.bytes; ++more)
      ASSERT_EQ(spot.offset + static_cast<std::ptrdiff_t>(more), place(at + more));
  }
  const std::size_t first = bytes.size() / 3, n = 2 * bytes.size();
  std::vector<char> memory(layout->span(kElements)), again(memory.size(), 0), packed(n);
  for (std::size_t i = 0; i < memory.size(); ++i) memory[i] = static_cast<char>(i * 7 + i / 251);
  layout->pack(packed.data(), memory.data() - layout->true_lower(), first, n);
  for (std::size_t i = 0; i < n; ++i)
    ASSERT_EQ(packed[i], memory[static_cast<std::size_t>(place(first + i) - layout->true_lower())]);
  layout->unpack(again.data() - layout->true_lower(), packed.data(), first, n);
  std::vector<char> expected(memory.size(), 0);
  for (std::size_t i = 0; i < n; ++i)
    expected[static_cast<std::size_t>(place(first + i) - layout->true_lower())] = packed[i];
  EXPECT_EQ(again, expected);
}

TEST(Layout, RandomTypes) {
  std::mt19937_64 random(7);
  for (int i = 0; i < 400; ++i) {
    TypeDouble mpi;
    check(mpi, random_type(mpi, random, i % 4));
    if (HasFatalFailure()) FAIL() << "type " << i;
  }
}

TEST(Layout, WhatIsContiguousInDisguise) {
  TypeDouble mpi;
  const TypeHandle word = mpi.basic(8);
  const TypeHandle row = mpi.contiguous(5, word);
  for (const TypeHandle type :
       {word, row, mpi.vector(4, 3, 3, word), mpi.vector(1, 7, 100, row), mpi.indexed({2, 1, 4}, {0, 2, 3}, word),
        mpi.structure({1, 2}, {0, 8}, {word, mpi.basic(4)}), mpi.subarray(6, 4, 6, 4, 0, 0, word),
        mpi.resized(0, 40, row), mpi.structure({3}, {0}, {row})}) {
    const std::optional<Layout> layout = Layout::of(mpi, type);
    EXPECT_TRUE(layout->contiguous(1000));
    EXPECT_EQ(layout->loops().size() + layout->runs().size(), 1U);
  }
  EXPECT_TRUE(Layout::of(mpi, mpi.resized(0, 48, row))->contiguous(1));
  EXPECT_FALSE(Layout::of(mpi, mpi.resized(0, 48, row))->contiguous(2));
  EXPECT_FALSE(Layout::of(mpi, mpi.vector(4, 3, 4, word))->contiguous(1));
}

TEST(Layout, RegularTypesNeedNoList) {
  TypeDouble mpi;
  const TypeHandle word = mpi.basic(8);
  const std::optional<Layout> vector = Layout::of(mpi, mpi.vector(100000, 1, 2, word));
  EXPECT_EQ(vector->loops().size(), 1U);
  EXPECT_EQ(vector->runs().size(), 1U);
  EXPECT_EQ(vector->word(), 8U);
  const std::optional<Layout> equal = Layout::of(mpi, mpi.indexed({1, 1, 1, 1}, {9, 6, 3, 0}, word));
  EXPECT_EQ(equal->loops().size(), 1U);
  EXPECT_EQ(equal->runs().size(), 1U);
  EXPECT_EQ(equal->true_lower(), 0);
  EXPECT_EQ(Layout::of(mpi, mpi.vector(3, 2, 5, mpi.subarray(8, 8, 3, 3, 1, 1, word)))->runs().size(), 1U);
}

TEST(Layout, WordsFitEveryAddress) {
  TypeDouble mpi;
  EXPECT_EQ(Layout::of(mpi, mpi.vector(4, 1, 3, mpi.basic(4)))->word(), 4U);
  EXPECT_EQ(Layout::of(mpi, mpi.hvector(4, 1, 18, mpi.basic(8)))->word(), 2U);
  EXPECT_EQ(Layout::of(mpi, mpi.indexed({1, 2}, {0, 3}, mpi.basic(1)))->word(), 1U);
}

TEST(Layout, WhatIsLeftToMpi) {
  TypeDouble mpi;
  const TypeHandle word = mpi.basic(8);
  EXPECT_FALSE(Layout::of(mpi, mpi.unknown(word)));
  EXPECT_FALSE(Layout::of(mpi, mpi.contiguous(3, mpi.unknown(word))));
  EXPECT_FALSE(Layout::of(mpi, mpi.resized(0, -8, word)));
  EXPECT_EQ(mpi.references, 0);
}

}  // namespace
}  // namespace isthmus::mpi

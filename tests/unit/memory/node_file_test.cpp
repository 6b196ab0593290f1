#include "memory/node_file.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include "memory/symmetric.hpp"
#include "sizes.hpp"

namespace isthmus::memory {
namespace {

TEST(Layout, PlacesDoNotOverlapAndAreAligned) {
  const Layout layout({{.id = 1, .size = 3 * kMi}, {.id = 2, .size = 1}}, 5 * kMi, 100);
  EXPECT_EQ(layout.partitions, (std::vector<std::size_t>{0, 4 * kMi}));
  EXPECT_EQ(layout.teams, 6 * kMi);
  EXPECT_EQ(layout.internal, 12 * kMi);
  EXPECT_EQ(layout.stride, 14 * kMi);
  EXPECT_TRUE(layout.complete());
}

TEST(Layout, PagesOfAnotherSizeLieApart) {
  const Layout layout({{.id = 1, .size = 2 * kMi}, {.id = 2, .size = 4 * kMi, .page_size = 2 * kMi}}, kMi, kMi);
  EXPECT_EQ(layout.partitions, (std::vector<std::size_t>{0, Layout::kApart}));
  EXPECT_EQ(layout.teams, 2 * kMi);
  EXPECT_FALSE(layout.complete());
}

TEST(NodeFile, IsRefusedBeyondTheLimitOfFiles) {
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  rlimit less = before;
  less.rlim_cur = 3 * kMi;
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &less), 0);
  EXPECT_TRUE(NodeFile::create("test", kMi, 3));
  EXPECT_FALSE(NodeFile::create("test", kMi, 4));
  setrlimit(RLIMIT_FSIZE, &before);
}

TEST(NodeFile, IsRefusedWhereItCannotBeMapped) { EXPECT_FALSE(NodeFile::create("test", std::size_t{1} << 40, 400)); }

/// The memory of one of three PEs, all of which are in this process.
std::unique_ptr<SymmetricMemory> memory_of(int pe, int fd, const Layout& layout) {
  NodeFiles files{.pes = {0, 1, 2}, .memory = {}, .statics = {}, .static_bytes = {0, 0, 0}, .executables = {1, 1, 1}};
  files.memory = NodeFile(base::Fd(dup(fd)), layout.stride, static_cast<std::size_t>(pe), 3);
  return std::make_unique<SymmetricMemory>(
      std::vector<config::PartitionSpec>{{.id = 1, .size = kMi}, {.id = 2, .size = kMi}}, kMi, kMi, pe, 3,
      std::move(files));
}

TEST(NodeFile, EachPeFindsTheOthersMemoryInIt) {
  const Layout layout({{.id = 1, .size = kMi}, {.id = 2, .size = kMi}}, kMi, kMi);
  const base::Fd fd = NodeFile::create("test", layout.stride, 3);
  ASSERT_TRUE(fd);
  std::vector<std::unique_ptr<SymmetricMemory>> pes;
  for (int pe = 0; pe < 3; ++pe) pes.push_back(memory_of(pe, fd.get(), layout));
  const std::size_t n = pes[0]->segments().size();
  ASSERT_EQ(n, 5U);
  int value = 0;
  for (int pe = 0; pe < 3; ++pe)
    for (Segment* segment : pes[static_cast<std::size_t>(pe)]->segments())
      if (segment->name != std::string("static data")) *reinterpret_cast<int*>(segment->base) = ++value;
  for (const auto& reader : pes) {
    value = 0;
    for (int pe = 0; pe < 3; ++pe)
      for (Segment* segment : reader->segments())
        if (segment->name != std::string("static data")) {
          EXPECT_EQ(*reinterpret_cast<int*>(segment->mapped(pe)), ++value) << segment->name << " of PE " << pe;
        }
  }
  // Nothing is left to be handed over pair by pair, and only the first got the usual addresses.
  EXPECT_TRUE(pes[0]->offers().empty());
  EXPECT_FALSE(pes[1]->at_usual_addresses());
}

}  // namespace
}  // namespace isthmus::memory

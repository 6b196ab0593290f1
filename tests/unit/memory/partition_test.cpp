#include "memory/partition.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <string>

#include "expect_error.hpp"
#include "sizes.hpp"

namespace isthmus::memory {
namespace {

TEST(Partition, IsWholePagesAlignedToTwoMebibytes) {
  Partition partition({.id = 2, .size = 3 * kMi + 1}, nullptr, 1);
  EXPECT_EQ(partition.segment().base % (2 * kMi), 0U);
  EXPECT_EQ(partition.segment().size, 3 * kMi + static_cast<std::size_t>(sysconf(_SC_PAGESIZE)));
  EXPECT_EQ(partition.id(), 2);
}

TEST(Partition, TakesTheHintWhenItIsFree) {
  void* hint = reinterpret_cast<void*>(std::uintptr_t{65} << 40);
  Partition first({.size = kMi}, hint, 1);
  EXPECT_EQ(first.segment().base, std::uintptr_t{65} << 40);
  Partition second({.size = kMi}, hint, 1);
  EXPECT_NE(second.segment().base, first.segment().base);
  EXPECT_EQ(second.segment().base % (2 * kMi), 0U);
}

/// Whether a core dump would leave out the page at `at`, as /proc/self/smaps says.
bool left_out_of_dumps(std::uintptr_t at) {
  std::ifstream maps("/proc/self/smaps");
  bool here = false;
  for (std::string line; std::getline(maps, line);) {
    unsigned long long from = 0, to = 0;
    if (std::sscanf(line.c_str(), "%llx-%llx ", &from, &to) == 2) here = from <= at && at < to;
    if (here && line.starts_with("VmFlags:")) return line.find(" dd") != std::string::npos;
  }
  ADD_FAILURE() << "nothing is mapped there";
  return false;
}

TEST(Partition, IsInCoreDumpsAsFarAsItWasAllocated) {
  Partition partition({.size = 1024 * kMi}, nullptr, 1);
  const std::uintptr_t base = partition.segment().base;
  EXPECT_TRUE(left_out_of_dumps(base));
  void* p = partition.allocate(100 * kMi, 64);
  EXPECT_FALSE(left_out_of_dumps(base + 99 * kMi));
  EXPECT_TRUE(left_out_of_dumps(base + 300 * kMi));
  ASSERT_NE(partition.allocate(200 * kMi, 64), nullptr);
  partition.free(p);
  EXPECT_FALSE(left_out_of_dumps(base));
  EXPECT_TRUE(left_out_of_dumps(base + 1000 * kMi));
}

TEST(Partition, AllocatesMemoryOfItsOwn) {
  Partition partition({.size = kMi}, nullptr, 1);
  void* p = partition.allocate(1000, 64);
  ASSERT_NE(p, nullptr);
  EXPECT_TRUE(partition.segment().holds(p));
  std::memset(p, 0x5a, 1000);
  EXPECT_GE(partition.extent(p), 1000U);
  partition.shrink(p, 10);
  EXPECT_EQ(partition.extent(p), 64U);
  EXPECT_TRUE(partition.free(p));
  EXPECT_FALSE(partition.free(p));
}

TEST(Partition, KnowsItsOwnBlocksAlone) {
  Partition partition({.size = 8 * kMi}, nullptr, 1);
  int local = 0;
  EXPECT_FALSE(partition.free(&local));
  EXPECT_EQ(partition.extent(&local), 0U);
}

TEST(Partition, AlignsAsFarAsItsAddressDoes) {
  Partition partition({.size = 8 * kMi}, nullptr, 1);
  const std::size_t own = partition.segment().base & -partition.segment().base;
  EXPECT_NE(partition.allocate(1, 2 * kMi), nullptr);
  EXPECT_EQ(partition.allocate(1, 2 * own), nullptr);
  // If peers have the partition at other addresses, only the alignment that all regions have holds on every PE.
  partition.addresses_differ();
  EXPECT_NE(partition.allocate(1, 2 * kMi), nullptr);
  EXPECT_EQ(partition.allocate(1, 4 * kMi), nullptr);
}

TEST(Partition, TooLargeForTheAddressSpaceNamesTheRemedy) {
  const std::string message = test::setup_error([] { Partition({.size = std::size_t{300} << 40}, nullptr, 1); });
  EXPECT_TRUE(test::contains(message, "does not fit in this process's address space"));
  EXPECT_TRUE(test::contains(message, "SHMEM_SYMMETRIC_SIZE"));
}

TEST(Partition, UnknownKindNamesTheVariable) {
  const std::string message = test::setup_error([] { Partition({.id = 3, .size = kMi, .kind = "MOON"}, nullptr, 1); });
  EXPECT_TRUE(test::contains(message, "SHMEM_SYMMETRIC_PARTITION3"));
  EXPECT_TRUE(test::contains(message, "KIND=MOON"));
  EXPECT_TRUE(test::contains(message, "HOST"));
}

}  // namespace
}  // namespace isthmus::memory

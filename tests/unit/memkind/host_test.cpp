#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <string>

#include "expect_error.hpp"
#include "memkind/kind.hpp"
#include "sizes.hpp"

namespace isthmus::memkind {
namespace {

/// The number of inaccessible mappings in /proc/self/maps, which careless alignment would leave behind.
std::size_t inaccessible_mappings() {
  std::ifstream maps("/proc/self/maps");
  std::size_t count = 0;
  for (std::string line; std::getline(maps, line);) count += line.find(" ---p ") != std::string::npos;
  return count;
}

TEST(FindKind, KnowsHostByBothNames) {
  EXPECT_EQ(&find_kind("V", "HOST"), &kHost);
  EXPECT_EQ(&find_kind("V", "NORMALMEM"), &kHost);
  EXPECT_STREQ(kHost.name, "HOST");
}

TEST(FindKind, RefusesOthersWithTheList) {
  const std::string message = test::setup_error([] { find_kind("SHMEM_SYMMETRIC_PARTITION2", "CUDAX"); });
  EXPECT_TRUE(test::contains(message, "SHMEM_SYMMETRIC_PARTITION2"));
  EXPECT_TRUE(test::contains(message, "KIND=CUDAX"));
  EXPECT_TRUE(test::contains(message, "HOST"));
}

TEST(HostKind, AnImportIsTheSameMemory) {
  Region region = kHost.alloc({.size = 4 * kMi}, nullptr);
  char* mine = static_cast<char*>(region.address);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(mine) % kRegionAlignment, 0U);
  char* theirs = static_cast<char*>(kHost.import_handle(kHost.export_handle(region), region.size));
  ASSERT_NE(mine, theirs);
  mine[3 * kMi] = 'x';
  EXPECT_EQ(theirs[3 * kMi], 'x');
  kHost.fill(theirs, 0x11, 1000);
  for (int i = 0; i < 1000; ++i) ASSERT_EQ(mine[i], 0x11);
  kHost.copy(mine + 4, mine, 8);  // overlapping
  kHost.copy(mine + 2000, "text", 5);
  EXPECT_STREQ(theirs + 2000, "text");
  kHost.release_import(theirs, region.size);
  EXPECT_EQ(mine[3 * kMi], 'x');
  kHost.free(region);
  EXPECT_EQ(region.address, nullptr);
}

TEST(HostKind, LeavesNoHolesBehindASmallRegion) {
  constexpr std::size_t kRegions = 10;
  const std::size_t before = inaccessible_mappings();
  for (std::size_t i = 0; i < kRegions; ++i) {
    Region region = kHost.alloc({.id = 0, .size = 1664}, nullptr);
    std::memset(region.address, 1, 1664);
    kHost.free(region);
  }
  EXPECT_LT(inaccessible_mappings(), before + kRegions);  // sanitizers may make some of their own
}

TEST(HostKind, PagesThatAreNotSetAsideFallBackWithOneLine) {
  ::testing::internal::CaptureStderr();
  Region region = kHost.alloc({.id = 4, .size = std::size_t{1} << 40, .page_size = std::size_t{1} << 30}, nullptr);
  const std::string line = ::testing::internal::GetCapturedStderr();
  EXPECT_TRUE(test::contains(line, "partition 4: no free pages of PGSIZE=1073741824 set aside"));
  EXPECT_TRUE(test::contains(line, "using ordinary pages"));
  static_cast<char*>(region.address)[region.size - 1] = 1;
  kHost.free(region);
}

TEST(HostKind, UnknownPolicyIsRefused) {
  const std::string message = test::setup_error([] { kHost.alloc({.size = kMi, .policy = "SOMEWHERE"}, nullptr); });
  EXPECT_TRUE(test::contains(message, "POLICY=SOMEWHERE"));
}

}  // namespace
}  // namespace isthmus::memkind

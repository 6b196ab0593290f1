#include "runtime/memory_plan.hpp"
#include "sizes.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>

namespace isthmus::runtime {
namespace {

constexpr std::uint64_t kOthers = 16 * kMi;  // the internal segment

MemoryRequest defaults() {
  MemoryRequest sizes;
  sizes.heap = 64 * kGi;
  sizes.teams = 256 * kMi;
  sizes.others = kOthers;
  sizes.heap_is_default = sizes.teams_is_default = 1;
  return sizes;
}

MemoryRequest fitted(MemoryRequest sizes, const NodeRoom& room) {
  fit(sizes, room);
  return sizes;
}

TEST(MemoryPlan, TheDefaultsStayWhereThereIsRoom) {
  for (const std::uint64_t pes : {1, 2, 64, 500}) {
    const MemoryRequest sizes = fitted(defaults(), {.pes = pes});
    EXPECT_EQ(sizes.heap, 64 * kGi) << pes;
    EXPECT_EQ(sizes.teams, 256 * kMi) << pes;
  }
}

TEST(MemoryPlan, ManyPesOnANodeShareWhatCanBeMapped) {
  const MemoryRequest sizes = fitted(defaults(), {.pes = 1000});
  EXPECT_LT(sizes.heap, 64 * kGi);
  EXPECT_LE((sizes.heap + sizes.teams + kOthers) * 1000, 32 * kTi);
  EXPECT_GT((sizes.heap + sizes.teams + kOthers) * 1000, 31 * kTi);
}

TEST(MemoryPlan, ALimitedAddressSpaceHoldsAllMappingsAndTheRecords) {
  for (const std::uint64_t limit : {512 * kMi, 2 * kGi, 8 * kGi, 100 * kGi})
    for (const std::uint64_t pes : {1, 2, 3, 8}) {
      const MemoryRequest sizes = fitted(defaults(), {.pes = pes, .address_space = limit});
      const std::uint64_t mappings = pes == 1 ? 1 : pes + 1;
      EXPECT_LE(mappings * (sizes.heap + sizes.teams + kOthers) + sizes.heap / 64 * 9, limit) << limit << " " << pes;
      EXPECT_GE(sizes.heap * mappings, limit / 3 < 64 * kGi * mappings ? limit / 3 - mappings * kOthers : 0)
          << limit << " " << pes;
      EXPECT_EQ(sizes.heap % (2 * kMi), 0U);
      EXPECT_EQ(sizes.teams % (2 * kMi), 0U);
    }
}

TEST(MemoryPlan, AFileHoldsTheHeapOfAPe) {
  const MemoryRequest sizes = fitted(defaults(), {.pes = 4, .file = kGi});
  EXPECT_LE(sizes.heap + sizes.teams, kGi);
  EXPECT_GT(sizes.heap, 512 * kMi);
  MemoryRequest set = defaults();
  set.heap_is_default = 0;
  EXPECT_EQ(fitted(set, {.pes = 4, .file = kGi}).heap, 64 * kGi);
}

TEST(MemoryPlan, StrictOvercommitHoldsTheRecordsOfAllPes) {
  const MemoryRequest sizes = fitted(defaults(), {.pes = 4, .commitment = kGi});
  EXPECT_LE(sizes.heap / 64 * 9 * 4, kGi);
  EXPECT_GT(sizes.heap, 256 * kMi);
  EXPECT_EQ(sizes.teams, 256 * kMi);
}

TEST(MemoryPlan, WhatTheUserSetStays) {
  MemoryRequest set = defaults();
  set.heap_is_default = set.teams_is_default = 0;
  const MemoryRequest sizes = fitted(set, {.pes = 8, .address_space = kGi, .commitment = kMi});
  EXPECT_EQ(sizes.heap, set.heap);
  EXPECT_EQ(sizes.teams, set.teams);
}

TEST(MemoryPlan, AHeapApartFromTheOthersLeavesTheMemoryOfTeams) {
  const std::map<std::string, std::string> variables{{"SHMEM_SYMMETRIC_PARTITION1", "SIZE=1G:PGSIZE=2M"}};
  const config::Settings settings = config::read_settings([&](const char* name) {
    const auto found = variables.find(name);
    return found == variables.end() ? nullptr : found->second.c_str();
  });
  const MemoryRequest sizes = fitted(request_for(settings, kOthers), {.pes = 2});
  EXPECT_EQ(sizes.others, kOthers);
  EXPECT_EQ(sizes.heap, kGi);
  EXPECT_EQ(sizes.teams, 256 * kMi);
}

TEST(MemoryPlan, SomethingIsLeftHoweverLittleThereIs) {
  const MemoryRequest sizes = fitted(defaults(), {.pes = 8, .address_space = 0, .commitment = 0});
  EXPECT_EQ(sizes.heap, 2 * kMi);
  EXPECT_EQ(sizes.teams, 2 * kMi);
}

}  // namespace
}  // namespace isthmus::runtime

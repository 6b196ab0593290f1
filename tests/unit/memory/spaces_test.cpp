#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "expect_error.hpp"
#include "memory/symmetric.hpp"
#include "sizes.hpp"

namespace isthmus::memory {
namespace {

class Spaces : public ::testing::Test {
 protected:
  SymmetricMemory memory_{{{.id = 1, .size = kMi}, {.id = 4, .size = kMi}}, kMi, kMi, 0, 1};

  Partition& make() { return memory_.make_space({.id = memory_.next_space(), .size = kMi}); }
};

TEST_F(Spaces, AreFoundWhileTheyLive) {
  Partition& space = make();
  char* p = static_cast<char*>(space.allocate(1000, 16));
  ASSERT_NE(p, nullptr);
  p[999] = 1;
  EXPECT_TRUE(config::is_space(space.id()));
  EXPECT_EQ(memory_.find(p), &space.segment());
  EXPECT_EQ(memory_.partition_of(p), &space);
  EXPECT_EQ(memory_.partition(space.id()), &space);
  EXPECT_EQ(space.segment().mapped(0), space.segment().base);
  EXPECT_EQ(&memory_.kind_of(p), &memkind::kHost);
  const int number = space.id();
  memory_.detach(space);
  memory_.drop(space);
  EXPECT_EQ(memory_.find(p), nullptr);
  EXPECT_EQ(memory_.partition_of(p), nullptr);
  EXPECT_EQ(memory_.partition(number), nullptr);
  EXPECT_EQ(memory_.heap().id(), 1);
  EXPECT_NE(memory_.partition(4), nullptr);
}

TEST_F(Spaces, HaveNumbersThatDoNotComeAgain) {
  std::set<int> numbers;
  for (int i = 0; i < 10; ++i) {
    Partition& space = make();
    EXPECT_TRUE(numbers.insert(space.id()).second);
    memory_.drop(space);
  }
}

TEST_F(Spaces, LeaveNoMoreTheMoreComeAndGo) {
  std::set<const Segment*> segments;
  for (int cycle = 0; cycle < 300; ++cycle) {
    Partition& space = memory_.make_space({.id = memory_.next_space(), .size = kMi << cycle % 3});
    EXPECT_EQ(space.segment().size, kMi << cycle % 3);
    EXPECT_EQ(space.segment().mapped(0), space.segment().base);
    void* const first = space.allocate(kMi, 16);
    EXPECT_EQ(memory_.find(first), &space.segment());
    EXPECT_EQ(space.allocate(1, 1) == nullptr, cycle % 3 == 0);
    segments.insert(&space.segment());
    memory_.drop(space);
    EXPECT_EQ(memory_.find(first), nullptr);
  }
  EXPECT_LE(segments.size(), kSpareSpaces + 1);
}

TEST_F(Spaces, AreSoManyAtATime) {
  std::vector<Partition*> spaces;
  for (int i = 0; i < kMaxSpaces; ++i) spaces.push_back(&make());
  EXPECT_EQ(memory_.next_space(), 0);
  memory_.drop(*spaces[20]);
  const int number = memory_.next_space();
  EXPECT_TRUE(config::is_space(number));
  for (const Partition* space : spaces) EXPECT_NE(space->id(), number);
}

TEST_F(Spaces, ThatFailLeaveNothing) {
  const int number = memory_.next_space();
  const std::string message = test::setup_error([&] { memory_.make_space({.id = number, .size = kMi, .kind = "X"}); });
  EXPECT_TRUE(test::contains(message, "shmemx_space_create: unknown KIND=X"));
  EXPECT_EQ(memory_.partition(number), nullptr);
}

TEST(SymmetricMemory, KeepsTheHeapOffDevices) {
  for (const char* kind : {"CUDA", "HIP", "ZE", "LIBOMP"}) {
    const std::string message =
        test::setup_error([&] { SymmetricMemory({{.size = kMi, .kind = kind}}, kMi, kMi, 0, 1); });
    EXPECT_TRUE(test::contains(message, "partition 1 is the symmetric heap"));
    EXPECT_TRUE(test::contains(message, std::string("KIND=") + kind));
  }
}

TEST(SymmetricMemory, WaitsWithPartitionsOnDevices) {
  const std::vector<config::PartitionSpec> one_on_a_device{{.size = kMi}, {.id = 2, .size = kMi, .kind = "CUDA"}};
  EXPECT_TRUE(SymmetricMemory::wants_devices(one_on_a_device));
  SymmetricMemory memory(one_on_a_device, kMi, kMi, 0, 1);
  EXPECT_FALSE(memory.has_devices());
  EXPECT_EQ(memory.partition(2), nullptr);
  EXPECT_FALSE(SymmetricMemory::wants_devices({{.size = kMi}, {.id = 2, .size = kMi}}));
}

}  // namespace
}  // namespace isthmus::memory

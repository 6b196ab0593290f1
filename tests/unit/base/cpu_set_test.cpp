#include "base/cpu_set.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace isthmus::base {
namespace {

constexpr int kCpus = 4096;

/// Plays a kernel for 4,096 CPUs, which refuses a smaller set, on which this process may run on the first CPU and the
/// last two.
int large_machine(pid_t, std::size_t bytes, cpu_set_t* set) {
  if (bytes * 8 < kCpus) {
    errno = EINVAL;
    return -1;
  }
  std::memset(set, 0, bytes);
  for (const std::size_t cpu : {0, kCpus - 2, kCpus - 1}) CPU_SET_S(cpu, bytes, set);
  return 0;
}

int not_permitted(pid_t, std::size_t, cpu_set_t*) {
  errno = EPERM;
  return -1;
}

TEST(CpuSet, HoldsMoreThan1024Cpus) {
  const auto set = CpuSet::allowed(large_machine);
  ASSERT_TRUE(set);
  EXPECT_EQ(set->count(), 3);
  EXPECT_EQ(set->end(), kCpus);
  EXPECT_TRUE(set->has(0));
  EXPECT_FALSE(set->has(1));
  EXPECT_FALSE(set->has(kCpus - 3));
  EXPECT_TRUE(set->has(kCpus - 1));
  EXPECT_FALSE(set->has(10 * kCpus));
  EXPECT_EQ(set->bits(), "1" + std::string(kCpus - 3, '0') + "11");
}

TEST(CpuSet, IsEmptyHandedWhereTheKernelDoesNotSay) { EXPECT_FALSE(CpuSet::allowed(not_permitted)); }

TEST(CpuSet, OfThisMachineIsWhatTheCLibrarySays) {
  cpu_set_t raw;
  CPU_ZERO(&raw);
  if (sched_getaffinity(0, sizeof raw, &raw) != 0) GTEST_SKIP() << "this machine has more than 1,024 CPUs";
  const auto set = CpuSet::allowed();
  ASSERT_TRUE(set);
  EXPECT_EQ(set->count(), CPU_COUNT(&raw));
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) EXPECT_EQ(set->has(cpu), CPU_ISSET(static_cast<std::size_t>(cpu), &raw));
  EXPECT_TRUE(set->bind());
}

TEST(CpuSet, GrowsWithWhatIsAdded) {
  CpuSet set;
  EXPECT_EQ(set.count(), 0);
  EXPECT_EQ(set.end(), 0);
  EXPECT_EQ(set.bits(), "");
  set.add(2);
  set.add(2000);
  EXPECT_EQ(set.count(), 2);
  EXPECT_EQ(set.end(), 2001);
  EXPECT_TRUE(set.has(2000));
}

}  // namespace
}  // namespace isthmus::base

// Collectives on a device that go through cells (include/shmemx_device/cells.h), compiled for the host. This process is PE 0 of
// two; what PE 1 would send is written by hand, by the words of state.h.
#include <gtest/gtest.h>

#define ISTHMUS_DEVICE_ON_HOST
#include <shmemx_device.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <thread>
#include <vector>

namespace {

constexpr std::uint64_t kArea = sizeof(isthmus_device_rounds) + 128 + ISTHMUS_DEVICE_CELLS;

struct Cells : testing::Test {
  struct alignas(128) Memory {
    char area[kArea];
    std::uint64_t source[64], dest[64];
  };
  std::vector<Memory> pes{2};

  Cells() {
    isthmus_device_state = {};
    isthmus_device_state.version = ISTHMUS_DEVICE_VERSION;
    isthmus_device_state.n_pes = 2;
    isthmus_device_state.flags = ISTHMUS_DEVICE_ALL_MAPPED | ISTHMUS_DEVICE_PROMPT | ISTHMUS_DEVICE_DIRECT;
    isthmus_device_state.areas = pes[0].area;
    isthmus_device_state.area_bytes = kArea;
    isthmus_device_state.cell_bytes = ISTHMUS_DEVICE_CELLS / 4;
    for (int pe = 0; pe < 2; ++pe)
      isthmus_device_state.near_pes[pe] = {
          static_cast<std::int64_t>((std::uint64_t{1} << 63) - reinterpret_cast<std::uint64_t>(pes.data())),
          static_cast<std::int64_t>(pe * sizeof(Memory))};
  }
  ~Cells() override { isthmus_device_state = {}; }

  /// Word `i` of what `sender` sends in a round, as PE `pe` finds it: 4 bytes of data and the tag, twice.
  std::uint64_t* cell(int pe, std::uint64_t round, int sender, int i) {
    const std::uint64_t set = round % 2 * 2 + static_cast<std::uint64_t>(sender);
    char* const cells = pes[static_cast<std::size_t>(pe)].area + kArea - ISTHMUS_DEVICE_CELLS;
    return reinterpret_cast<std::uint64_t*>(cells + set * ISTHMUS_DEVICE_CELLS / 4) + 2 * i;
  }
  /// Waits until PE 0 has sent its first word of a round to PE 1, and a little longer. Returns the tag.
  std::uint32_t await_cell(std::uint64_t round) {
    std::uint64_t seen;
    while ((seen = __atomic_load_n(cell(1, round, 0, 0), __ATOMIC_ACQUIRE)) == 0) std::this_thread::yield();
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    return static_cast<std::uint32_t>(seen >> 32);
  }
};

TEST_F(Cells, OfARoundWithoutALowerHalfAreNotTheUnusedOnes) {
  for (const std::uint64_t round : {1ULL << 32, 7ULL << 32}) {
    auto* const rounds = reinterpret_cast<isthmus_device_rounds*>(pes[0].area);
    std::fill_n(reinterpret_cast<char*>(pes.data()), 2 * sizeof(Memory), '\0');
    rounds->round = rounds->settled = round - 1;
    pes[0].source[0] = 0x1234567890abcdef;
    std::thread caller([&] {
      isthmus_device_fcollect("fcollect", SHMEM_TEAM_WORLD, pes[0].dest, pes[0].source, 8, isthmus_device_in_thread());
    });
    const std::uint64_t tag = await_cell(round);
    EXPECT_NE(tag, 0u);
    __atomic_store_n(cell(0, round, 1, 0) + 1, tag << 32 | 0x55667788, __ATOMIC_RELEASE);
    __atomic_store_n(cell(0, round, 1, 0), tag << 32 | 0x11223344, __ATOMIC_RELEASE);
    caller.join();
    EXPECT_EQ(pes[0].dest[0], 0x1234567890abcdef);
    EXPECT_EQ(pes[0].dest[1], 0x5566778811223344);
    EXPECT_EQ(rounds->round, round);
  }
}

TEST_F(Cells, AreUnusedAgainAfterAReductionOfArraysThatAreNotMapped) {
  const isthmus_device_members team = {0, 2, 0, 1, 1, nullptr, pes[0].area};
  const isthmus_device_reducing sum = {isthmus_device_unsigned, 8, isthmus_device_reduce_sum};
  for (std::uint64_t i = 0; i < 64; ++i) {
    pes[0].source[i] = (i + 1) << 32;  // as if they were tags
    pes[1].source[i] = i;
  }
  isthmus_device_reduce_far("reduce", team, reinterpret_cast<char*>(pes[0].dest), reinterpret_cast<char*>(pes[0].source), 0, 512,
                            sum, isthmus_device_in_thread());
  for (std::uint64_t i = 0; i < 64; ++i) {
    EXPECT_EQ(pes[0].dest[i], ((i + 1) << 32) + i);
    EXPECT_EQ(pes[1].dest[i], ((i + 1) << 32) + i);
  }
  const char* const cells = pes[0].area + kArea - ISTHMUS_DEVICE_CELLS;
  EXPECT_EQ(std::count(cells, cells + ISTHMUS_DEVICE_CELLS, '\0'), ISTHMUS_DEVICE_CELLS);
}

TEST_F(Cells, OfOneMemberAloneMakeAReductionInTheMembersOrder) {
  const isthmus_device_reducing what = {isthmus_device_real, 4, isthmus_device_reduce_sum};
  const float mine[3] = {1, 2, 3}, other[4] = {10, 20, 30, 0};
  std::memcpy(pes[0].source, mine, sizeof mine);
  std::thread caller([&] {
    isthmus_device_reduced_in_cells("sum", SHMEM_TEAM_WORLD, pes[0].dest, pes[0].source, 3, what, isthmus_device_in_thread());
  });
  const std::uint64_t tag = await_cell(1);
  EXPECT_EQ(tag, 1u);
  for (int i = 3; i >= 0; --i) {
    std::uint32_t bits;
    std::memcpy(&bits, &other[i], 4);
    __atomic_store_n(cell(0, 1, 1, 0) + i, tag << 32 | bits, __ATOMIC_RELEASE);
  }
  caller.join();
  float result[4];
  std::memcpy(result, pes[0].dest, sizeof result);
  EXPECT_EQ(result[0], 11);
  EXPECT_EQ(result[1], 22);
  EXPECT_EQ(result[2], 33);
  EXPECT_EQ(result[3], 0);  // beyond the array
}

}  // namespace

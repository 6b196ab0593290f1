// The pSync and pWrk arrays of calls on active sets. Within a burst no two calls share one.
#pragma once
#include "teams.hpp"

inline constexpr size_t set_calls = 24;    // the most calls in a burst
inline constexpr int set_elements = 1200;  // the most elements of a reduction
inline long psyncs[set_calls][SHMEM_SYNC_SIZE];
inline constexpr size_t work_elements =
    set_elements / 2 + 1 > SHMEM_REDUCE_MIN_WRKDATA_SIZE ? set_elements / 2 + 1 : SHMEM_REDUCE_MIN_WRKDATA_SIZE;
alignas(16) inline unsigned char works[set_calls][work_elements * 16];

inline void make_psyncs() {
  for (auto& psync : psyncs)
    for (long& word : psync) word = SHMEM_SYNC_VALUE;
}

/// Calls call(PE_start, logPE_stride, PE_size, pSync) and checks that it has restored pSync.
template <class Call>
int on_set(const Team& team, uint64_t seed, Call call) {
  long* psync = psyncs[seed % set_calls];
  call(team.pes[0], team.log_stride, static_cast<int>(team.size()), psync);
  for (int i = 0; i < SHMEM_SYNC_SIZE; ++i) EXPECT_EQ(psync[i], SHMEM_SYNC_VALUE);
  return 0;
}

// The active sets on which the deprecated collectives are tried, and pSync arrays that must come back as they were.
#pragma once
#include <vector>

#include "program.h"

namespace {

struct Set {
  int start, log_stride, size;
  std::vector<int> pes;
  int me;  // this PE's number in the set
  int id;  // the same on all PEs
};
constexpr int max_sets = 18;

// The sets with strides 1, 2 and 4 and starts 0 to 2 that this PE is in, each as large as possible and with one member
// less.
std::vector<Set> sets() {
  std::vector<Set> mine;
  int id = 0;
  for (int log_stride = 0; log_stride <= 2; ++log_stride)
    for (int start = 0; start < n && start < 3; ++start) {
      const int most = (n - 1 - start) / (1 << log_stride) + 1;
      for (int size = most; size >= 1 && size >= most - 1; --size) {
        Set set{start, log_stride, size, {}, -1, id++};
        for (int i = 0; i < size; ++i) {
          set.pes.push_back(start + (i << log_stride));
          if (set.pes.back() == me) set.me = i;
        }
        if (set.me >= 0) mine.push_back(set);
      }
    }
  return mine;
}

using PSync = long[SHMEM_SYNC_SIZE];

void fresh(PSync& psync) {
  for (long& word : psync) word = SHMEM_SYNC_VALUE;
}

// Syncs a set, so that all members have left earlier calls and dest and any pSync are ready. Each set has an array of
// its own, since only the same set may reuse one without other synchronisation.
PSync meetings[max_sets];
void meet(const Set& set) { shmem_sync(set.start, set.log_stride, set.size, meetings[set.id]); }

void expect_restored(const PSync& psync) {
  for (const long word : psync) EXPECT_EQ(word, SHMEM_SYNC_VALUE);
}

}  // namespace

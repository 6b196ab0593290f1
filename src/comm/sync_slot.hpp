// The sync state of one team on one PE: a slot of the internal segment that the other members write, through a mapping
// or over the wire. All counters only grow (generations), so back-to-back collectives need no reset and no second copy.
#pragma once
#include <array>
#include <atomic>
#include <cstdint>

namespace isthmus::comm {

inline constexpr int kMaxRounds = 24;    // dissemination over up to 16 million members
inline constexpr int kSharedWords = 65;  // enough for a mask over all team slots

struct alignas(64) SyncFlag {
  std::atomic<std::uint64_t> generation;
};

struct SyncSlot {
  std::array<SyncFlag, kMaxRounds> round;  ///< dissemination: one flag per round, each with one writer
  SyncFlag arrivals;                       ///< central: on member 0's slot, counts arrivals for ever
  SyncFlag release;                        ///< central: on member 0's slot, the generation that may go on
  /// Words that this PE shows to the other members. Two boards by turns: a fast member may already be writing the
  /// next one while a slow member still reads.
  std::array<std::array<std::uint64_t, kSharedWords>, 2> board;
};

}  // namespace isthmus::comm

// The named barrier of two phases, gasnet_barrier_notify and gasnet_barrier_wait.
//
// Members meet by dissemination: in round k each posts what it knows to the rank 2^k after it. What it knows is the
// agreement so far: anonymous, one name, or a mismatch. A post is one word, which only one rank writes, or sends to
// another node; it holds the number of the barrier, so that words need no clearing. Two sets of words are enough, since
// nobody begins the barrier after the next before all have read the words of this one.
#pragma once
#include <atomic>
#include <cstdint>

namespace isthmus::gasnet {

inline constexpr unsigned kBarrierRounds = 31;

/// By the parity of the barrier's number, and by round. In symmetric memory.
struct BarrierWords {
  std::atomic<std::uint64_t> posted[2][kBarrierRounds];
};

void start_barrier();
/// Takes the rounds that can be taken. For the thread that is running. Returns false if there were none.
bool advance_barrier();

}  // namespace isthmus::gasnet

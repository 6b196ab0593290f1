// Retries of threads that search for something that is free on all members of their teams, such as a range of memory or
// a sync slot. While a thread proposes something to its team, the other threads of its PE cannot have it. A thread that
// finds nothing for this reason tries again, but not for ever, because the other thread may wait for a PE that waits
// for this one.
#pragma once
#include <algorithm>
#include <chrono>
#include <thread>

namespace isthmus::collectives {

/// How often to try. Two or three times are enough unless threads wait for each other like that.
inline constexpr int kPasses = 500;

/// Sleeps between two tries: long enough for another PE to make progress, and up to a millisecond after several tries.
inline void pause(int pass) { std::this_thread::sleep_for(std::chrono::microseconds(1 << std::min(pass, 10))); }

}  // namespace isthmus::collectives

// Threads of one PE that look for something that all members of their teams have keep what they look at from each other
// meanwhile. Where that leaves one with nothing it looks again, but not for ever: the other may wait for a PE that
// waits for this one.
#pragma once
#include <algorithm>
#include <chrono>
#include <thread>

namespace isthmus::collectives {

/// How often to look; two or three times are enough unless somebody waits like that.
inline constexpr int kPasses = 500;

/// Between two of them: long enough for another PE to do a step, up to a millisecond when that has not helped.
inline void pause(int pass) { std::this_thread::sleep_for(std::chrono::microseconds(1 << std::min(pass, 10))); }

}  // namespace isthmus::collectives

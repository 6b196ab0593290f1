#include "gasnet_isthmus/tools/timers.h"

#include <sys/time.h>
#include <time.h>

namespace {
constexpr uint64_t kNsPerSecond = 1'000'000'000;
constexpr int kSamples = 1000;
}  // namespace

extern "C" {

gasnett_tick_t gasneti_clock_ns(void) {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<uint64_t>(now.tv_sec) * kNsPerSecond + static_cast<uint64_t>(now.tv_nsec);
}

double gasnett_tick_overheadus(void) {
  // The mean of the best of several runs, so that an interruption does not count.
  uint64_t best = UINT64_MAX;
  for (int run = 0; run < 10; ++run) {
    const gasnett_tick_t begin = gasnett_ticks_now();
    for (int i = 1; i < kSamples; ++i) (void)gasnett_ticks_now();
    const uint64_t ns = gasnett_ticks_to_ns(gasnett_ticks_now() - begin);
    if (ns < best) best = ns;
  }
  // A counter that did not move took less than a nanosecond in all.
  return static_cast<double>(best ? best : 1) / kSamples / 1e3;
}

double gasnett_tick_granularityus(void) {
  gasnett_tick_t least = GASNETT_TICK_MAX;
  for (int i = 0; i < kSamples; ++i) {
    const gasnett_tick_t begin = gasnett_ticks_now();
    gasnett_tick_t end = begin;
    while (end == begin) end = gasnett_ticks_now();
    if (end - begin < least) least = end - begin;
  }
  // Of a large number of such steps, since one may last less than a nanosecond.
  return static_cast<double>(gasnett_ticks_to_ns(least << 20)) / static_cast<double>(1 << 20) / 1e3;
}

uint64_t gasnett_gettimeofday_us(void) {
  timeval now{};
  gettimeofday(&now, nullptr);
  return static_cast<uint64_t>(now.tv_sec) * 1'000'000 + static_cast<uint64_t>(now.tv_usec);
}

int gasnett_nsleep(uint64_t ns_delay) {
  if (ns_delay == 0) return 0;
  const timespec delay{.tv_sec = static_cast<time_t>(ns_delay / kNsPerSecond),
                       .tv_nsec = static_cast<long>(ns_delay % kNsPerSecond)};
  return nanosleep(&delay, nullptr);
}

}  // extern "C"

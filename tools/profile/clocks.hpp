// The clock of a PE: ticks of the processor turned into nanoseconds of PE 0's host.
#pragma once
#include <cstdint>

namespace isthmus::profile {

/// Measures by how many nanoseconds this host's CLOCK_MONOTONIC is ahead of that of PE 0's host. Collective. PE 0 asks
/// one PE of each other host for its time, over and over, and believes the answer that came fastest.
double clock_ahead();

class HostClock {
 public:
  /// The first and the last thing of a recording; what lies between is interpolated. Collective.
  void begin();
  void end();
  /// Nanoseconds on PE 0's clock.
  double at(std::uint64_t ticks) const;
  double span(std::uint64_t ticks) const { return static_cast<double>(ticks) * ns_per_tick_; }

 private:
  struct Reading {
    std::uint64_t ticks = 0;
    double ns = 0;  // of PE 0's clock
  };
  static Reading read();
  Reading first_, last_;
  double ns_per_tick_ = 1;
};

}  // namespace isthmus::profile

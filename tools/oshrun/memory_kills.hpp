// How often the kernel has killed a process for want of memory, as far as it says so.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace isthmus::oshrun {

/// Reads the kernel's counters: those of the control groups that oshrun is in (memory.events of version 2,
/// memory.oom_control of version 1), and that of the whole machine (/proc/vmstat).
class MemoryKills {
 public:
  MemoryKills();

  /// Whether some process was killed for want of memory since the last call, or since the construction. Empty if none
  /// was; otherwise why, such as "control group /job was at its memory limit".
  std::string since_last();

 private:
  struct Counter {
    std::string file, row, why;
    std::uint64_t seen;
  };
  std::vector<Counter> counters_;  // the nearest first
};

}  // namespace isthmus::oshrun

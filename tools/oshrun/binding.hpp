// The binding of PEs to cores, for --bind core.
#pragma once
#include <string>
#include <vector>

#include "base/cpu_set.hpp"

namespace isthmus::oshrun {

/// Assigns PE p to core p modulo the number of cores that oshrun itself may use: under taskset or a job scheduler, only
/// the CPUs given to oshrun count. Cores of one package have consecutive numbers.
class CoreBinding {
 public:
  /// `cpus` is the directory in which the kernel describes the CPUs. Throws LaunchError.
  explicit CoreBinding(const std::string& cpus = "/sys/devices/system/cpu");

  /// Binds the calling process to the core of PE `pe`. Returns false with errno set when the system refuses.
  bool bind_self(int pe) const { return core_of(pe).bind(); }
  /// The text for --verbose, such as "core 1 (CPU 2,66)".
  std::string place_of(int pe) const;

 private:
  std::size_t number_of(int pe) const { return static_cast<std::size_t>(pe) % cores_.size(); }
  const base::CpuSet& core_of(int pe) const { return cores_[number_of(pe)]; }

  std::vector<base::CpuSet> cores_;
};

}  // namespace isthmus::oshrun

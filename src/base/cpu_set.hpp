// A set of CPUs without an upper limit, for the library and for oshrun. cpu_set_t holds 1,024 CPUs, and the kernel
// refuses a set that is smaller than its own; hwloc would be one more library in every program, for a few bits.
#pragma once
#include <sched.h>

#include <optional>
#include <string>
#include <vector>

namespace isthmus::base {

class CpuSet {
 public:
  /// The signature of sched_getaffinity, in whose place a test puts a function of its own.
  using GetAffinity = int (*)(pid_t, std::size_t, cpu_set_t*);

  CpuSet() = default;
  explicit CpuSet(int cpu) { add(cpu); }

  /// The CPUs that the calling thread may run on; nullopt when the kernel does not say.
  static std::optional<CpuSet> allowed(GetAffinity get = sched_getaffinity);
  /// Binds the calling thread. False with errno set when the kernel refuses.
  bool bind() const;

  void add(int cpu);
  bool has(int cpu) const;
  int count() const;
  /// One more than the highest CPU; 0 for an empty set.
  int end() const;
  /// One character for each CPU below end(), '1' for those in the set.
  std::string bits() const;

 private:
  std::vector<unsigned long> words_;  ///< in the layout of the kernel's affinity masks
};

}  // namespace isthmus::base

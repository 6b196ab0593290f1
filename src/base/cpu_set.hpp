// A set of CPUs of any number. cpu_set_t ends at 1,024, and the kernel refuses a smaller set than its own; hwloc would
// be one more library in every program, for a few bits. The sets of the library and of oshrun are these.
#pragma once
#include <sched.h>

#include <optional>
#include <string>
#include <vector>

namespace isthmus::base {

class CpuSet {
 public:
  /// sched_getaffinity, or what a test puts in its place.
  using GetAffinity = int (*)(pid_t, std::size_t, cpu_set_t*);

  CpuSet() = default;
  explicit CpuSet(int cpu) { add(cpu); }

  /// The CPUs that the calling thread may run on; empty when the kernel does not say.
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
  std::vector<unsigned long> words_;  ///< as the kernel has them
};

}  // namespace isthmus::base

// --bind core: binding_hwloc.cpp, or binding_absent.cpp where hwloc is not installed.
#pragma once
#include <string>

namespace isthmus::oshrun {

/// PE p goes to core p modulo the number of cores that oshrun itself may use.
class CoreBinding {
 public:
  CoreBinding();  // throws LaunchError
  ~CoreBinding();
  CoreBinding(const CoreBinding&) = delete;
  CoreBinding& operator=(const CoreBinding&) = delete;

  /// Binds the calling process. False with errno set when the system refuses.
  bool bind_self(int pe) const;
  /// For --verbose, such as "core 1 (CPUs 2-3)".
  std::string place_of(int pe) const;

 private:
  struct Topology;
  Topology* topology_ = nullptr;
};

}  // namespace isthmus::oshrun

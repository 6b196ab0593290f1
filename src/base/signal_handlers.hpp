// What the program wants to happen at signals, kept while libraries are loaded.
#pragma once
#include <csignal>
#include <vector>

namespace isthmus::base {

/// The destructor restores the action that each signal had at the constructor. Libraries of libfabric's providers may
/// handle SIGINT, SIGSEGV and others as soon as they are loaded, by exit(1): a PE that is killed would not be seen as such.
class KeptSignalHandlers {
 public:
  KeptSignalHandlers();
  ~KeptSignalHandlers();
  KeptSignalHandlers(const KeptSignalHandlers&) = delete;
  KeptSignalHandlers& operator=(const KeptSignalHandlers&) = delete;

 private:
  std::vector<struct sigaction> actions_;  ///< by number
};

}  // namespace isthmus::base

// Finds the program as execvp would, before any PE is started, so that a mistyped name gives one message and not N.
#pragma once
#include <string>

namespace isthmus::oshrun {

/// Returns an absolute path, because the PEs may run in another directory. Throws LaunchError.
std::string find_program(const std::string& name);

}  // namespace isthmus::oshrun

// Finding the program the way execvp will, before any PE is started, so that a mistyped name is one line and not N.
#pragma once
#include <string>

namespace isthmus::oshrun {

/// An absolute path (the PEs may run in another directory). Throws LaunchError.
std::string find_program(const std::string& name);

}  // namespace isthmus::oshrun

// Finds the program as execvp would, before any PE is started, so that a mistyped name gives one message and not N.
#pragma once
#include <string>

namespace isthmus::oshrun {

/// The path from the root; where the working directory has been removed, the path as it is.
std::string absolute(const std::string& path);

/// Returns an absolute path, because the PEs may run in another directory. Throws LaunchError.
std::string find_program(const std::string& name);

/// The name in the program's file by which another OpenSHMEM library is loaded; empty if there is none.
std::string other_library(const std::string& program);

}  // namespace isthmus::oshrun

// Finds the program as execvp would, before any PE is started, so that a mistyped name gives one message and not N.
#pragma once
#include <string>

namespace isthmus::oshrun {

/// The path from the root; where the working directory has been removed, the path as it is.
std::string absolute(const std::string& path);

/// Returns an absolute path, because the PEs may run in another directory. Throws LaunchError.
std::string find_program(const std::string& name);

/// The name of another OpenSHMEM library that is loaded with the program; empty if there is none.
std::string other_library(const std::string& program);

/// Whether the file begins as programs and libraries do that compilers make.
bool is_elf(const std::string& path);

/// Why this program could not be executed, by the errno value, and what helps.
std::string explain_exec(const std::string& path, int error);

}  // namespace isthmus::oshrun

// Jobs on other machines are started by a launcher that is installed: PRRTE's prterun, Open MPI's mpirun, or srun
// inside a Slurm allocation. oshrun translates its options and executes that launcher in its place.
#pragma once
#include <string>
#include <vector>

#include "options.hpp"

namespace isthmus::oshrun {

struct Launcher {
  enum class Kind { prterun, mpirun4, mpirun5, srun };
  Kind kind;
  std::string name;  // its argv[0], and what messages call it
  std::string path;
};

/// Finds the launcher `requested`, a name or a path, or the first installed one if `requested` is empty. Throws
/// LaunchError, which names packages to install, when there is none.
Launcher find_launcher(const std::string& requested);

/// Splits a line into words as a shell does: at blanks that are not in quotes or after a backslash. Throws LaunchError,
/// which names `origin`, when a quote is not closed.
std::vector<std::string> split_words(const std::string& line, const std::string& origin);

struct Translation {
  std::vector<std::string> arguments;  // the launcher's options
  std::vector<std::string> remarks;    // what it does differently from oshrun, a line each
};

/// Translates oshrun's options to those of a launcher. `exported` names the environment variables to pass to the PEs.
Translation translate(Launcher::Kind kind, const Options& options, const std::vector<std::string>& exported);

/// Executes the launcher in place of this process. Throws LaunchError when it cannot.
[[noreturn]] void hand_over(const Options& options, const std::string& program);

}  // namespace isthmus::oshrun

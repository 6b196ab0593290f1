// Jobs on other machines are the business of the launcher that is there: PRRTE's prterun, Open MPI's mpirun, or srun
// inside a Slurm allocation. oshrun translates its options and becomes that launcher.
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

/// The one that is asked for (`wish`, a name or a path), or the first that is there. Throws LaunchError naming packages
/// when there is none.
Launcher find_launcher(const std::string& wish);

/// Shell words without a shell: blanks part them, quotes and backslashes keep blanks. Throws LaunchError where a quote
/// is not closed; `origin` is for the message.
std::vector<std::string> split_words(const std::string& line, const std::string& origin);

struct Translation {
  std::vector<std::string> arguments;  // the launcher's, up to the program's own
  std::vector<std::string> remarks;    // what it does otherwise than oshrun, a line each
};

/// `exported` are the variables to pass on; their values are in the environment.
Translation translate(Launcher::Kind kind, const Options& options, const std::vector<std::string>& exported);

/// Becomes the launcher. Throws LaunchError when it cannot.
[[noreturn]] void hand_over(const Options& options, const std::string& program);

}  // namespace isthmus::oshrun

// Reads a file of settings, as osh_tune writes it. A line is SHMEM_<NAME>=<value>, or empty, or a comment that starts
// with #. Where the environment sets the same variable, the environment wins.
#pragma once
#include <map>
#include <string>
#include <vector>

namespace isthmus::config {

struct Tuned {
  std::string value;
  std::string origin;  ///< "tuning.conf:3"
};

/// The settings of the file, by name. Throws base::SetupError for a file that cannot be read, for a line of another
/// form, and for a name that is not one of `known`.
std::map<std::string, Tuned> read_tuning_file(const std::string& path, const std::vector<std::string>& known);

}  // namespace isthmus::config

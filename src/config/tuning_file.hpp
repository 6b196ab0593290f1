// Reads a file of settings, as osh_tune writes it. A line is SHMEM_<NAME>=<value> or ISTHMUS_MPI_<NAME>=<value>, or
// empty, or a comment that starts with #. Where the environment sets the same variable, the environment wins.
#pragma once
#include <map>
#include <string>
#include <vector>

namespace isthmus::config {

struct Tuned {
  std::string value;
  std::string origin;  ///< "tuning.conf:3"
};

/// The settings of the file, by name, but for those with the prefix of the other face. Throws base::SetupError for a
/// file that cannot be read, for a line of another form, and for a name that is not one of `known`, which have one
/// prefix.
std::map<std::string, Tuned> read_tuning_file(const std::string& path, const std::vector<std::string>& known);

/// The lines of the file about settings with this prefix, comments included; none if there is no such file. For a
/// program that writes the lines of the other face again.
std::string tuning_lines(const std::string& path, const std::string& prefix);

}  // namespace isthmus::config

// A file of settings, as osh_tune writes it: lines NAME=VALUE with the names of environment variables, which win over
// it; empty lines, and lines that start with #.
#pragma once
#include <map>
#include <string>
#include <vector>

namespace isthmus::config {

struct Tuned {
  std::string value;
  std::string origin;  ///< "tuning.conf:3"
};

/// By name. Throws base::SetupError for a file that cannot be read, for a line that is none, and for a name that is not
/// one of `known`.
std::map<std::string, Tuned> read_tuning_file(const std::string& path, const std::vector<std::string>& known);

}  // namespace isthmus::config

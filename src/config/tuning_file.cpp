#include "config/tuning_file.hpp"

#include <algorithm>
#include <array>
#include <fstream>

#include "base/error.hpp"

namespace isthmus::config {
namespace {

constexpr std::array kPrefixes{"SHMEM_", "ISTHMUS_MPI_"};

/// The prefix of a setting's name; empty if it has none of them.
std::string prefix_of(const std::string& name) {
  for (const char* const prefix : kPrefixes)
    if (name.starts_with(prefix)) return prefix;
  return "";
}

}  // namespace

std::map<std::string, Tuned> read_tuning_file(const std::string& path, const std::vector<std::string>& known) {
  std::ifstream file(path);
  if (!file)
    throw base::SetupError(base::text("SHMEM_TUNING_FILE=%s: cannot be read; let osh_tune write one", path.c_str()));
  std::map<std::string, Tuned> settings;
  int number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    if (line.empty() || line[0] == '#') continue;
    if (const std::string prefix = prefix_of(line); !prefix.empty() && prefix != prefix_of(known.front())) continue;
    const std::string origin = base::text("%s:%d", path.c_str(), number), name = line.substr(0, line.find('='));
    if (name.size() == line.size() || std::find(known.begin(), known.end(), name) == known.end())
      throw base::SetupError(
          base::text("%s: %s: not the name of a setting and a value; write SHMEM_<NAME>=<value>, as "
                     "osh_info lists them",
                     origin.c_str(), line.c_str()));
    settings[name] = {line.substr(name.size() + 1), origin};
  }
  if (file.bad())  // a folder, for example
    throw base::SetupError(base::text("SHMEM_TUNING_FILE=%s: cannot be read; let osh_tune write one", path.c_str()));
  return settings;
}

std::string tuning_lines(const std::string& path, const std::string& prefix) {
  std::ifstream file(path);
  std::string lines;
  for (std::string line; std::getline(file, line);)
    if (line.starts_with(prefix) || line.starts_with("# " + prefix)) lines += line + "\n";
  return lines;
}

}  // namespace isthmus::config

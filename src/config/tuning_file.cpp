#include "config/tuning_file.hpp"

#include <algorithm>
#include <fstream>

#include "base/error.hpp"

namespace isthmus::config {

std::map<std::string, Tuned> read_tuning_file(const std::string& path, const std::vector<std::string>& known) {
  std::ifstream file(path);
  if (!file)
    throw base::SetupError(base::text("SHMEM_TUNING_FILE=%s: cannot be read; let osh_tune write one", path.c_str()));
  std::map<std::string, Tuned> settings;
  int number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    if (line.empty() || line[0] == '#') continue;
    const std::string origin = base::text("%s:%d", path.c_str(), number), name = line.substr(0, line.find('='));
    if (name.size() == line.size() || std::find(known.begin(), known.end(), name) == known.end())
      throw base::SetupError(
          base::text("%s: %s: not the name of a setting and a value; write SHMEM_<NAME>=<value>, as "
                     "osh_info lists them",
                     origin.c_str(), line.c_str()));
    settings[name] = {line.substr(name.size() + 1), origin};
  }
  return settings;
}

}  // namespace isthmus::config

#include "memory_kills.hpp"

#include <fstream>
#include <optional>
#include <sstream>

#include "base/error.hpp"

namespace isthmus::oshrun {
namespace {

using base::text;

/// The number in the row of a file why rows are "name number".
std::optional<std::uint64_t> read_row(const std::string& file, const std::string& row) {
  std::ifstream rows(file);
  std::uint64_t number = 0;
  for (std::string name; rows >> name >> number;)
    if (name == row) return number;
  return {};
}

/// Where the control groups of version 2 (type cgroup2), or those of version 1 that limit memory, are mounted; and
/// which part of the tree is there.
struct Mount {
  std::string root, point;
};
std::optional<Mount> find_mount(bool version_2) {
  std::ifstream mounts("/proc/self/mountinfo");
  for (std::string line; std::getline(mounts, line);) {
    const size_t dash = line.find(" - ");
    if (dash == std::string::npos) continue;
    std::istringstream before(line), after(line.substr(dash + 3));
    std::string skipped, type, source, options;
    Mount mount;
    before >> skipped >> skipped >> skipped >> mount.root >> mount.point;
    after >> type >> source >> options;
    const bool limits_memory = ("," + options + ",").find(",memory,") != std::string::npos;
    if (version_2 ? type == "cgroup2" : type == "cgroup" && limits_memory) return mount;
  }
  return {};
}

}  // namespace

MemoryKills::MemoryKills() {
  std::ifstream groups("/proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) {
    // "0::/path" of version 2, "4:memory:/path" of version 1
    const size_t first = line.find(':'), second = line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1), path = line.substr(second + 1);
    const bool version_2 = controllers.empty();
    if (!version_2 && ("," + controllers + ",").find(",memory,") == std::string::npos) continue;
    const auto mount = find_mount(version_2);
    if (!mount) continue;
    const std::string below =
        mount->root != "/" && path.starts_with(mount->root) ? path.substr(mount->root.size()) : path;
    const std::string file = mount->point + below + (version_2 ? "/memory.events" : "/memory.oom_control");
    if (const auto seen = read_row(file, "oom_kill"))
      counters_.push_back({file, "oom_kill", text("control group %s was at its memory limit", path.c_str()), *seen});
  }
  if (const auto seen = read_row("/proc/vmstat", "oom_kill"))
    counters_.push_back(
        {"/proc/vmstat", "oom_kill", "this machine, or a control group on it, was out of memory", *seen});
}

std::string MemoryKills::since_last() {
  std::string why;
  for (Counter& counter : counters_) {
    const auto now = read_row(counter.file, counter.row);
    if (now && *now > counter.seen && why.empty()) why = counter.why;
    if (now) counter.seen = *now;
  }
  return why;
}

}  // namespace isthmus::oshrun

#include "binding.hpp"

#include <fstream>
#include <map>
#include <utility>

#include "base/error.hpp"
#include "launch_error.hpp"

namespace isthmus::oshrun {
namespace {

/// The first line of a file, or an empty string if it cannot be read.
std::string line_of(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

/// The package, and the lowest CPU, of the core that this CPU is a hardware thread of. If the kernel does not describe
/// the topology, every CPU counts as a core.
std::pair<int, int> core_with(const std::string& cpus, int cpu) {
  const std::string topology = base::text("%s/cpu%d/topology/", cpus.c_str(), cpu);
  const std::string package = line_of(topology + "physical_package_id");
  const std::string threads = line_of(topology + "thread_siblings_list");  // such as "2,66" or "2-3"
  return {package.empty() ? 0 : std::atoi(package.c_str()), threads.empty() ? cpu : std::atoi(threads.c_str())};
}

}  // namespace

CoreBinding::CoreBinding(const std::string& cpus) {
  const auto allowed = base::CpuSet::allowed();
  if (!allowed) throw LaunchError(1, "--bind core: the kernel does not say which CPUs there are; use --bind none");
  std::map<std::pair<int, int>, base::CpuSet> cores;
  for (int cpu = 0; cpu < allowed->end(); ++cpu)
    if (allowed->has(cpu)) cores[core_with(cpus, cpu)].add(cpu);
  for (auto& [place, core] : cores) cores_.push_back(std::move(core));
}

std::string CoreBinding::place_of(int pe) const {
  std::string list;
  const base::CpuSet& core = core_of(pe);
  for (int cpu = 0; cpu < core.end(); ++cpu)
    if (core.has(cpu)) list += (list.empty() ? "" : ",") + std::to_string(cpu);
  return base::text("core %zu (CPU %s)", number_of(pe), list.c_str());
}

}  // namespace isthmus::oshrun

// Translates oshrun's options to those of each launcher.
#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "launcher.hpp"

namespace isthmus::oshrun {
namespace {

using base::text;
using Kind = Launcher::Kind;

std::string joined(const std::vector<Host>& hosts, bool with_slots) {
  std::string list;
  for (const Host& host : hosts) {
    if (!list.empty()) list += ',';
    list += host.name;
    if (with_slots) list += text(":%d", host.slots);
  }
  return list;
}

/// The time limit in the launcher's unit, rounded up; a remark says so if that changes it.
long rounded_up(double seconds, double unit, const char* unit_name, Translation& to) {
  const double count = std::ceil(seconds / unit);
  if (count * unit != seconds)
    to.remarks.push_back(text("counts whole %s, so --timeout %g becomes %.0f", unit_name, seconds, count));
  return static_cast<long>(count);
}

/// Open MPI's mpirun and PRRTE's prterun, which share most of their options.
void for_mpirun(Kind kind, const Options& options, const std::vector<std::string>& exported, Translation& to) {
  std::vector<std::string>& out = to.arguments;
  // "--map-by slot" fills one host after the other in the order given, with consecutive PEs on each.
  out = {"-n",        std::to_string(options.n),
         "--host",    joined(options.hosts, true),
         "--map-by",  "slot",
         "--bind-to", options.bind_to_cores ? "core" : "none"};
  for (const std::string& name : exported) out.insert(out.end(), {"-x", name});
  if (!options.directory.empty()) out.insert(out.end(), {"--wdir", options.directory});
  if (options.timeout)
    out.insert(out.end(), {"--timeout", std::to_string(rounded_up(*options.timeout, 1, "seconds", to))});
  if (!options.label) return;
  if (kind == Kind::mpirun4) {
    out.push_back("--tag-output");
  } else {
    out.insert(out.end(), {"--output", "tag"});
  }
}

void for_srun(const Options& options, Translation& to) {
  std::vector<std::string>& out = to.arguments;
  // srun passes the whole environment to the PEs, including the variables of -x, which are set in it.
  out = {"--mpi=pmix", text("--ntasks=%d", options.n)};
  if (options.allocation) {
    out.push_back(text("--nodes=%d", std::min(options.n, options.allocation->nodes)));
  } else {
    out.push_back(text("--nodes=%zu", options.hosts.size()));
    out.push_back("--nodelist=" + joined(options.hosts, false));
    const auto [fewest, most] = std::ranges::minmax(options.hosts, {}, &Host::slots);
    if (most.slots - fewest.slots > 1)
      to.remarks.push_back("spreads the PEs evenly, the slots given with the hosts are not passed on");
  }
  out.insert(out.end(),
             {"--distribution=block", "--export=ALL", options.bind_to_cores ? "--cpu-bind=cores" : "--cpu-bind=none"});
  if (!options.directory.empty()) out.push_back("--chdir=" + options.directory);
  if (options.timeout) out.push_back(text("--time=%ld", rounded_up(*options.timeout, 60, "minutes", to)));
  if (options.label) out.push_back("--label");
}

}  // namespace

Translation translate(Kind kind, const Options& options, const std::vector<std::string>& exported) {
  Translation to;
  if (kind == Kind::srun) {
    for_srun(options, to);
  } else {
    for_mpirun(kind, options, exported, to);
  }
  return to;
}

}  // namespace isthmus::oshrun

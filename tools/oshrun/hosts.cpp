#include "hosts.hpp"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <numeric>
#include <sstream>

#include "base/error.hpp"
#include "launch_error.hpp"

namespace isthmus::oshrun {
namespace {

using base::text;

constexpr int kMostSlots = 1'000'000;

/// Whether ssh, mpirun and srun all take `name` as a host's name, and none of them as an option or a list. Numeric IPv6
/// addresses are refused, because a colon separates the slots.
bool is_name(const std::string& name) {
  return !name.empty() && name[0] != '-' &&
         std::ranges::all_of(name, [](unsigned char c) { return std::isalnum(c) || c == '.' || c == '-' || c == '_'; });
}

int parse_slots(const std::string& digits) {
  const bool number = !digits.empty() && digits.size() <= 7 &&
                      std::ranges::all_of(digits, [](unsigned char c) { return std::isdigit(c); });
  const int slots = number ? std::atoi(digits.c_str()) : 0;
  return slots <= kMostSlots ? slots : 0;
}

/// Parses "a" or "a:2". An error message names `where`.
Host parse_host(const std::string& word, const std::string& where) {
  const size_t colon = word.find(':');
  Host host{word.substr(0, colon), 0};
  if (!is_name(host.name))
    throw LaunchError(kBadUsage, text("%s: '%s' is not a host name", where.c_str(), word.c_str()));
  if (colon == std::string::npos) return host;
  host.slots = parse_slots(word.substr(colon + 1));
  if (host.slots == 0)
    throw LaunchError(kBadUsage, text("%s: '%s' has no number of PEs after the colon: give host or host:N",
                                      where.c_str(), word.c_str()));
  return host;
}

}  // namespace

std::vector<Host> parse_hosts(const std::string& list) {
  std::vector<Host> hosts;
  for (size_t at = 0; at <= list.size();) {
    const size_t comma = std::min(list.find(',', at), list.size());
    hosts.push_back(parse_host(list.substr(at, comma - at), "--hosts '" + list + "'"));
    at = comma + 1;
  }
  return hosts;
}

std::vector<Host> read_hostfile(const std::string& path) {
  std::ifstream file(path);
  if (!file)
    throw LaunchError(
        kBadUsage, text("--hostfile '%s': %s; give a file with a host per line", path.c_str(), std::strerror(errno)));
  std::vector<Host> hosts;
  int number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    std::istringstream words(line.substr(0, line.find('#')));
    std::string word, option;
    if (!(words >> word)) continue;
    const std::string where = text("--hostfile '%s', line %d", path.c_str(), number);
    Host host = parse_host(word, where);
    while (words >> option) {
      if (option.starts_with("slots=")) host.slots = parse_slots(option.substr(6));
      if (!option.starts_with("slots=") || host.slots == 0)
        throw LaunchError(
            kBadUsage, text("%s: '%s' is not understood: give a host, or host slots=N", where.c_str(), option.c_str()));
    }
    hosts.push_back(host);
  }
  if (hosts.empty()) throw LaunchError(kBadUsage, text("--hostfile '%s' names no host", path.c_str()));
  return hosts;
}

std::optional<Allocation> find_allocation() {
  const auto number = [](const char* name) {
    const char* value = std::getenv(name);
    return value ? parse_slots(value) : 0;
  };
  const Allocation found{number("SLURM_JOB_NUM_NODES"),
                         std::max(number("SLURM_NTASKS"), number("SLURM_JOB_NUM_NODES"))};
  // Where Slurm has LaunchParameters=use_interactive_step, the shell of salloc runs in a step of this number.
  const char* const step = std::getenv("SLURM_STEP_ID");
  const bool is_task = step && step != std::string_view("4294967290");
  if (!std::getenv("SLURM_JOB_ID") || is_task || found.nodes == 0) return std::nullopt;
  // A batch script runs on the first node of its allocation. The command of salloc runs where salloc was called.
  if (found.nodes == 1 && std::getenv("SLURMD_NODENAME")) return std::nullopt;
  return found;
}

int count_slots(const std::vector<Host>& hosts) {
  const auto add = [](long sum, const Host& host) { return sum + std::max(1, host.slots); };
  const long slots = std::accumulate(hosts.begin(), hosts.end(), 0L, add);
  return static_cast<int>(std::min<long>(slots, kMostSlots));
}

std::vector<Host> spread_over(std::vector<Host> hosts, int n) {
  if (std::ranges::all_of(hosts, [](const Host& host) { return host.slots == 0; })) {
    const long k = static_cast<long>(hosts.size());
    for (long pe = 0; pe < n; ++pe) ++hosts[static_cast<size_t>(pe * k / n)].slots;
  } else {
    if (const int slots = count_slots(hosts); n > slots)
      throw LaunchError(
          kBadUsage, text("%d PEs do not fit into the %d slots of the hosts; raise the slots or lower -n", n, slots));
    int left = n;
    for (Host& host : hosts) {
      host.slots = std::min(left, std::max(1, host.slots));
      left -= host.slots;
    }
  }
  std::erase_if(hosts, [](const Host& host) { return host.slots == 0; });
  return hosts;
}

}  // namespace isthmus::oshrun

// The machines of --hosts and --hostfile, and how many PEs each gets.
#pragma once
#include <optional>
#include <string>
#include <vector>

namespace isthmus::oshrun {

struct Host {
  std::string name;
  int slots = 0;  // PEs that it takes; 0 if not given
};

/// Parses a list such as "a,b:2,c". Throws LaunchError.
std::vector<Host> parse_hosts(const std::string& list);

/// Reads a file with a host per line: "a", "a:2" or "a slots=2"; "#" starts a comment. Throws LaunchError.
std::vector<Host> read_hostfile(const std::string& path);

/// The sum of the hosts' slots; a host without slots given counts as one.
int count_slots(const std::vector<Host>& hosts);

/// Returns the hosts that get PEs when `n` are distributed, with how many in `slots`. If no host has slots given, PE p
/// goes to host p*K/n of K, as with --nodes; else hosts are filled in order. Throws LaunchError when n PEs do not fit.
std::vector<Host> spread_over(std::vector<Host> hosts, int n);

/// The nodes of the Slurm allocation in which oshrun runs.
struct Allocation {
  int nodes = 1;
  int tasks = 1;  // that the user asked for, at least one for each node
};

/// Empty outside an allocation, in a step of one (a task of srun), and where the allocation is this machine alone.
std::optional<Allocation> find_allocation();

}  // namespace isthmus::oshrun

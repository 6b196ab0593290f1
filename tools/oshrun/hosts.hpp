// The machines of --hosts and --hostfile, and how many PEs each gets.
#pragma once
#include <string>
#include <vector>

namespace isthmus::oshrun {

struct Host {
  std::string name;
  int slots = 0;  // PEs it takes; 0 when not said
};

/// "a,b:2,c". Throws LaunchError.
std::vector<Host> parse_hosts(const std::string& list);

/// A host per line: "a", "a:2" or "a slots=2"; "#" starts a comment. Throws LaunchError.
std::vector<Host> read_hostfile(const std::string& path);

/// As many PEs as there are slots, one where it is not said.
int count_slots(const std::vector<Host>& hosts);

/// The hosts that get PEs, `slots` being how many, `n` in all. Where no host has its slots said, PE p goes to host
/// p*K/n of K, as with --nodes; else hosts are filled in order. Throws LaunchError when n PEs do not fit.
std::vector<Host> spread_over(std::vector<Host> hosts, int n);

}  // namespace isthmus::oshrun

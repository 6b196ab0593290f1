#include <numa.h>
#include <numaif.h>

#include <cstdlib>

#include "base/error.hpp"
#include "base/log.hpp"
#include "memkind/policy.hpp"

namespace isthmus::memkind {
namespace {

/// The node number that follows a policy's name, such as 1 in BIND1.
int node_of(const std::string& policy, std::size_t name_length) {
  const std::string digits = policy.substr(name_length);
  const bool valid = !digits.empty() && digits.find_first_not_of("0123456789") == std::string::npos;
  const int node = valid ? std::atoi(digits.c_str()) : -1;
  if (!valid || !numa_bitmask_isbitset(numa_all_nodes_ptr, static_cast<unsigned>(node)))
    throw base::SetupError(base::text("POLICY=%s: this machine has NUMA nodes 0 to %d; name one of them, as in BIND0",
                                      policy.c_str(), numa_max_node()));
  return node;
}

void bind(void* address, std::size_t bytes, int mode, const bitmask* nodes) {
  if (mbind(address, bytes, mode, nodes ? nodes->maskp : nullptr, nodes ? nodes->size + 1 : 0, 0) != 0)
    base::throw_errno("cannot set the NUMA policy of a partition");
}

}  // namespace

void apply_policy(void* address, std::size_t bytes, const std::string& policy) {
  if (policy.empty()) return;
  if (numa_available() < 0) {
    base::say("POLICY=" + policy + " ignored: this kernel has no NUMA support");
    return;
  }
  if (policy == "LOCAL") return bind(address, bytes, MPOL_LOCAL, nullptr);
  if (policy == "INTERLEAVE") return bind(address, bytes, MPOL_INTERLEAVE, numa_all_nodes_ptr);
  for (const auto& [name, mode] : {std::pair{"BIND", MPOL_BIND}, std::pair{"PREFER", MPOL_PREFERRED}}) {
    if (policy.rfind(name, 0) != 0) continue;
    bitmask* nodes = numa_allocate_nodemask();
    numa_bitmask_setbit(nodes, static_cast<unsigned>(node_of(policy, std::string(name).size())));
    bind(address, bytes, mode, nodes);
    numa_free_nodemask(nodes);
    return;
  }
  throw base::SetupError("POLICY=" + policy + ": unknown; write LOCAL, INTERLEAVE, BIND<node> or PREFER<node>");
}

}  // namespace isthmus::memkind

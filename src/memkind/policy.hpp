// NUMA placement of host partitions: POLICY=LOCAL, INTERLEAVE, BIND<node> or PREFER<node>.
#pragma once
#include <cstddef>
#include <string>

namespace isthmus::memkind {

/// Throws base::SetupError for an unknown policy or node. policy_numa.cpp asks libnuma; policy_absent.cpp is built
/// where libnuma is not.
void apply_policy(void* address, std::size_t bytes, const std::string& policy);

}  // namespace isthmus::memkind

// NUMA placement of host partitions: POLICY=LOCAL, INTERLEAVE, BIND<node> or PREFER<node>.
#pragma once
#include <cstddef>
#include <string>

namespace isthmus::memkind {

/// Throws base::SetupError for an unknown policy or node. Implemented by policy_numa.cpp with libnuma; a build without
/// libnuma has policy_absent.cpp, which throws for any policy.
void apply_policy(void* address, std::size_t bytes, const std::string& policy);

}  // namespace isthmus::memkind

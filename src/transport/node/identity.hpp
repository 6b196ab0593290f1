// Identifies a node: PEs with the same identity can map each other's memory. They run under the same kernel (boot id),
// host name and network namespace (which the UNIX sockets of descriptor_exchange.hpp do not cross), and on the same
// virtual node.
#pragma once
#include <string>

namespace isthmus::node {

std::string host_identity(int virtual_node);

/// The user of this process, and the user namespace that gives the number its meaning: "user:[4026531837]/1000".
std::string user_identity();

}  // namespace isthmus::node

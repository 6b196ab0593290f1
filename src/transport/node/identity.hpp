// Which PEs can map one another's memory: those that run under one kernel, one host name, one network namespace
// (the UNIX sockets of descriptor_exchange.hpp do not cross it) and on the same virtual node.
#pragma once
#include <string>

namespace isthmus::node {

std::string host_identity(int virtual_node);

}  // namespace isthmus::node

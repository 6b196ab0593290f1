#include "transport/node/identity.hpp"

#include <unistd.h>

#include <array>
#include <fstream>

#include "base/log.hpp"

namespace isthmus::node {

std::string host_identity(int virtual_node) {
  std::string boot;
  std::getline(std::ifstream("/proc/sys/kernel/random/boot_id"), boot);
  std::array<char, 64> network{};
  if (readlink("/proc/self/ns/net", network.data(), network.size() - 1) < 0) network[0] = '\0';
  return boot + "/" + base::host_name() + "/" + network.data() + "/" + std::to_string(virtual_node);
}

}  // namespace isthmus::node

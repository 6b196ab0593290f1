#include "transport/node/identity.hpp"

#include <unistd.h>

#include <array>
#include <fstream>

#include "base/log.hpp"

namespace isthmus::node {

namespace {

/// The namespace of this process of that kind, as the kernel names it.
std::string name_space(const char* path) {
  std::array<char, 64> name{};
  return readlink(path, name.data(), name.size() - 1) < 0 ? "" : name.data();
}

}  // namespace

std::string host_identity(int virtual_node) {
  std::string boot;
  std::getline(std::ifstream("/proc/sys/kernel/random/boot_id"), boot);
  return boot + "/" + base::host_name() + "/" + name_space("/proc/self/ns/net") + "/" + std::to_string(virtual_node);
}

std::string user_identity() { return name_space("/proc/self/ns/user") + "/" + std::to_string(geteuid()); }

}  // namespace isthmus::node

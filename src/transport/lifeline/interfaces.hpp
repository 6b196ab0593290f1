// Chooses the address of this host at which the lifeline listens. A host often has addresses that other hosts cannot
// reach: bridges for containers and virtual machines have the same address on every host, and link-local addresses are
// not routed.
#pragma once
#include <string>
#include <vector>

namespace isthmus::lifeline {

/// One address of one network interface.
struct Interface {
  std::string name;
  std::string address;  ///< numeric; a link-local IPv6 address ends in "%<interface>"
  bool up = true;       ///< IFF_UP: the interface is enabled
  bool running = true;  ///< IFF_RUNNING: its link is operational
  bool loopback = false;
};

/// All addresses of this host, IPv4 and IPv6, in the kernel's order. Throws base::SetupError.
std::vector<Interface> list_interfaces();

/// The numeric address that other hosts most likely reach. `wanted` is the setting SHMEM_LIFELINE_ADDRESS: the name of
/// an interface, or a numeric address, or empty. If it is empty, an interface that runs is preferred, then one that
/// does not belong to containers or virtual machines (by its name), then an address that is not link-local, then IPv4.
/// The loopback and link-local IPv6 addresses are taken only if `wanted` names them. Throws base::SetupError.
std::string choose_address(const std::string& wanted, const std::vector<Interface>& interfaces);

}  // namespace isthmus::lifeline

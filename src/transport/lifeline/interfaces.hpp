// Which address of this host the lifeline listens at. A host often has several that are no use to other hosts: those of
// bridges for containers and virtual machines exist on every host with the same number, and link-local ones need not
// lead anywhere.
#pragma once
#include <string>
#include <vector>

namespace isthmus::lifeline {

/// One address of one network interface.
struct Interface {
  std::string name;
  std::string address;  ///< numeric; a link-local IPv6 address ends in "%<interface>"
  bool up = true;       ///< IFF_UP: switched on
  bool running = true;  ///< IFF_RUNNING: a cable or its like is there
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

#include "transport/lifeline/interfaces.hpp"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string_view>
#include <tuple>

#include "base/error.hpp"

namespace isthmus::lifeline {
namespace {

constexpr const char* kRemedy = "set SHMEM_LIFELINE_ADDRESS to an interface or a numeric address of this host";

/// The prefixes of interface names that container engines and virtual machine monitors create on a host.
constexpr std::string_view kVirtual[] = {"docker",  "virbr",  "br-",     "veth",   "lxc",   "lxd",  "cni",
                                         "flannel", "podman", "cali",    "cilium", "weave", "kube", "nerdctl",
                                         "vnet",    "vmnet",  "vboxnet", "tap",    "dummy", "tunl"};

bool is_virtual(std::string_view name) {
  return std::ranges::any_of(kVirtual, [&](std::string_view start) { return name.starts_with(start); });
}

bool is_ip6(std::string_view address) { return address.find(':') != std::string_view::npos; }

/// Whether the address is in 169.254/16 or fe80::/10.
bool is_link_local(const std::string& address) {
  in6_addr ip6{};
  const std::string digits = address.substr(0, address.find('%'));
  if (inet_pton(AF_INET6, digits.c_str(), &ip6) == 1) return IN6_IS_ADDR_LINKLOCAL(&ip6);
  return address.starts_with("169.254.");
}

/// True for "10.0.0.1", "fd00::1" and "fe80::1%eth0", false for names.
bool is_numeric(const std::string& text) {
  in_addr ip4{};
  in6_addr ip6{};
  return inet_pton(AF_INET, text.c_str(), &ip4) == 1 ||
         inet_pton(AF_INET6, text.substr(0, text.find('%')).c_str(), &ip6) == 1;
}

/// The order of preference in choose_address: the interface with the least tuple is the best.
auto rank(const Interface& interface) {
  return std::tuple(!interface.running, is_virtual(interface.name), is_link_local(interface.address),
                    is_ip6(interface.address));
}

const Interface* best(const std::vector<const Interface*>& candidates) {
  const auto found = std::ranges::min_element(candidates, {}, [](const Interface* each) { return rank(*each); });
  return found == candidates.end() ? nullptr : *found;
}

}  // namespace

std::vector<Interface> list_interfaces() {
  ifaddrs* all = nullptr;
  if (getifaddrs(&all) != 0) base::throw_errno("cannot list the network interfaces");
  const std::unique_ptr<ifaddrs, decltype(&freeifaddrs)> owner(all, freeifaddrs);
  std::vector<Interface> interfaces;
  for (const ifaddrs* each = all; each; each = each->ifa_next) {
    if (!each->ifa_addr) continue;
    const int family = each->ifa_addr->sa_family;
    if (family != AF_INET && family != AF_INET6) continue;
    const socklen_t length = family == AF_INET ? sizeof(sockaddr_in) : sizeof(sockaddr_in6);
    std::array<char, NI_MAXHOST> address{};
    if (getnameinfo(each->ifa_addr, length, address.data(), address.size(), nullptr, 0, NI_NUMERICHOST) != 0) continue;
    interfaces.push_back({each->ifa_name, address.data(), (each->ifa_flags & IFF_UP) != 0,
                          (each->ifa_flags & IFF_RUNNING) != 0, (each->ifa_flags & IFF_LOOPBACK) != 0});
  }
  return interfaces;
}

std::string choose_address(const std::string& wanted, const std::vector<Interface>& interfaces) {
  if (is_numeric(wanted)) {
    if (std::ranges::any_of(interfaces, [&](const Interface& each) { return each.address == wanted; })) return wanted;
    throw base::SetupError("SHMEM_LIFELINE_ADDRESS=" + wanted + ": this host has no such address; " + kRemedy);
  }
  std::vector<const Interface*> candidates;
  for (const Interface& each : interfaces) {
    const bool for_hosts = each.up && !each.loopback && !(is_ip6(each.address) && is_link_local(each.address));
    if (wanted.empty() ? for_hosts : each.name == wanted) candidates.push_back(&each);
  }
  if (const Interface* found = best(candidates)) return found->address;
  if (wanted.empty())
    throw base::SetupError(base::text("no network interface is up that other hosts could reach; %s", kRemedy));
  throw base::SetupError("SHMEM_LIFELINE_ADDRESS=" + wanted +
                         ": this host has no interface of that name with an address; " + kRemedy);
}

}  // namespace isthmus::lifeline

// fi_getinfo of libfabric's double: what the one provider offers, and the names of others.
#include <arpa/inet.h>
#include <netinet/in.h>

#include <csignal>
#include <cstdlib>
#include <cstring>

#include "transport/ofi/libfabric_double_objects.hpp"

namespace isthmus::test {
namespace {

fi_info* make_info() {
  auto* info = new fi_info{};
  info->tx_attr = new fi_tx_attr{};
  info->rx_attr = new fi_rx_attr{};
  info->ep_attr = new fi_ep_attr{};
  info->domain_attr = new fi_domain_attr{};
  info->fabric_attr = new fi_fabric_attr{};
  return info;
}

void set_address(fi_info& info, const std::string& numeric) {
  auto* ip4 = new sockaddr_storage{};
  auto* ip6 = reinterpret_cast<sockaddr_in6*>(ip4);
  info.src_addr = ip4;
  info.src_addrlen = sizeof *ip4;
  if (inet_pton(AF_INET6, numeric.c_str(), &ip6->sin6_addr) == 1)
    info.addr_format = FI_SOCKADDR_IN6;
  else if (inet_pton(AF_INET, numeric.c_str(), &reinterpret_cast<sockaddr_in*>(ip4)->sin_addr) == 1)
    info.addr_format = FI_SOCKADDR_IN;
}

fi_info* offer(const fi_info* hints, const std::string& name) {
  fi_info* info = make_info();
  info->caps = hints->caps;
  info->tx_attr->inject_size = 64;
  info->tx_attr->iov_limit = info->tx_attr->rma_iov_limit = 4;
  info->tx_attr->size = info->rx_attr->size = 256;
  info->tx_attr->msg_order = network().msg_order;
  info->ep_attr->max_msg_size = std::size_t{1} << 30;
  info->ep_attr->max_order_raw_size = info->ep_attr->max_order_waw_size = network().max_order_size;
  info->domain_attr->mr_key_size = network().mr_key_size;
  info->domain_attr->name = strdup("domain");
  info->fabric_attr->name = strdup("fabric");
  info->fabric_attr->prov_name = strdup(name.c_str());
  return info;
}

}  // namespace

fi_info* duplicate(const fi_info* from) {
  fi_info* info = make_info();
  if (!from) return info;
  *info->tx_attr = *from->tx_attr;
  *info->rx_attr = *from->rx_attr;
  *info->ep_attr = *from->ep_attr;
  *info->domain_attr = *from->domain_attr;
  *info->fabric_attr = *from->fabric_attr;
  info->caps = from->caps;
  info->addr_format = from->addr_format;
  info->src_addrlen = from->src_addrlen;
  if (from->src_addr) info->src_addr = new sockaddr_storage(*static_cast<const sockaddr_storage*>(from->src_addr));
  const auto copy = [](char*& text) { text = text ? strdup(text) : nullptr; };
  copy(info->domain_attr->name);
  copy(info->fabric_attr->name);
  copy(info->fabric_attr->prov_name);
  return info;
}

void free_info(fi_info* info) {
  if (!info) return;
  free_info(info->next);
  delete static_cast<sockaddr_storage*>(info->src_addr);
  std::free(info->domain_attr->name);
  std::free(info->fabric_attr->name);
  std::free(info->fabric_attr->prov_name);
  delete info->tx_attr;
  delete info->rx_attr;
  delete info->ep_attr;
  delete info->domain_attr;
  delete info->fabric_attr;
  delete info;
}

int get_info(std::uint32_t, const char*, const char*, std::uint64_t, const fi_info* hints, fi_info** found) {
  *found = nullptr;
  if (network().handles) std::signal(network().handles, [](int) {});
  const auto put_before = [&](fi_info* info) {
    info->next = *found;
    *found = info;
  };
  for (std::size_t i = network().behind.size(); i-- > 0;) put_before(offer(hints, network().behind[i]));
  for (std::size_t i = network().addresses.size(); i-- > 0;) {
    put_before(offer(hints, network().name));
    set_address(**found, network().addresses[i]);
  }
  if (network().addresses.empty()) put_before(offer(hints, network().name));
  return 0;
}

}  // namespace isthmus::test

#include "transport/ofi/provider.hpp"

#include <netinet/in.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "base/error.hpp"
#include "base/loopback.hpp"
#include "base/signal_handlers.hpp"
#include "transport/ofi/channel.hpp"

namespace isthmus::ofi {
namespace {

struct Row {
  std::string_view name;
  bool by_default;                  ///< may be chosen without being asked for
  std::string_view preferred = {};  ///< a provider that is taken instead if it fits, and the user named none
  Quirks quirks;
};

constexpr std::string_view kRxmOnTcp = "tcp;ofi_rxm";

/// `net`, which libfabric calls `tcp` since 1.18. quirks_of() leaves out what later versions have mended.
constexpr Quirks kNet = {.flush_by_read = true,
                         .can_inject = true,
                         .cpu_atomics = false,
                         .ordered_parts = true,
                         .shared_progress = true,
                         .releases_early = true,
                         .wakes_one = true};

/// Measured with libfabric 1.17 and 2.1 against a target that makes no progress (tests/fabric/quirks; the versions
/// agree in all rows that both offer). Providers that are not here were not run: they are taken at their word about
/// the order of messages, inject where they keep it, and are not trusted with atomics. `tcp` is offered with reliable
/// datagrams by 2.1 and not by 1.17.
constexpr Row kKnown[] = {
    {
        .name = "tcp",
        .by_default = true,
        .quirks = kNet,
    },
    {
        .name = kRxmOnTcp,
        .by_default = true,
        .preferred = "net",
        .quirks = {.flush_by_read = true,
                   .can_inject = true,
                   .cpu_atomics = false,
                   .ordered_parts = true,
                   .releases_early = true},
    },
    {
        .name = "sockets",
        .by_default = false,
        .quirks = {.flush_by_read = false, .can_inject = true, .cpu_atomics = true},
    },
    {
        .name = "shm",
        .by_default = false,
        .quirks = {.flush_by_read = false, .can_inject = true, .cpu_atomics = false},
    },
    {
        .name = "net",
        .by_default = true,
        .quirks = kNet,
    },
    {
        .name = "net;ofi_rxm",
        .by_default = false,
        .quirks = {.flush_by_read = true, .can_inject = true, .cpu_atomics = false, .releases_early = true},
    },
    {
        .name = "udp;ofi_rxd",
        .by_default = false,
        .quirks = {},
    },
    {
        .name = "UDP;ofi_rxd",
        .by_default = false,
        .quirks = {},
    },
};

/// Settings of rxm (tcp, verbs) that apply where the user has set none: how often it looks for new connections, in
/// microseconds (its default of 10,000 is what the first operation to each peer would take), and the number of
/// operations for which each endpoint has room.
constexpr std::pair<const char*, const char*> kTuning[] = {{"FI_OFI_RXM_CM_PROGRESS_INTERVAL", "500"},
                                                           {"FI_OFI_RXM_EAGER_LIMIT", "5632"},
                                                           {"FI_OFI_RXM_MSG_TX_SIZE", "64"},
                                                           {"FI_OFI_RXM_MSG_RX_SIZE", "64"}};

// rxm allocates and clears 1,024 buffers for each endpoint and direction. They have to hold Channel::kMaxOnWire, unless
// messages go from the sender's buffer straight to the receiver's: then they hold only what is received while no
// receive buffer is posted and short.
constexpr const char* kBufferSize = "FI_OFI_RXM_BUFFER_SIZE";
constexpr const char* kWholeMessages = "5632";
constexpr const char* kShortMessages = "1024";

/// Whether rxm on tcp passes messages on without buffers of its own: versions from 1.17 to 1.19 do, where the user has
/// not changed that and the memory is the host's. Newer ones do not, but there tcp needs no rxm.
bool passes_messages_on(const Hints& hints) {
  if (std::getenv("FI_OFI_RXM_ENABLE_DYN_RBUF") || std::getenv("FI_OFI_RXM_ENABLE_DIRECT_SEND")) return false;
  const char* limit = std::getenv("FI_OFI_RXM_EAGER_LIMIT");
  if (limit && std::strtoull(limit, nullptr, 0) < Channel::kMaxOnWire) return false;
  return library().version() < FI_VERSION(1, 20) && hints.hmem == config::Choice::off;
}

/// Called before libfabric is first asked for anything, since rxm then reads the size of its buffers. Over anything but
/// tcp rxm needs buffers for whole messages: over RDMA devices, which may be chosen where there are any, and over
/// another provider that the user names (net;ofi_rxm).
void tune(const Hints& hints) {
  const bool verbs = access("/sys/class/infiniband", F_OK) == 0 || hints.provider.starts_with("verbs");
  const bool other_rxm = hints.provider.ends_with(";ofi_rxm") && hints.provider != kRxmOnTcp;
  setenv(kBufferSize, passes_messages_on(hints) && !verbs && !other_rxm ? kShortMessages : kWholeMessages, 0);
  for (const auto& [name, value] : kTuning) setenv(name, value, 0);
}

constexpr std::uint64_t kFlushOrder = FI_ORDER_RAW | FI_ORDER_WAW | FI_ORDER_SAW;

const Row* known(std::string_view name) {
  const auto* row = std::find_if(std::begin(kKnown), std::end(kKnown), [&](const Row& r) { return r.name == name; });
  return row == std::end(kKnown) ? nullptr : row;
}

/// Whether the provider says that it orders transfers of any length: the sizes are limits of the order.
bool says_ordered(const fi_info& info) {
  const fi_ep_attr& endpoint = *info.ep_attr;
  return (info.tx_attr->msg_order & kFlushOrder) == kFlushOrder &&
         endpoint.max_order_raw_size >= endpoint.max_msg_size && endpoint.max_order_waw_size >= endpoint.max_msg_size;
}

Quirks quirks_of(const fi_info& info) {
  if (const Row* row = known(info.fabric_attr->prov_name)) {
    Quirks measured = row->quirks;
    measured.releases_early &= library().version() < FI_VERSION(1, 20);
    measured.wakes_one &= library().version() < FI_VERSION(1, 19);
    return measured;
  }
  const bool ordered = says_ordered(info);
  return {.flush_by_read = ordered, .can_inject = ordered, .cpu_atomics = false};
}

/// Messages that do not fit into rxm's buffers would go by another protocol, which our receive buffers do not serve.
void check_message_room(const fi_info& info, const Hints& hints) {
  constexpr std::size_t kHeader = 128;  // rxm's own, at most
  const char* set = std::getenv(kBufferSize);
  const std::string_view name = info.fabric_attr->prov_name;
  if (!set || !name.ends_with("ofi_rxm")) return;
  if (std::strtoull(set, nullptr, 0) >= Channel::kMaxOnWire + kHeader) return;
  if (name == kRxmOnTcp && passes_messages_on(hints)) return;
  throw base::SetupError(
      base::text("FI_OFI_RXM_BUFFER_SIZE=%s is less than the %zu bytes that messages need; unset it, or "
                 "set it higher",
                 set, Channel::kMaxOnWire + kHeader));
}

/// "tcp" asks for "tcp;ofi_rxm", too: what is offered first is taken, which is libfabric's own preference.
bool named(std::string_view name, std::string_view wanted) {
  return name == wanted || (name.starts_with(wanted) && name[wanted.size()] == ';');
}

/// Hosts are reached by IPv4 where they have it, else by IPv6.
enum class Family { ip4, ip6 };

bool is_ip6(const fi_info& info) { return info.addr_format == FI_SOCKADDR_IN6; }
bool is_ip(const fi_info& info) { return info.addr_format == FI_SOCKADDR_IN || is_ip6(info); }

const in6_addr& ip6_address(const fi_info& info) { return static_cast<const sockaddr_in6*>(info.src_addr)->sin6_addr; }

bool is_loopback(const fi_info& info) {
  if (!info.src_addr) return false;
  if (is_ip6(info)) return IN6_IS_ADDR_LOOPBACK(&ip6_address(info));
  return ntohl(static_cast<const sockaddr_in*>(info.src_addr)->sin_addr.s_addr) >> 24 == 127;
}

/// Such an address means another host on each link.
bool is_link_local(const fi_info& info) {
  return is_ip6(info) && info.src_addr && IN6_IS_ADDR_LINKLOCAL(&ip6_address(info));
}

bool fits(const fi_info& info, const Hints& hints, Family family) {
  const char* name = info.fabric_attr->prov_name;
  const Row* row = known(name);
  if (hints.provider.empty() ? row && !row->by_default : !named(name, hints.provider)) return false;
  if (!hints.fabric.empty() && hints.fabric != info.fabric_attr->name) return false;
  if (!hints.domain.empty() && hints.domain != info.domain_attr->name) return false;
  if (!is_ip(info)) return true;
  if (is_ip6(info) != (family == Family::ip6) || is_link_local(info)) return false;
  return !hints.domain.empty() || is_loopback(info) == hints.one_host;
}

/// Every offer that could carry a job, in libfabric's order of preference. `more` are capabilities that are asked for
/// only where they are used: on tcp, native atomics cost the order of writes.
Info candidates(std::uint64_t more, bool virtual_addresses, const char* provider) {
  const Library& fi = library();
  const Info hints(fi.dupinfo(nullptr));
  hints->caps = FI_MSG | FI_RMA | FI_MULTI_RECV | more;
  hints->ep_attr->type = FI_EP_RDM;
  hints->domain_attr->mr_mode =
      virtual_addresses ? FI_MR_BASIC : FI_MR_VIRT_ADDR | FI_MR_ALLOCATED | FI_MR_PROV_KEY | FI_MR_ENDPOINT;
  if (more & FI_HMEM) hints->domain_attr->mr_mode |= FI_MR_HMEM;
  hints->domain_attr->threading = FI_THREAD_SAFE;
  // We make progress ourselves where the provider allows it: its threads would compete for cores with those that wait.
  hints->domain_attr->control_progress = hints->domain_attr->data_progress = FI_PROGRESS_MANUAL;
  hints->domain_attr->av_type = FI_AV_TABLE;
  if (provider) hints->fabric_attr->prov_name = strdup(provider);
  fi_info* found = nullptr;
  const base::KeptSignalHandlers kept;  // providers are initialised
  fi.getinfo(FI_VERSION(1, 17), nullptr, nullptr, 0, hints.get(), &found);
  return Info(found);
}

/// One line for each offer, without libfabric's repetitions.
std::vector<std::string> describe(const fi_info* first) {
  std::vector<std::string> lines;
  for (const fi_info* info = first; info; info = info->next) {
    const Row* row = known(info->fabric_attr->prov_name);
    const std::string line =
        base::text("%s (fabric %s, domain %s%s)", info->fabric_attr->prov_name, info->fabric_attr->name,
                   info->domain_attr->name, row && !row->by_default ? "; only when asked for" : "");
    if (std::find(lines.begin(), lines.end(), line) == lines.end()) lines.push_back(line);
  }
  return lines;
}

/// The same provider, fabric and domain with these capabilities, too; null where they are not offered.
Info with(std::uint64_t more, const fi_info& like, const Hints& hints) {
  const Family family = is_ip6(like) ? Family::ip6 : Family::ip4;
  const Info offers = candidates(more, hints.virtual_addresses, like.fabric_attr->prov_name);
  for (const fi_info* info = offers.get(); info; info = info->next)
    if (fits(*info, hints, family) && std::strcmp(info->fabric_attr->name, like.fabric_attr->name) == 0 &&
        std::strcmp(info->domain_attr->name, like.domain_attr->name) == 0)
      return Info(library().dupinfo(info));
  return nullptr;
}

/// The first offer that fits, or the provider that is preferred to it; null if nothing fits.
const fi_info* best_of(const fi_info* offers, const Hints& hints) {
  for (const Family family : {Family::ip4, Family::ip6}) {
    const bool no_loopback = hints.one_host && !base::has_loopback(family == Family::ip4 ? AF_INET : AF_INET6);
    const auto first = [&](std::string_view name) {
      const fi_info* info = offers;
      while (info && !((name.empty() || info->fabric_attr->prov_name == name) && fits(*info, hints, family) &&
                       !(no_loopback && is_ip(*info) && is_loopback(*info))))
        info = info->next;
      return info;
    };
    const fi_info* const fit = first({});
    if (!fit) continue;
    const Row* const row = known(fit->fabric_attr->prov_name);
    const bool has_preferred = row && !row->preferred.empty() && hints.provider.empty();
    const fi_info* const preferred = has_preferred ? first(row->preferred) : nullptr;
    return preferred ? preferred : fit;
  }
  return nullptr;
}

/// Asks for FI_HMEM, too, or notes why it cannot be had.
void add_hmem(Provider& provider, std::uint64_t more, const Hints& hints) {
  const char* name = provider.info->fabric_attr->prov_name;
  if (hints.hmem == config::Choice::off)
    provider.why_no_hmem = base::text("%s carries host memory alone (SHMEM_OFI_HMEM=off)", name);
  else if (hints.virtual_addresses)
    provider.why_no_hmem = base::text("%s carries host memory alone (SHMEM_OFI_VIRTUAL=1)", name);
  else if (Info better = with(more | FI_HMEM, *provider.info, hints))
    provider.info = std::move(better);
  else
    provider.why_no_hmem = base::text("%s carries host memory alone (it has no FI_HMEM)", name);
  if (hints.hmem == config::Choice::on && !provider.why_no_hmem.empty())
    throw base::SetupError(base::text("SHMEM_OFI_HMEM=on, but %s; choose another SHMEM_OFI_PROVIDER, or write auto",
                                      provider.why_no_hmem.c_str()));
}

}  // namespace

Provider choose_provider(const Hints& hints) {
  tune(hints);
  const Info all = candidates(0, hints.virtual_addresses, nullptr);
  const fi_info* const choice = best_of(all.get(), hints);
  if (!choice && hints.one_host && !base::has_loopback(AF_INET) && !base::has_loopback(AF_INET6))
    throw base::SetupError(base::kNoLoopback);
  if (!choice) {
    std::string offered;
    for (const std::string& line : describe(all.get())) offered += (offered.empty() ? "" : ", ") + line;
    throw base::SetupError(base::text(
        "no libfabric provider fits SHMEM_OFI_PROVIDER='%s' FABRIC='%s' DOMAIN='%s'; offered with reliable datagrams, "
        "RMA and messages: %s",
        hints.provider.c_str(), hints.fabric.c_str(), hints.domain.c_str(),
        offered.empty() ? "none" : offered.c_str()));
  }
  check_message_room(*choice, hints);
  Provider chosen{Info(library().dupinfo(choice)), quirks_of(*choice), {}};
  std::uint64_t more = chosen.quirks.cpu_atomics ? FI_ATOMIC : 0;
  if (Info better = more ? with(more, *choice, hints) : nullptr)
    chosen.info = std::move(better);
  else
    more = 0;
  add_hmem(chosen, more, hints);
  return chosen;
}

std::vector<std::string> list_providers() {
  tune({});
  return describe(candidates(0, false, nullptr).get());
}

}  // namespace isthmus::ofi

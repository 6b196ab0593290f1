#include "transport/ofi/domain.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <cstring>

#include "base/error.hpp"
#include "base/log.hpp"
#include "transport/ofi/message_channel.hpp"
#include "transport/ofi/requests.hpp"
#include "transport/ofi/tx_endpoint.hpp"

namespace isthmus::ofi {
namespace {

/// The n-th 8 bytes of the secret, which were drawn at random for one use each.
std::uint64_t word_of(const std::string& secret, std::size_t n) {
  std::uint64_t word = 0;
  if (secret.size() < (n + 1) * sizeof word) throw base::SetupError("the fabric's secret is too short");
  std::memcpy(&word, secret.data() + n * sizeof word, sizeof word);
  return word;
}

/// The provider's address in what endpoint_address() returned.
std::string address_in(const std::string& published) {
  std::uint32_t bytes = 0;
  std::memcpy(&bytes, published.data(), std::min(published.size(), sizeof bytes));
  if (published.size() < sizeof bytes + bytes) throw base::SetupError("a PE has published a malformed address");
  return published.substr(sizeof bytes, bytes);
}

Hints hints_of(const FabricSettings& settings) {
  return {settings.provider,          settings.fabric,   settings.domain,
          settings.virtual_addresses, settings.one_host, settings.hmem};
}

}  // namespace

Domain::Domain(const FabricSettings& settings, int my_pe, int n_pes)
    : provider_(choose_provider(hints_of(settings))),
      my_pe_(my_pe),
      n_pes_(n_pes),
      token_(word_of(settings.secret, 0)),
      first_key_(word_of(settings.secret, 1) & ~std::uint64_t{0xff}),
      wants_bundles_(settings.bundles) {
  fi_info& chosen = *provider_.info;
  if (!quirks().flush_by_read) chosen.tx_attr->op_flags = FI_DELIVERY_COMPLETE;
  fid_fabric* fabric = nullptr;
  check("fi_fabric", library().fabric(chosen.fabric_attr, &fabric, nullptr));
  fabric_.reset(fabric);
  fid_domain* domain = nullptr;
  check("fi_domain", fi_domain(fabric, &chosen, &domain, nullptr));
  domain_.reset(domain);
  addresses_ = std::make_unique<Addresses>(domain, n_pes);
  open_rx_cq();
  if (quirks().shared_progress) {
    endpoint_ = std::make_unique<TxEndpoint>(*this, cq_.get());
    rx_ = endpoint_->handle();
  } else {
    rx_endpoint_ = open_endpoint(cq_.get(), cq_.get(), 64, kReceives);
    rx_ = rx_endpoint_.get();
    check("fi_enable", fi_enable(rx_));
    endpoint_ = std::make_unique<TxEndpoint>(*this);
  }
  channel_ = std::make_unique<MessageChannel>(*this);
  requests_ = std::make_unique<Requests>(*this, *channel_);
  wake_ = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
}

Domain::~Domain() {
  stop_progress();
  if (wake_ >= 0) close(wake_);
  // Endpoints are closed before the channel frees its buffers, which are posted on them.
  endpoint_.reset();
  registered_.clear();
  rx_endpoint_.reset();
  channel_.reset();
}

Endpoint& Domain::endpoint() { return *endpoint_; }
std::unique_ptr<Endpoint> Domain::make_endpoint() { return std::make_unique<TxEndpoint>(*this); }
Channel& Domain::channel() { return *channel_; }

void Domain::add_tx_endpoint(TxEndpoint& endpoint) {
  const std::lock_guard lock(tx_mutex_);
  tx_endpoints_.push_back(&endpoint);
}

void Domain::remove_tx_endpoint(TxEndpoint& endpoint) {
  const std::lock_guard lock(tx_mutex_);
  std::erase(tx_endpoints_, &endpoint);
}

void Domain::collect_sent() { channel_->collect_all_sent(); }

bool Domain::work_on_tx_endpoints() {
  const std::lock_guard lock(tx_mutex_);
  bool more = false;
  for (TxEndpoint* each : tx_endpoints_) more |= each->work();
  return more;
}

Handle<fid_cq> Domain::open_cq(fi_wait_obj wait) {
  fi_cq_attr attr{};
  attr.format = FI_CQ_FORMAT_DATA;
  attr.wait_obj = wait;
  fid_cq* cq = nullptr;
  check("fi_cq_open", fi_cq_open(domain_.get(), &attr, &cq, nullptr));
  return Handle<fid_cq>(cq);
}

Handle<fid_cntr> Domain::open_counter() {
  fi_cntr_attr attr{};
  attr.events = FI_CNTR_EVENTS_COMP;
  attr.wait_obj = FI_WAIT_NONE;
  fid_cntr* counter = nullptr;
  check("fi_cntr_open", fi_cntr_open(domain_.get(), &attr, &counter, nullptr));
  return Handle<fid_cntr>(counter);
}

Handle<fid_ep> Domain::open_endpoint(fid_cq* sent, fid_cq* received, std::size_t tx_size, std::size_t rx_size) {
  // The provider allocates memory for these sizes: tens of megabytes with its own defaults.
  const Info wanted(library().dupinfo(provider_.info.get()));
  wanted->tx_attr->size = std::min(wanted->tx_attr->size, tx_size);
  wanted->rx_attr->size = std::min(wanted->rx_attr->size, rx_size);
  fid_ep* endpoint = nullptr;
  check("fi_endpoint", fi_endpoint(domain_.get(), wanted.get(), &endpoint, nullptr));
  Handle<fid_ep> handle(endpoint);
  check("fi_ep_bind (addresses)", fi_ep_bind(endpoint, &addresses_->vector()->fid, 0));
  check("fi_ep_bind (completions)", fi_ep_bind(endpoint, &sent->fid, FI_TRANSMIT | FI_SELECTIVE_COMPLETION));
  check("fi_ep_bind (completions)", fi_ep_bind(endpoint, &received->fid, FI_RECV));
  return handle;
}

int Domain::mr_mode() const {
  const int mode = info().domain_attr->mr_mode;
  return mode == FI_MR_BASIC ? FI_MR_VIRT_ADDR | FI_MR_ALLOCATED | FI_MR_PROV_KEY : mode;  // its old name
}

/// Opens a queue with a descriptor to sleep on. False where the provider has none.
bool Domain::open_waitable(Handle<fid_cq>& cq) {
  try {
    cq = open_cq(FI_WAIT_FD);
    if (fi_control(&cq->fid, FI_GETWAIT, &cq_fd_) == 0) return true;
  } catch (const base::SetupError&) {
  }
  cq_fd_ = -1;
  return false;
}

/// The completion queue of the receiving endpoint, and a descriptor to sleep on where the provider has one. With shared
/// progress that is the one of a queue in which nothing ever is: in libfabric 1.17 (net) the descriptor of a queue that
/// had an entry once stays readable for good.
void Domain::open_rx_cq() {
  if (quirks().shared_progress)
    open_waitable(wait_cq_);
  else if (open_waitable(cq_))
    return;
  cq_ = open_cq(FI_WAIT_NONE);
}

/// Gives the region its index, and its key where we choose the keys.
void Domain::number(Region& region) {
  region.index = static_cast<int>(registered_.size());
  region.key = key_of(region.index);
}

std::uint64_t Domain::key_of(int index) const {
  const std::uint64_t key = first_key_ + static_cast<std::uint64_t>(index);
  const std::size_t bytes = info().domain_attr->mr_key_size;
  return bytes < sizeof key ? key & ((std::uint64_t{1} << (8 * bytes)) - 1) : key;
}

/// Keeps a registration. A null one keeps the region's index, although there is nothing to reach.
void Domain::keep(void* base, std::size_t bytes, fid_mr* mr, bool device) {
  if (!mr) {
    registered_.push_back({base, 0, nullptr, {}, device});
    return;
  }
  Handle<fid_mr> registration(mr);
  if (mr_mode() & FI_MR_ENDPOINT) {
    check("fi_mr_bind", fi_mr_bind(mr, &rx_->fid, 0));
    check("fi_mr_enable", fi_mr_enable(mr));
  }
  const bool virtual_addresses = mr_mode() & FI_MR_VIRT_ADDR;
  const Target start{virtual_addresses ? reinterpret_cast<std::uint64_t>(base) : 0, fi_mr_key(mr)};
  registered_.push_back({base, bytes, std::move(registration), start, device});
}

void Domain::register_memory(Region& region, void* base, std::size_t bytes) {
  number(region);
  if (!flush_) flush_ = &region;
  fid_mr* mr = nullptr;
  if (bytes > 0) {
    const int result =
        fi_mr_reg(domain_.get(), base, bytes, FI_REMOTE_READ | FI_REMOTE_WRITE, 0, region.key, 0, &mr, nullptr);
    // Some providers pin all of the memory that they register, which may be more than there is.
    if (result != 0)
      throw base::SetupError(
          base::text("%s does not register %zu bytes of symmetric memory: %s; set "
                     "SHMEM_SYMMETRIC_SIZE lower",
                     info().fabric_attr->prov_name, bytes, library().strerror(-result)));
  }
  keep(base, bytes, mr, false);
  region.registered = true;
}

std::string Domain::register_device(Region& region, void* base, std::size_t bytes, DeviceMemory memory) {
  number(region);
  region.device = region.registered = true;
  const iovec place{base, bytes};
  fi_mr_attr attr{};
  attr.mr_iov = &place;
  attr.iov_count = 1;
  attr.access = FI_REMOTE_READ | FI_REMOTE_WRITE | FI_READ | FI_WRITE;
  attr.requested_key = region.key;
  attr.iface = static_cast<fi_hmem_iface>(memory.kind);
  attr.device.reserved = memory.device;
  fid_mr* mr = nullptr;
  const int result = memory.kind == FI_HMEM_SYSTEM ? -FI_ENOSYS : fi_mr_regattr(domain_.get(), &attr, 0, &mr);
  if (result != 0) {
    keep(base, 0, nullptr, true);
    return base::text("%s does not register it: %s", info().fabric_attr->prov_name, library().strerror(-result));
  }
  keep(base, bytes, mr, true);
  // Where local buffers need a registration that is bound to an endpoint, each context would need one of its own.
  region.local = !(mr_mode() & FI_MR_HMEM) || !(mr_mode() & FI_MR_ENDPOINT);
  if (!region.local) region.why_not = "its registrations are an endpoint's (FI_MR_ENDPOINT)";
  if (mr_mode() & FI_MR_HMEM) region.descriptor = fi_mr_desc(mr);
  return {};
}

std::string Domain::endpoint_address() const {
  char address[256];
  std::size_t size = sizeof address;
  check("fi_getname", fi_getname(&rx_->fid, address, &size));
  const auto bytes = static_cast<std::uint32_t>(size);
  std::string published(reinterpret_cast<const char*>(&bytes), sizeof bytes);
  published.append(address, size);
  if (!offsets())
    for (const Registered& one : registered_)
      published.append(reinterpret_cast<const char*>(&one.start), sizeof one.start);
  return published;
}

void Domain::connect(std::function<std::string(int)> published, const std::vector<Region*>& regions) {
  if (!offsets())
    for (int pe = 0; pe < n_pes_; ++pe) {
      const std::string theirs = published(pe);
      const char* starts = theirs.data() + sizeof(std::uint32_t) + address_in(theirs).size();
      for (std::size_t i = 0; i < regions.size(); ++i) {
        Target start{};
        std::memcpy(&start, starts + i * sizeof start, sizeof start);
        regions[i]->starts.push_back(start);
      }
    }
  addresses_->start(my_pe_, [published = std::move(published)](int pe) { return address_in(published(pe)); });
}

void* Domain::local(int region, std::uint64_t offset, std::size_t bytes) const {
  if (region < 0 || static_cast<std::size_t>(region) >= registered_.size()) return nullptr;
  const Registered& one = registered_[static_cast<std::size_t>(region)];
  if (one.device || offset > one.bytes || bytes > one.bytes - offset) return nullptr;
  return static_cast<char*>(one.base) + offset;
}

std::string Domain::description() const {
  const fi_info& info = this->info();
  return base::text("%s, fabric %s, domain %s", info.fabric_attr->prov_name, info.fabric_attr->name,
                    info.domain_attr->name);
}

std::string Domain::host_address() const {
  const fi_info& info = this->info();
  char text[INET6_ADDRSTRLEN] = "";
  if (info.addr_format == FI_SOCKADDR_IN)
    inet_ntop(AF_INET, &static_cast<const sockaddr_in*>(info.src_addr)->sin_addr, text, sizeof text);
  else if (info.addr_format == FI_SOCKADDR_IN6)
    inet_ntop(AF_INET6, &static_cast<const sockaddr_in6*>(info.src_addr)->sin6_addr, text, sizeof text);
  return text;
}

std::unique_ptr<Fabric> open_fabric(const FabricSettings& settings, int my_pe, int n_pes) {
  return std::make_unique<Domain>(settings, my_pe, n_pes);
}

std::vector<std::string> offered_providers(std::string& why_none) {
  try {
    return list_providers();
  } catch (const base::SetupError& failure) {
    why_none = failure.what();
    return {};
  }
}

}  // namespace isthmus::ofi

#include "runtime/wire.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/log.hpp"
#include "base/loopback.hpp"
#include "runtime/secrets.hpp"
#include "transport/lifeline/interfaces.hpp"

namespace isthmus::runtime {
namespace {

constexpr std::size_t kMostEndpoints = 32;  // with a TCP provider each has a socket for every peer it talks to

ofi::FabricSettings fabric_settings(bootstrap::Exchange& exchange, const config::Settings& settings,
                                    const memory::SymmetricMemory& memory, bool one_host) {
  return {settings.ofi_provider,
          settings.ofi_fabric,
          settings.ofi_domain,
          settings.ofi_virtual,
          one_host,
          memory.has_devices() ? settings.ofi_hmem : config::Choice::off,
          settings.ofi_bundles,
          secrets(exchange).fabric};
}

/// Raises the limit on open descriptors for this many endpoints beside the default context's and the receiving one. A
/// TCP provider needs, for each endpoint, some of its own and up to two sockets for each PE: one connected, one
/// accepted.
void allow_descriptors(int n_pes, std::size_t endpoints) {
  base::allow_descriptors((endpoints + 2) * (2 * static_cast<std::size_t>(n_pes) + 16));
}

/// The key under which a PE publishes why its copy of a partition is not registered.
std::string refusal_key(const memory::Partition& partition) { return base::text("refused%d", partition.id()); }

/// The address at which the lifeline listens: as the user set it, else the fabric's own if that is an IP address, else
/// the loopback if all PEs are on this host, else the address that other hosts most likely reach.
std::string lifeline_address(const std::string& setting, const ofi::Fabric& fabric, bool one_host) {
  if (setting.empty()) {
    if (const std::string address = fabric.host_address(); !address.empty()) return address;
    if (one_host && base::has_loopback(AF_INET)) return "127.0.0.1";
    if (one_host && base::has_loopback(AF_INET6)) return "::1";
    if (one_host) throw base::SetupError(base::kNoLoopback);
  }
  return lifeline::choose_address(setting, lifeline::list_interfaces());
}

/// True on the fabric's progress thread, which also watches the lifeline.
constinit thread_local bool watches_lifeline = false;

void gone(int pe, const std::string& host) {
  base::fatal("lifeline", base::text("PE %d on host %s is gone (connection lost); ending the job", pe, host.c_str()));
}

}  // namespace

Wire::Wire(bootstrap::Exchange& exchange, const config::Settings& settings, memory::SymmetricMemory& memory,
           bool one_host)
    : memory_(memory),
      must_register_(settings.ofi_hmem == config::Choice::on),
      fabric_(ofi::open_fabric(fabric_settings(exchange, settings, memory, one_host), exchange.pe(), exchange.n_pes())),
      channel_(&fabric_->channel()),
      n_pes_(exchange.n_pes()),
      lifeline_(lifeline_address(settings.lifeline_address, *fabric_, one_host), secrets(exchange).lifeline,
                exchange.pe(), exchange.n_pes(), std::chrono::seconds(settings.peer_timeout), gone) {
  base::debug("lifeline: listens at " + lifeline_.address());
  allow_descriptors(n_pes_, 0);
  for (memory::Segment* segment : memory.segments()) {
    if (segment->kind->device) continue;
    fabric_->register_memory(segment->wire, reinterpret_cast<void*>(segment->base), segment->size);
    regions_.push_back(&segment->wire);
  }
  register_devices(exchange);
  exchange.publish("provider", fabric_->provider());
  exchange.publish("fabric", fabric_->endpoint_address());
  exchange.publish("lifeline", lifeline_.address());
  exchange.publish("host", base::host_name());
}

void Wire::register_devices(bootstrap::Exchange& exchange) {
  const bool carried = memory_.has_devices() && fabric_->why_no_hmem().empty();
  exchange.publish("hmem", carried ? "1" : "0");
  for (const auto& partition : memory_.partitions()) {
    memory::Segment& segment = partition->segment();
    if (!segment.kind->device) continue;
    segment.wire.why_not = fabric_->why_no_hmem();
    if (!carried) continue;
    const std::string refusal =
        fabric_->register_device(segment.wire, reinterpret_cast<void*>(segment.base), segment.size,
                                 {segment.kind->device->fabric_kind, partition->region().fabric_device});
    if (!refusal.empty() && must_register_)
      throw base::SetupError(base::text("SHMEM_OFI_HMEM=on, but of partition %d (%s memory) %s; write auto",
                                        partition->id(), segment.kind->name, refusal.c_str()));
    if (!refusal.empty()) base::debug(base::text("partition %d: %s", partition->id(), refusal.c_str()));
    exchange.publish(refusal_key(*partition), refusal);
    regions_.push_back(&segment.wire);
  }
}

/// Records which PEs' device memory libfabric does not reach: those whose provider refused to register it, and those on
/// this node, which are reached by a mapping or a device proxy.
void Wire::learn_refusals(bootstrap::Exchange& exchange) {
  for (const auto& partition : memory_.partitions()) {
    ofi::Region& region = partition->segment().wire;
    if (!region.device) continue;
    for (int pe = 0; pe < exchange.n_pes(); ++pe)
      if (const std::string why = exchange.lookup(pe, refusal_key(*partition)); !why.empty())
        region.refused[pe] = why;
      else if (pe != exchange.pe() && memory_.internal().mapped(pe))
        region.refused[pe] = "it is on this node";
  }
}

Wire::~Wire() {
  fabric_->stop_progress();
  base::Progress* me = this;
  base::progress.compare_exchange_strong(me, nullptr);
}

void Wire::carry(ops::ActiveMessages& messages) {
  messages_ = &messages;
  fabric_->channel().listen(
      ofi::Channel::active_message,
      [](void* self, int source, const void* bytes, std::size_t n) {
        static_cast<ops::ActiveMessages*>(self)->arrive(source, bytes, n);
      },
      &messages);
}

void Wire::carry(ops::DeviceProxy& proxy) {
  fabric_->channel().listen(
      ofi::Channel::proxy_request,
      [](void* self, int source, const void* bytes, std::size_t n) {
        static_cast<ops::DeviceProxy*>(self)->arrive(source, bytes, n);
      },
      &proxy);
}

bool Wire::carry(Receiver receiver) {
  Receiver nobody = nullptr;
  if (!receiver_.compare_exchange_strong(nobody, receiver)) return false;
  fabric_->channel().listen(
      ofi::Channel::layer_message,
      [](void* self, int source, const void* bytes, std::size_t n) {
        static_cast<Wire*>(self)->receiver_.load(std::memory_order_relaxed)(source, bytes, n);
      },
      this);
  return true;
}

bool Wire::try_send(int pe, const void* bytes, std::size_t n) { return fabric_->channel().try_send(pe, bytes, n); }

bool Wire::drive() {
  // On the progress thread, an active-message handler may wait here for room at a receiver. If that PE is gone there
  // will be none, so this thread must watch the lifeline in the wait, too.
  if (watches_lifeline) [[unlikely]]
    lifeline_.handle();
  const bool moved = fabric_->drive();
  return messages_->handle_arrived() || moved;
}

void Wire::connect(bootstrap::Exchange& exchange) {
  for (int pe = 0; pe < exchange.n_pes(); ++pe) {
    if (const std::string theirs = exchange.lookup(pe, "provider"); theirs != fabric_->provider())
      throw base::SetupError(
          base::text("PE %d uses libfabric's provider %s, this PE %s; set SHMEM_OFI_PROVIDER to one "
                     "that all nodes have",
                     pe, theirs.c_str(), fabric_->provider().c_str()));
    if (exchange.lookup(pe, "hmem") != exchange.lookup(exchange.pe(), "hmem"))
      throw base::SetupError(
          base::text("libfabric takes device memory on one of PE %d and this PE alone; set SHMEM_OFI_HMEM=off", pe));
  }
  fabric_->connect([&exchange](int pe) { return exchange.recall(pe, "fabric"); }, regions_);
  learn_refusals(exchange);
  lifeline_.connect([&](int pe) {
    return lifeline::Neighbour{pe, exchange.lookup(pe, "lifeline"), exchange.lookup(pe, "host")};
  });
  fabric_->start_progress(
      lifeline_.fd(), [this] { lifeline_.handle(); },
      [this] {
        watches_lifeline = true;
        messages_->handle_arrived();
        return messages_->wants_poll();
      });
  base::progress = this;
  base::debug(base::text("between nodes: %s", fabric_->description().c_str()));
}

void Wire::leave(bootstrap::Exchange& exchange) {
  exchange.fence();
  lifeline_.goodbye();
  fabric_->stop_progress();
  base::progress = nullptr;
}

/// Returns an endpoint that was given back, or a new one. Throws base::SetupError. The caller holds the mutex.
ofi::Endpoint* Wire::free_endpoint() {
  if (unused_.empty()) {
    allow_descriptors(n_pes_, endpoints_.size() + 1);
    endpoints_.push_back(fabric_->make_endpoint());
    return endpoints_.back().get();
  }
  ofi::Endpoint* endpoint = unused_.back();
  unused_.pop_back();
  return endpoint;
}

ofi::Endpoint* Wire::take_endpoint() {
  const std::lock_guard lock(mutex_);
  if (!unused_.empty() || endpoints_.size() < kMostEndpoints) try {
      return free_endpoint();
    } catch (const base::SetupError& failure) {
      base::debug(base::text("a context shares the default context's endpoint: %s", failure.what()));
    }
  return &fabric_->endpoint();
}

ofi::Endpoint* Wire::own_endpoint() {
  const std::lock_guard lock(mutex_);
  return free_endpoint();
}

void Wire::give_back(ofi::Endpoint* endpoint) {
  if (endpoint == &fabric_->endpoint()) return;
  const std::lock_guard lock(mutex_);
  unused_.push_back(endpoint);
}

}  // namespace isthmus::runtime

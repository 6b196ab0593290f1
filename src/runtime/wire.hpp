// Connects the PEs of a job on more than one node: owns the libfabric objects, and the lifeline that detects dead PEs.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "base/wait.hpp"
#include "bootstrap/exchange.hpp"
#include "config/settings.hpp"
#include "memory/symmetric.hpp"
#include "ops/am.hpp"
#include "ops/device_proxy.hpp"
#include "transport/lifeline/lifeline.hpp"
#include "transport/ofi/fabric.hpp"

namespace isthmus::runtime {

class Wire final : private base::Progress, private ops::MessageWire {
 public:
  /// Opens the fabric, registers all symmetric memory and publishes the addresses and the provider. `one_host`: every
  /// PE is on this machine. Throws base::SetupError.
  Wire(bootstrap::Exchange& exchange, const config::Settings& settings, memory::SymmetricMemory& memory, bool one_host);
  ~Wire() override;

  /// Delivers active messages that arrive on the wire to `messages`. To be called before connect().
  void carry(ops::ActiveMessages& messages);
  /// Delivers proxy requests that arrive on the wire to `proxy`.
  void carry(ops::DeviceProxy& proxy);
  /// Delivers the messages of a layer, which shmemx_wire_send sends, to `receiver`. Returns false if there is one.
  using Receiver = void (*)(int source, const void* bytes, std::size_t n);
  bool carry(Receiver receiver);
  ops::MessageWire* message_wire() { return this; }
  /// Connects to the PEs with what they have published, and starts the progress thread. Collective, after a fence.
  /// Throws base::SetupError.
  void connect(bootstrap::Exchange& exchange);
  /// Leaves the lifeline and stops progress, after a fence: before it other PEs may still need this PE's progress.
  void leave(bootstrap::Exchange& exchange);

  ofi::Fabric& fabric() { return *fabric_; }
  const ofi::Fabric& fabric() const { return *fabric_; }
  ofi::Channel& channel() { return *channel_; }
  /// Returns an endpoint for a context: its own, or the default context's when there are too many already.
  ofi::Endpoint* take_endpoint();
  /// Returns an endpoint that is shared with nobody. Throws base::SetupError.
  ofi::Endpoint* own_endpoint();
  void give_back(ofi::Endpoint* endpoint);

 private:
  bool drive() override;
  bool try_send(int pe, const void* bytes, std::size_t n) override;
  bool nap(long nanoseconds) override { return !messages_->stay_awake() && fabric_->nap(nanoseconds); }

  ofi::Endpoint* free_endpoint();
  void register_devices(bootstrap::Exchange& exchange);
  void learn_refusals(bootstrap::Exchange& exchange);

  memory::SymmetricMemory& memory_;
  const bool must_register_;  ///< SHMEM_OFI_HMEM=on
  std::vector<ofi::Region*> regions_;
  ops::ActiveMessages* messages_ = nullptr;
  std::atomic<Receiver> receiver_ = nullptr;  ///< of messages of a layer
  std::unique_ptr<ofi::Fabric> fabric_;
  ofi::Channel* const channel_;  ///< the fabric's
  const int n_pes_;
  lifeline::Lifeline lifeline_;
  std::mutex mutex_;  ///< protects endpoints_ and unused_
  std::vector<std::unique_ptr<ofi::Endpoint>> endpoints_;
  std::vector<ofi::Endpoint*> unused_;  ///< given back, to be reused
};

}  // namespace isthmus::runtime

// What a job on more than one node has beyond memory: the fabric, and the lifeline that tells when a PE is gone.
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
  /// Opens the fabric, registers all memory and publishes what the others need to know. `one_host`: every PE is on this
  /// machine. Throws base::SetupError.
  Wire(bootstrap::Exchange& exchange, const config::Settings& settings, memory::SymmetricMemory& memory, bool one_host);
  ~Wire() override;

  /// Active messages come and go here. Before connect().
  void carry(ops::ActiveMessages& messages);
  /// And requests.
  void carry(ops::DeviceProxy& proxy);
  ops::MessageWire* message_wire() { return this; }
  /// After the fence: makes use of what the others published, and starts progress. Collective. Throws base::SetupError.
  void connect(bootstrap::Exchange& exchange);
  /// Before the last fence of the job nobody may leave; after it nobody needs the wire.
  void leave(bootstrap::Exchange& exchange);

  ofi::Fabric& fabric() { return *fabric_; }
  const ofi::Fabric& fabric() const { return *fabric_; }
  /// An endpoint for a context: one of its own while there are not too many, else the default context's.
  ofi::Endpoint* take_endpoint();
  /// One that is shared with nobody, or the end of the job.
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
  std::unique_ptr<ofi::Fabric> fabric_;
  const int n_pes_;
  lifeline::Lifeline lifeline_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<ofi::Endpoint>> endpoints_;
  std::vector<ofi::Endpoint*> unused_;
};

}  // namespace isthmus::runtime

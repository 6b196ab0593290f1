// The job's wire as the runtime sees it: one provider, everybody's addresses, the registered segments, endpoints, the
// channel for messages, and progress. Made only for jobs on more than one node. An interface: Domain implements it with
// libfabric; without libfabric's headers open_fabric() is all there is, and throws.
#pragma once
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "config/settings.hpp"
#include "transport/ofi/channel.hpp"
#include "transport/ofi/endpoint.hpp"

namespace isthmus::ofi {

struct FabricSettings {
  std::string provider, fabric, domain;  ///< SHMEM_OFI_*
  bool virtual_addresses = false;        ///< SHMEM_OFI_VIRTUAL: use the provider's keys and virtual addresses
  bool one_host = false;
  config::Choice hmem = config::Choice::off;  ///< SHMEM_OFI_HMEM, where there is device memory
  bool bundles = true;                        ///< SHMEM_OFI_BUNDLES
  std::string secret;                         ///< 16 random bytes: the channel's token, then the first key
};

/// As libfabric names device memory (fi_mr_attr): its kind, 0 for one that it does not know, and the device.
struct DeviceMemory {
  int kind;
  std::uint64_t device;
};

class Fabric {
 public:
  virtual ~Fabric() = default;

  /// Registers memory for the other PEs; the same calls in the same order on every PE.
  virtual void register_memory(Region& region, void* base, std::size_t bytes) = 0;
  /// The same where why_no_hmem() is empty, as everywhere or nowhere. Returns why this PE's memory is not registered,
  /// which the others have to know, or nothing.
  virtual std::string register_device(Region& region, void* base, std::size_t bytes, DeviceMemory memory) = 0;
  virtual const std::string& why_no_hmem() const = 0;
  /// This PE's address, and its keys where they differ from the others', for the other PEs.
  virtual std::string endpoint_address() const = 0;
  /// `published` returns what endpoint_address() returned on a PE. It is called now and, from any thread, one at a
  /// time, when this PE first has something to send there.
  virtual void connect(std::function<std::string(int pe)> published, const std::vector<Region*>& regions) = 0;

  /// The default context's.
  virtual Endpoint& endpoint() = 0;
  /// Another context's.
  virtual std::unique_ptr<Endpoint> make_endpoint() = 0;
  virtual Channel& channel() = 0;

  /// Lets the provider work and handles what has come. False when there was nothing to do.
  virtual bool drive() = 0;
  /// As drive(), at the cost of one look at what has come. Between calls of it somebody has to call drive() now and
  /// then: what waits to be sent stays where it is, and the progress thread does not stand back. An int, so that the
  /// call of a layer (shmemx_wire_look) ends in this one.
  virtual int look() = 0;
  /// Sleeps until something comes, at most this long. False when nothing did.
  virtual bool nap(long nanoseconds) = 0;

  /// Starts the thread that makes progress while the program computes. It watches `fd`, too, and calls `handle` when
  /// that is readable. After each look at the provider it calls `look`, and soon again where that returns true,
  /// whatever comes.
  virtual void start_progress(int fd, std::function<void()> handle, std::function<bool()> look) = 0;
  virtual void stop_progress() = 0;

  /// "tcp;ofi_rxm", which must be the same on all PEs.
  virtual std::string provider() const = 0;
  /// The provider with its fabric and domain, for osh_info and the log.
  virtual std::string description() const = 0;
  /// The address this PE listens at, without its port ("10.1.0.2"), or empty when it is none of IP.
  virtual std::string host_address() const = 0;
};

/// Throws base::SetupError.
std::unique_ptr<Fabric> open_fabric(const FabricSettings& settings, int my_pe, int n_pes);

/// What libfabric on this machine offers, one line each, for osh_info. Empty with a reason in `why_none`.
std::vector<std::string> offered_providers(std::string& why_none);

}  // namespace isthmus::ofi

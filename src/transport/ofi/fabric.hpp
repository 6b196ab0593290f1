// The job's wire: one provider, one domain, everybody's addresses, the registered segments, the channel for active
// messages, and progress. Made only for jobs on more than one node.
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
  std::string secret;                         ///< the job's; keys and the channel's token come from it
};

/// As libfabric names device memory (fi_mr_attr): its kind, 0 for one that it does not know, and the device.
struct DeviceMemory {
  int kind;
  std::uint64_t device;
};

class Fabric {
 public:
  /// Throws base::SetupError.
  Fabric(const FabricSettings& settings, int my_pe, int n_pes);
  ~Fabric();
  Fabric(const Fabric&) = delete;
  Fabric& operator=(const Fabric&) = delete;

  /// Registers memory for the other PEs; the same calls in the same order on every PE.
  void register_memory(Region& region, void* base, std::size_t bytes);
  /// The same where why_no_hmem() is empty, as everywhere or nowhere. Returns why this PE's memory is not registered,
  /// which the others have to know, or nothing.
  std::string register_device(Region& region, void* base, std::size_t bytes, DeviceMemory memory);
  const std::string& why_no_hmem() const;
  /// What the other PEs must know of this one, and the use of theirs: all addresses, and all keys where they differ.
  std::string endpoint_address() const;
  void connect(const std::vector<std::string>& addresses, const std::vector<Region*>& regions);

  /// The default context's.
  Endpoint& endpoint();
  /// Another context's.
  std::unique_ptr<Endpoint> make_endpoint();
  Channel& channel();

  /// Lets the provider work and handles what has come. False when there was nothing to do.
  bool drive();
  /// Sleeps until something comes, at most this long. False when nothing did.
  bool nap(long nanoseconds);

  /// Starts the thread that makes progress while the program computes. It watches `fd`, too, and calls `handle` when
  /// that is readable. After each look at the provider it calls `look`, and soon again where that returns true,
  /// whatever comes.
  void start_progress(int fd, std::function<void()> handle, std::function<bool()> look);
  void stop_progress();

  /// "tcp;ofi_rxm", which must be the same on all PEs.
  std::string provider() const;
  /// The provider with its fabric and domain, for osh_info and the log.
  std::string description() const;
  /// The address this PE listens at, without its port ("10.1.0.2"), or empty when it is none of IP.
  std::string host_address() const;

 private:
  std::unique_ptr<Domain> domain_;
};

/// What libfabric on this machine offers, one line each, for osh_info. Empty with a reason in `why_none`.
std::vector<std::string> offered_providers(std::string& why_none);

}  // namespace isthmus::ofi

// Chooses the libfabric provider that carries the job, and knows the quirks of those that were measured.
#pragma once
#include <string>
#include <vector>

#include "config/settings.hpp"
#include "transport/ofi/library.hpp"

namespace isthmus::ofi {

struct Hints {
  std::string provider, fabric, domain;  ///< SHMEM_OFI_*; empty: any
  bool virtual_addresses =
      false;  ///< use virtual addresses and the provider's keys, even where offsets and our own keys would do
  bool one_host = false;  ///< all PEs are on this machine (virtual nodes), so the loopback interface is to be used
  config::Choice hmem = config::Choice::off;  ///< whether device memory is to be registered
};

/// What the endpoint has to know about completion and atomicity. Measured on each provider that we could run, because
/// the attributes that they report are wrong (docs/providers.md).
struct Quirks {
  /// The provider keeps the order of writes, of reads behind writes and of messages behind writes to the same PE. Then
  /// writes need no acknowledgement of their own, and quiet reads one word behind them. Otherwise every write asks for
  /// FI_DELIVERY_COMPLETE.
  bool flush_by_read = false;
  /// fi_inject_write can be used: it is counted no earlier than its data is delivered, or a read behind it waits for
  /// that.
  bool can_inject = false;
  /// The provider's atomics are carried out by a CPU of the target node, so they are atomic with our own CPU atomics.
  bool cpu_atomics = false;
  /// The parts of one write to several places arrive in order, and so do the bytes of each.
  bool ordered_parts = false;
  /// A call on any completion queue or counter receives for all endpoints of the domain, and the descriptor of any
  /// queue shows what arrives at each of them.
  bool shared_progress = false;
  /// FI_MULTI_RECV, by which a receive buffer is given back, comes with the message that lies last in it, although
  /// messages of other connections that lie before it may still be arriving; before libfabric 1.20. Messages lie in it
  /// without gaps.
  bool releases_early = false;
  /// A receive buffer that is posted lets only one of the connections go on whose messages have found none, whatever
  /// its size; before libfabric 1.19.
  bool wakes_one = false;
};

struct Provider {
  Info info;
  Quirks quirks;
  std::string why_no_hmem;  ///< why device memory cannot be registered; empty where it can
};

/// Throws base::SetupError, naming what was offered, when nothing fits.
Provider choose_provider(const Hints& hints);

/// One line per candidate, in libfabric's order, for osh_info and messages.
std::vector<std::string> list_providers();

}  // namespace isthmus::ofi

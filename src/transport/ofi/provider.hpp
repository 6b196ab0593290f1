// Which of libfabric's providers carries the job, and what is known of it beyond what it says itself.
#pragma once
#include <string>
#include <vector>

#include "config/settings.hpp"
#include "transport/ofi/library.hpp"

namespace isthmus::ofi {

struct Hints {
  std::string provider, fabric, domain;       ///< SHMEM_OFI_*; empty: any
  bool virtual_addresses = false;             ///< and the provider's keys, even where offsets and ours would do
  bool one_host = false;                      ///< all PEs share a machine (virtual nodes): loopback is near and private
  config::Choice hmem = config::Choice::off;  ///< whether device memory is to be registered
};

/// What the endpoint has to know about completion and atomicity. Measured on each provider that we could run, because
/// the attributes that they report are wrong (docs/providers.md).
struct Quirks {
  /// A read waits for the writes before it to the same PE. Then writes need no acknowledgement of their own, and quiet
  /// reads one word behind them. Otherwise every write asks for delivery complete.
  bool flush_by_read = false;
  /// fi_inject_write can be used: it counts as complete no earlier than its data is there, or the read behind it sees
  /// to that.
  bool can_inject = false;
  /// Atomics are carried out by a CPU of the target, atomically with its own: they may be mixed with ours.
  bool cpu_atomics = false;
};

struct Provider {
  Info info;
  Quirks quirks;
  std::string why_no_hmem;  ///< device memory cannot be registered; empty: it can
};

/// Throws base::SetupError, naming what was offered, when nothing fits.
Provider choose_provider(const Hints& hints);

/// One line per candidate, in libfabric's order, for osh_info and messages.
std::vector<std::string> list_providers();

}  // namespace isthmus::ofi

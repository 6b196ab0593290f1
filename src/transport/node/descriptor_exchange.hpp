// Node peers hand one another the descriptors of their symmetric memory, once, at initialisation: over UNIX sockets in
// the abstract namespace (no file to leave behind), with SCM_RIGHTS. Both sides check the other's user at once, and the
// job's secret before a descriptor is given or taken; an unknown peer's connection is dropped with a log line.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/fd.hpp"
#include "config/partition_spec.hpp"

namespace isthmus::node {

/// What travels, one entry per segment: how many bytes it has, where its owner has them, and what opens them: a
/// descriptor or a driver's handle, or both. Neither, for device memory that cannot be shared, with the reason.
struct Offer {
  base::Fd fd;
  std::uint64_t bytes = 0;
  std::uint64_t base = 0;
  std::array<std::byte, 64> handle{};
  std::uint64_t skipped = 0;  ///< bytes between the start of what the handle opens and `base`
  std::array<char, 96> refusal{};
};

/// Every partition, the static data, the internal segment and the memory of teams.
inline constexpr std::size_t kMaxOffers = config::kMaxPartitions + 3;
inline constexpr std::size_t kSecretBytes = 16;

/// 16 random bytes.
std::string make_secret();

/// Where peers reach this PE. Made before the address is published.
class Listener {
 public:
  /// Throws base::SetupError.
  Listener(const std::string& job, int pe);
  const std::string& address() const { return address_; }
  int fd() const { return fd_.get(); }

 private:
  base::Fd fd_;
  std::string address_;
};

struct Peer {
  int pe;
  std::string address;
};

/// Gives `mine` to every peer and returns theirs, in the order of `peers`. Collective over the peers. Throws
/// base::SetupError when a peer does not answer in time.
std::vector<std::vector<Offer>> exchange_descriptors(const Listener& listener, const std::string& secret, int my_pe,
                                                     const std::vector<Peer>& peers, const std::vector<Offer>& mine);

}  // namespace isthmus::node

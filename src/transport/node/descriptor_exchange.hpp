// The PEs of a node pass each other the descriptors of their symmetric memory at initialisation, with SCM_RIGHTS over
// UNIX sockets in the abstract namespace (which leaves no file behind). Both sides check the other's user when they
// connect, and the job's secret before they keep a descriptor; an unknown peer's connection is dropped with a log line.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/fd.hpp"
#include "config/partition_spec.hpp"

namespace isthmus::node {

/// One segment of symmetric memory as it is offered to a peer. It is opened by a descriptor, a device driver's handle,
/// or both. Device memory that cannot be shared has neither, but a refusal with the reason.
struct Offer {
  base::Fd fd;
  std::uint64_t bytes = 0;
  std::uint64_t base = 0;  ///< the owner's address of it
  std::array<std::byte, 64> handle{};
  std::uint64_t skipped = 0;  ///< bytes from the start of the memory that the handle opens to `base`
  std::array<char, 96> refusal{};
};

/// One for every partition, and one each for the static data, the internal segment and the team heap.
inline constexpr std::size_t kMaxOffers = config::kMaxPartitions + 3;
inline constexpr std::size_t kSecretBytes = 16;

/// 16 random bytes.
std::string make_secret();

/// The socket at which peers reach this PE. Its address is to be published before exchange_descriptors() is called.
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

/// When a PE answers the higher ones, which say hello first.
enum class Answer {
  at_once,
  when_all_came,  ///< then no peer can begin another exchange with this listener before this one is over here
};

/// Gives `mine` to every peer and returns theirs, in the order of `peers`. Collective over the peers: all PEs of a
/// node, or on the lowest all the others and on these the lowest alone. Throws base::SetupError when a peer does not
/// answer in time.
std::vector<std::vector<Offer>> exchange_descriptors(const Listener& listener, const std::string& secret, int my_pe,
                                                     const std::vector<Peer>& peers, const std::vector<Offer>& mine,
                                                     Answer answer = Answer::at_once);

}  // namespace isthmus::node

// Writes of the library itself, which nobody but their target waits for: flags, and bytes that a flag follows.
#include <array>

#include "transport/ofi/insist.hpp"
#include "transport/ofi/tx_endpoint.hpp"

namespace isthmus::ofi {

void TxEndpoint::write_internal(int pe, Target to, const void* from, std::size_t bytes) {
  if (bytes > inject_bytes_ || !delivery_.injects() || !delivery_.ordered()) return write(pe, to, from, bytes);
  go_ahead(pe);
  gate_.pass();
  make_room(writes_, written_, "write");
  writes_.post();
  inject(pe, to, from, bytes);
}

void TxEndpoint::write_flagged(int pe, Target to, const void* from, std::size_t bytes, Target flag,
                               std::uint64_t word) {
  const std::size_t whole = bytes + sizeof word;
  if (!writes_parts_ || bytes == 0 || whole > most_) {
    if (bytes > 0) write(pe, to, from, bytes);
    before_write();
    return write_internal(pe, flag, &word, sizeof word);
  }
  go_ahead(pe);
  gate_.pass();
  make_room(writes_, written_, "write");
  writes_.post();
  const std::array<iovec, 2> local{{{const_cast<void*>(from), bytes}, {&word, sizeof word}}};
  const std::array<fi_rma_iov, 2> remote{{{to.address, bytes, to.key}, {flag.address, sizeof word, flag.key}}};
  const fi_msg_rma message{local.data(), nullptr, 2, addresses_.of(pe), remote.data(), 2, nullptr, 0};
  const bool copies = whole <= inject_bytes_;
  const ssize_t result = insist([&] { return fi_writemsg(handle_, &message, copies ? FI_INJECT : 0); }, written_);
  if (result != 0) fail("fi_writemsg", result, pe);
  if (!copies) wait_written();
}

}  // namespace isthmus::ofi

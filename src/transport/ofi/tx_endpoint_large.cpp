// Writes that are too large for the provider to copy, and blocks of strided writes.
#include <algorithm>
#include <cstring>

#include "transport/ofi/insist.hpp"
#include "transport/ofi/requests.hpp"
#include "transport/ofi/tx_endpoint.hpp"

namespace isthmus::ofi {

/// The first write after a quiet, where the provider does not copy it: a copy of ours asks for the
/// acknowledgement, so that the put need not wait for it. False where the buffer is not free.
bool TxEndpoint::write_staged(int pe, Target to, const void* from, std::size_t bytes) {
  char* buffer = staging_.take(calls_);
  if (!buffer) return false;
  std::memcpy(buffer, from, bytes);
  write_large(pe, to, buffer, bytes, FI_DELIVERY_COMPLETE);
  staging_.hold(calls_.begun());
  return true;
}

void TxEndpoint::write_large(int pe, Target to, const void* from, std::size_t bytes, std::uint64_t flags,
                             void* descriptor) {
  gate_.pass();
  for (std::size_t at = 0; at < bytes;) {
    const std::size_t now = std::min(bytes - at, most_);
    make_room(writes_, written_, "write");
    writes_.post();
    const iovec local{static_cast<char*>(const_cast<void*>(from)) + at, now};
    const fi_rma_iov remote{to.address + at, now, to.key};
    const fi_msg_rma message{&local, descriptor ? &descriptor : nullptr, 1, addresses_.of(pe), &remote, 1, nullptr, 0};
    const ssize_t result = insist([&] { return fi_writemsg(handle_, &message, flags); }, written_);
    if (result != 0) fail("fi_writemsg", result, pe);
    if (!(flags & FI_DELIVERY_COMPLETE)) delivery_.mark(pe);
    at += now;
  }
  calls_.begin();
}

void TxEndpoint::write_blocks(int pe, const Region& region, Blocks blocks) {
  // Messages need the target's progress. So do writes where a read behind them tells of their arrival; others may not.
  const bool by_message = delivery_.ordered() && Requests::fit(blocks);
  while (blocks.count > 0) {
    std::size_t done = 1;
    if (by_message) {
      if (bundles_.any()) send_bundle(pe);
      gate_.pass();
      requests_.post();
      done = domain_.requests().scatter(pe, region, blocks, *this);
      calls_.begin();
    } else {
      write_later(pe, region.at(pe, blocks.offset), blocks.from, blocks.bytes);
    }
    blocks.count -= done;
    blocks.offset += done * blocks.there_step;
    blocks.from += done * blocks.here_step;
  }
  if (!by_message) wait_written();
}

}  // namespace isthmus::ofi

// Atomics of an endpoint: by the provider where it carries them out on a CPU of the target, else by messages
// (Requests).
#include <cstring>

#include "transport/ofi/fetch.hpp"
#include "transport/ofi/insist.hpp"

namespace isthmus::ofi {

bool TxEndpoint::native(const AtomicRequest& request) const { return cpu_atomics_ && supports(handle_, request); }

std::uint64_t TxEndpoint::fetch_word(std::uint64_t operand, std::uint64_t compare, std::uint64_t head,
                                     std::uintptr_t entry, std::uint64_t offset) {
  if (cpu_atomics_ || bundles_.any() || gate_.is_closed()) [[unlikely]]
    return fetch_word_slowly(operand, compare, head, entry, offset);
  return domain_.requests().fetch(operand, compare, head, entry, offset, *this);
}

std::uint64_t TxEndpoint::fetch_word_slowly(std::uint64_t operand, std::uint64_t compare, std::uint64_t head,
                                            std::uintptr_t entry, std::uint64_t offset) {
  if (!cpu_atomics_) {
    leave();
    gate_.pass();
    return domain_.requests().fetch(operand, compare, head, entry, offset, *this);
  }
  Region region;  // as far as fetch_atomic() needs it
  region.index = region_of_head(head);
  region.key = domain_.key_of(region.index);
  const auto [op, bytes] = word_of_head(head);
  return fetch_atomic({op, bytes, pe_of(entry), region, offset, operand, compare});
}

std::uint64_t TxEndpoint::fetch_atomic(const AtomicRequest& request) {
  leave();
  gate_.pass();
  if (!native(request))
    return domain_.requests().fetch(request.operand, request.compare, request.head(),
                                    static_cast<std::uint32_t>(request.pe), request.offset, *this);
  std::uint64_t old = 0;
  reads_.post();
  const ssize_t result = insist([&] { return post_fetch(handle_, addresses_.of(request.pe), request, &old); }, read_);
  if (result != 0) fail("fi_fetch_atomic", result, request.pe);
  wait_read();
  return old;
}

void TxEndpoint::atomic_later(const AtomicRequest& request, void* result) {
  if (!result && bundle_atomic(request)) return;
  gate_.pass();
  if (!native(request)) {
    if (bundles_.any()) send_bundle(request.pe);
    requests_.post();
    domain_.requests().atomic(request, *this, result);
    return calls_.begin();
  }
  if (result) {
    const std::uint64_t old = fetch_atomic(request);
    std::memcpy(result, &old, request.bytes);
    return;
  }
  go_ahead(request.pe);
  writes_.post();
  const ssize_t posted = insist([&] { return post_atomic(handle_, addresses_.of(request.pe), request); }, written_);
  if (posted != 0) fail("fi_inject_atomic", posted, request.pe);
  delivery_.mark(request.pe);
  calls_.begin();
}

}  // namespace isthmus::ofi

// Atomics of an endpoint: by the provider where it carries them out on a CPU of the target, else by messages
// (Requests).
#include <cstring>

#include "transport/ofi/insist.hpp"
#include "transport/ofi/requests.hpp"
#include "transport/ofi/tx_endpoint.hpp"

namespace isthmus::ofi {

bool TxEndpoint::native(const AtomicRequest& request) const { return cpu_atomics_ && supports(handle_, request); }

std::uint64_t TxEndpoint::fetch_word(Word word, std::uint64_t operand, const Region& region, std::uintptr_t entry,
                                     std::uint64_t offset, std::uint64_t compare) {
  if (cpu_atomics_ || bundles_.any() || gate_.is_closed()) [[unlikely]]
    return fetch_word_slowly(word, operand, region, entry, offset, compare);
  return domain_.requests().fetch(word, operand, region, entry, offset, compare, *this);
}

std::uint64_t TxEndpoint::fetch_word_slowly(Word word, std::uint64_t operand, const Region& region,
                                            std::uintptr_t entry, std::uint64_t offset, std::uint64_t compare) {
  const int pe = pe_of(entry);
  return fetch_atomic({word.op, word.bytes, pe, region, offset, operand, compare});
}

std::uint64_t TxEndpoint::fetch_atomic(const AtomicRequest& request) {
  leave();
  gate_.pass();
  if (!native(request))
    return domain_.requests().fetch({request.op, request.bytes}, request.operand, request.region,
                                    static_cast<std::uint32_t>(request.pe), request.offset, request.compare, *this);
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

// How an atomic with a result asks its target, and waits: in a header, so that TxEndpoint::fetch_word() is one function
// up to the call of the provider.
#pragma once
#include <atomic>
#include <cstdint>

#include "transport/ofi/message_channel.hpp"
#include "transport/ofi/requests.hpp"
#include "transport/ofi/tx_endpoint.hpp"

namespace isthmus::ofi {

/// A requester recognises its answers by a cookie: the address of a Pending, or of an endpoint with bit 0 set.
struct AtomicMessage {
  std::uint64_t head;  ///< see atomic_head()
  std::uint64_t offset, operand, compare;
  std::uint64_t cookie;
};

/// An atomic request as it goes to the channel.
struct FramedAtomic {
  char frame[Channel::kFrame];
  AtomicMessage content;
};

/// A request whose answer has a value: somebody waits for it, or, with a `result`, nobody does, and the record is
/// deleted when the value has been written there.
struct Requests::Pending {
  TxEndpoint* endpoint;
  void* result;
  int pe;
  std::uint32_t bytes = 0;  ///< of the result
  std::uint64_t value = 0;
  std::atomic<bool> done = false;
};

/// What fetch() sends, and the record of it: one object, which one register is enough to find.
struct Requests::Asked {
  Asked(TxEndpoint* endpoint, int pe) : pending{endpoint, nullptr, pe} {}
  Pending pending;
  FramedAtomic message;  // whoever sends it fills it in
};

inline std::uint64_t Requests::fetch(std::uint64_t operand, std::uint64_t compare, std::uint64_t head,
                                     std::uintptr_t entry, std::uint64_t offset, TxEndpoint& endpoint) {
  endpoint.asked();
  const int pe = pe_of(entry);
  Asked asked(&endpoint, pe);
  asked.message.content = {head, offset, operand, compare, reinterpret_cast<std::uint64_t>(&asked.pending)};
  if (!channel_.try_inject_framed(pe, Channel::atomic_request, &asked.message, sizeof(AtomicMessage))) [[unlikely]]
    insist_on_fetch(asked);
  return await(asked.pending);
}

}  // namespace isthmus::ofi

#include "transport/ofi/atomic.hpp"

#include <cstring>

#include "base/error.hpp"
#include "base/wait.hpp"
#include "transport/ofi/domain.hpp"
#include "transport/ofi/unknown_peers.hpp"

namespace isthmus::ofi {
namespace {

struct Request {
  std::uint8_t type;
  Atomic op;
  std::uint8_t bytes;
  std::uint8_t region;
  std::uint32_t padding;
  std::uint64_t offset, operand, compare;
  std::uint64_t whom;  ///< the requester's record, given back in the answer; an endpoint where bit 0 is set
};

struct Answer {
  std::uint8_t type;
  std::uint8_t padding[7];
  std::uint64_t whom, value;
};

template <class T>
std::uint64_t carry_out(const Request& request, void* place) {
  auto* target = static_cast<T*>(place);
  const auto operand = static_cast<T>(request.operand);
  switch (request.op) {
    case Atomic::fetch:
      return __atomic_load_n(target, __ATOMIC_ACQUIRE);
    case Atomic::set:
      __atomic_store_n(target, operand, __ATOMIC_RELEASE);
      return 0;
    case Atomic::swap:
      return __atomic_exchange_n(target, operand, __ATOMIC_ACQ_REL);
    case Atomic::compare_swap: {
      auto expected = static_cast<T>(request.compare);
      __atomic_compare_exchange_n(target, &expected, operand, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
      return expected;
    }
    case Atomic::add:
      return __atomic_fetch_add(target, operand, __ATOMIC_ACQ_REL);
    case Atomic::bit_and:
      return __atomic_fetch_and(target, operand, __ATOMIC_ACQ_REL);
    case Atomic::bit_or:
      return __atomic_fetch_or(target, operand, __ATOMIC_ACQ_REL);
    case Atomic::bit_xor:
      return __atomic_fetch_xor(target, operand, __ATOMIC_ACQ_REL);
  }
  return 0;
}

void on_request(void* self, int source, const void* message, std::size_t n) {
  auto& domain = *static_cast<Domain*>(self);
  Request request;
  if (n != sizeof request) return say_dropped(Unknown::request, base::text("a malformed request of PE %d", source));
  std::memcpy(&request, message, sizeof request);
  const bool wide = request.bytes == 8;
  const bool aligned = (wide || request.bytes == 4) && request.offset % request.bytes == 0;
  void* place = aligned ? domain.local(request.region, request.offset, request.bytes) : nullptr;
  if (!place)
    return say_dropped(Unknown::request, base::text("a request of PE %d outside of symmetric memory", source));
  Answer answer{Channel::atomic_answer, {}, request.whom, 0};
  answer.value = wide ? carry_out<std::uint64_t>(request, place) : carry_out<std::uint32_t>(request, place);
  domain.channel().answer(source, &answer, sizeof answer);
}

void on_answer(void*, int, const void* message, std::size_t n) {
  Answer answer;
  if (n != sizeof answer) return;
  std::memcpy(&answer, message, sizeof answer);
  if (answer.whom & 1) return reinterpret_cast<Endpoint*>(answer.whom - 1)->answered();
  auto* pending = reinterpret_cast<Pending*>(answer.whom);
  Endpoint* endpoint = pending->endpoint;
  if (pending->result) {
    std::memcpy(pending->result, &answer.value, pending->bytes);
    delete pending;
  } else {
    pending->value = answer.value;
    pending->done.store(true, std::memory_order_release);  // from now on its owner may be gone
  }
  endpoint->answered();
}

void send(Channel& channel, const AtomicRequest& request, std::uint64_t whom) {
  const Request message{Channel::atomic_request,
                        request.op,
                        request.bytes,
                        static_cast<std::uint8_t>(request.region.index),
                        0,
                        request.offset,
                        request.operand,
                        request.compare,
                        whom};
  base::wait_until([&] { return channel.try_send(request.pe, &message, sizeof message); });
}

fi_op operation(Atomic op) {
  switch (op) {
    case Atomic::fetch:
      return FI_ATOMIC_READ;
    case Atomic::swap:
    case Atomic::set:
      return FI_ATOMIC_WRITE;
    case Atomic::compare_swap:
      return FI_CSWAP;
    case Atomic::add:
      return FI_SUM;
    case Atomic::bit_and:
      return FI_BAND;
    case Atomic::bit_or:
      return FI_BOR;
    case Atomic::bit_xor:
      return FI_BXOR;
  }
  return FI_ATOMIC_OP_LAST;
}

fi_datatype type(const AtomicRequest& request) { return request.bytes == 8 ? FI_UINT64 : FI_UINT32; }

}  // namespace

void send_request(Channel& channel, const AtomicRequest& request, Pending* pending) {
  send(channel, request, reinterpret_cast<std::uint64_t>(pending));
}

void send_forgotten(Channel& channel, const AtomicRequest& request, Endpoint* endpoint) {
  send(channel, request, reinterpret_cast<std::uint64_t>(endpoint) + 1);
}

void answer_forgotten(Channel& channel, int source, std::uint64_t whom) {
  const Answer answer{Channel::atomic_answer, {}, whom, 0};
  channel.answer(source, &answer, sizeof answer);
}

void serve_atomics(Domain& domain, Channel& channel) {
  channel.listen(Channel::atomic_request, on_request, &domain);
  channel.listen(Channel::atomic_answer, on_answer, nullptr);
}

bool supports(fid_ep* endpoint, const AtomicRequest& request) {
  std::size_t count = 0;
  if (request.op == Atomic::compare_swap)
    return fi_compare_atomicvalid(endpoint, type(request), FI_CSWAP, &count) == 0 && count > 0;
  return fi_fetch_atomicvalid(endpoint, type(request), operation(request.op), &count) == 0 && count > 0;
}

ssize_t post_fetch(fid_ep* endpoint, const AtomicRequest& request, std::uint64_t* old) {
  const Target to = request.region.at(request.pe, request.offset);
  const auto peer = static_cast<fi_addr_t>(request.pe);
  if (request.op == Atomic::compare_swap)
    return fi_compare_atomic(endpoint, &request.operand, 1, nullptr, &request.compare, nullptr, old, nullptr, peer,
                             to.address, to.key, type(request), FI_CSWAP, nullptr);
  return fi_fetch_atomic(endpoint, &request.operand, 1, nullptr, old, nullptr, peer, to.address, to.key, type(request),
                         operation(request.op), nullptr);
}

ssize_t post_atomic(fid_ep* endpoint, const AtomicRequest& request) {
  const Target to = request.region.at(request.pe, request.offset);
  return fi_inject_atomic(endpoint, &request.operand, 1, static_cast<fi_addr_t>(request.pe), to.address, to.key,
                          type(request), operation(request.op));
}

}  // namespace isthmus::ofi

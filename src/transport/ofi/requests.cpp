#include "transport/ofi/requests.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "base/copy.hpp"
#include "base/error.hpp"
#include "base/wait.hpp"
#include "transport/ofi/carry_out.hpp"
#include "transport/ofi/fetch.hpp"
#include "transport/ofi/unknown_peers.hpp"

namespace isthmus::ofi {
namespace {

struct ScatterHeader {
  std::uint8_t type;
  std::uint8_t region;
  std::uint16_t count;  ///< of blocks, which follow
  std::uint32_t bytes;  ///< of each
  std::uint64_t offset, step;
  std::uint64_t cookie;
};

struct Answer {
  std::uint8_t type;
  std::uint8_t padding[7];
  std::uint64_t cookie;
  std::uint64_t value;  ///< the old value; for an endpoint, how many of its requests were carried out
};

/// A bundle with reads is sent only while fewer requests are under way, since its target may have to keep what it has
/// read, some 7 KiB, until there is room for it.
constexpr std::uint64_t kMostBesideReads = 16;
constexpr std::size_t kScatterRoom = Channel::kMaxMessage - sizeof(ScatterHeader);

/// All PEs may ask the same one, which then keeps as many answers of each: 1,024 while that is little memory.
std::uint64_t most_under_way(int n_pes) {
  constexpr std::uint64_t kAnswers = 1 << 20;
  return std::clamp<std::uint64_t>(kAnswers / static_cast<std::uint64_t>(n_pes), 16, 1024);
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
  base::fatal("atomic", "the library was asked for an operation that does not exist");
}

fi_datatype type(const AtomicRequest& request) { return request.bytes == 8 ? FI_UINT64 : FI_UINT32; }

}  // namespace

Requests::Requests(Domain& domain, MessageChannel& channel)
    : domain_(domain), channel_(channel), most_under_way_(most_under_way(domain.n_pes())) {
  channel.listen(Channel::atomic_request, on_atomic, this);
  channel.listen(Channel::scatter, on_blocks, this);
  channel.listen(Channel::bundle, on_bundle, this);
  channel.listen(Channel::request_answer, on_answer, this);
}

// ---- Asking ----

bool Requests::try_take_room() {
  // While a bundle with reads waits, the others do, too, or it would wait for as long as they come.
  const std::uint64_t most = reads_wait_.load(std::memory_order_relaxed) ? kMostBesideReads : most_under_way_;
  if (under_way_.fetch_add(1, std::memory_order_relaxed) < most) return true;
  give_back_room();
  return false;
}

bool Requests::try_send(Bundle& bundle) {
  const bool has_room = !bundle.has_reads() || under_way_.load(std::memory_order_relaxed) < kMostBesideReads;
  if (bundle.has_reads()) reads_wait_.store(!has_room, std::memory_order_relaxed);
  if (!has_room || !try_take_room()) return false;
  if (channel_.try_send_framed(bundle.pe(), Channel::bundle, bundle.message(), bundle.bytes())) return true;
  give_back_room();
  return false;
}

void Requests::send_atomic(const AtomicRequest& request, std::uint64_t cookie) {
  FramedAtomic message;
  message.content = {request.head(), request.offset, request.operand, request.compare, cookie};
  insist_on(request.pe, &message);
}

/// Sends an atomic request, framed, as soon as there is room.
void Requests::insist_on(int pe, void* message) {
  base::wait_until(
      [&] { return channel_.try_send_framed(pe, Channel::atomic_request, message, sizeof(AtomicMessage)); }, nullptr,
      [&] { return base::waits_for_answer(pe); });
}

// These two find what they need in the record, so that fetch() keeps nothing in registers.

void Requests::insist_on_fetch(Asked& asked) {
  asked.pending.endpoint->requests().insist_on(asked.pending.pe, &asked.message);
}

std::uint64_t Requests::await(const Pending& pending) {
  base::wait_until([&] { return pending.done.load(std::memory_order_acquire); }, nullptr,
                   [&] { return base::waits_for_answer(pending.pe); });
  return pending.value;
}

void Requests::atomic(const AtomicRequest& request, TxEndpoint& endpoint, void* result) {
  base::wait_until([&] { return try_take_room(); });
  send_atomic(request, result
                           ? reinterpret_cast<std::uint64_t>(new Pending{&endpoint, result, request.pe, request.bytes})
                           : cookie_of(endpoint));
}

bool Requests::fit(const Blocks& blocks) {
  return blocks.count >= 4 && blocks.bytes <= kScatterRoom / 4 && blocks.there_step <= PTRDIFF_MAX;
}

std::size_t Requests::scatter(int pe, const Region& region, const Blocks& blocks, TxEndpoint& endpoint) {
  const std::size_t count = std::min(blocks.count, kScatterRoom / blocks.bytes);
  const ScatterHeader header{Channel::scatter,
                             static_cast<std::uint8_t>(region.index),
                             static_cast<std::uint16_t>(count),
                             static_cast<std::uint32_t>(blocks.bytes),
                             blocks.offset,
                             blocks.there_step,
                             cookie_of(endpoint)};
  std::array<char, Channel::kMaxMessage> message;
  std::memcpy(message.data(), &header, sizeof header);
  char* end = message.data() + sizeof header;
  const char* from = blocks.from;
  for (std::size_t i = 0; i < count; ++i, from += blocks.here_step, end += blocks.bytes)
    std::memcpy(end, from, blocks.bytes);
  base::wait_until([&] { return try_take_room(); });
  base::wait_until(
      [&] { return channel_.try_send(pe, message.data(), static_cast<std::size_t>(end - message.data())); });
  return count;
}

void Requests::on_answer(void* self, int, const void* message, std::size_t n) {
  auto& requests = *static_cast<Requests*>(self);
  Answer answer;
  if (n != sizeof answer) return;
  std::memcpy(&answer, message, sizeof answer);
  if (answer.cookie & 1) {
    requests.give_back_room(answer.value);
    return reinterpret_cast<TxEndpoint*>(answer.cookie - 1)->answered(answer.value);
  }
  auto* pending = reinterpret_cast<Pending*>(answer.cookie);
  TxEndpoint* endpoint = pending->endpoint;
  if (pending->result) {
    std::memcpy(pending->result, &answer.value, pending->bytes);
    delete pending;
    requests.give_back_room();
  } else {
    pending->value = answer.value;
    pending->done.store(true, std::memory_order_release);  // from now on its owner may be gone
  }
  endpoint->answered(1);
}

// ---- Answering ----

void Requests::on_atomic(void* self, int source, const void* message, std::size_t n) {
  auto& requests = *static_cast<Requests*>(self);
  AtomicMessage request;
  if (n != sizeof request) return say_dropped(Unknown::request, base::text("a malformed request of PE %d", source));
  std::memcpy(&request, message, sizeof request);
  const auto [op, bytes] = word_of_head(request.head);
  const bool wide = bytes == 8;
  const bool aligned = (wide || bytes == 4) && request.offset % bytes == 0;
  void* place = aligned ? requests.domain_.local(region_of_head(request.head), request.offset, bytes) : nullptr;
  if (!place)
    return say_dropped(Unknown::request, base::text("a request of PE %d outside of symmetric memory", source));
  const std::uint64_t old = wide ? carry_out<std::uint64_t>(op, place, request.operand, request.compare)
                                 : carry_out<std::uint32_t>(op, place, request.operand, request.compare);
  if (request.cookie & 1)
    ++requests.counts_[{source, request.cookie}];
  else
    requests.values_.push_back({source, request.cookie, old});
}

void Requests::on_blocks(void* self, int source, const void* message, std::size_t n) {
  auto& requests = *static_cast<Requests*>(self);
  ScatterHeader header;
  std::memcpy(&header, message, std::min(n, sizeof header));
  if (n < sizeof header || header.count == 0 || n != sizeof header + std::size_t{header.count} * header.bytes)
    return say_dropped(Unknown::request, base::text("malformed blocks of PE %d", source));
  const __uint128_t span = static_cast<__uint128_t>(header.step) * (header.count - 1u) + header.bytes;
  auto* place =
      span > SIZE_MAX
          ? nullptr
          : static_cast<char*>(requests.domain_.local(header.region, header.offset, static_cast<std::size_t>(span)));
  if (!place) return say_dropped(Unknown::request, base::text("blocks of PE %d outside of symmetric memory", source));
  const char* from = static_cast<const char*>(message) + sizeof header;
  for (unsigned i = 0; i < header.count; ++i, place += header.step, from += header.bytes)
    base::store_once(place, from, header.bytes);
  ++requests.counts_[{source, header.cookie}];
}

bool Requests::send_answer(int pe, std::uint64_t cookie, std::uint64_t value) {
  const Answer answer{Channel::request_answer, {}, cookie, value};
  return channel_.try_send(pe, &answer, sizeof answer);
}

void Requests::send_answers() {
  // What was read goes before the counts, which say that it is there.
  while (!reads_.empty() && channel_.try_send_framed(reads_.front().pe, Channel::bundle, reads_.front().message.data(),
                                                     reads_.front().message.size() - Channel::kFrame))
    reads_.pop_front();
  while (!values_.empty() && send_answer(values_.front().pe, values_.front().cookie, values_.front().value))
    values_.pop_front();
  while (reads_.empty() && !counts_.empty() &&
         send_answer(counts_.begin()->first.first, counts_.begin()->first.second, counts_.begin()->second))
    counts_.erase(counts_.begin());
  has_answers_.store(!reads_.empty() || !values_.empty() || !counts_.empty(), std::memory_order_relaxed);
}

// ---- The provider's own atomics ----

bool supports(fid_ep* endpoint, const AtomicRequest& request) {
  std::size_t count = 0;
  if (request.op == Atomic::compare_swap)
    return fi_compare_atomicvalid(endpoint, type(request), FI_CSWAP, &count) == 0 && count > 0;
  return fi_fetch_atomicvalid(endpoint, type(request), operation(request.op), &count) == 0 && count > 0;
}

ssize_t post_fetch(fid_ep* endpoint, fi_addr_t peer, const AtomicRequest& request, std::uint64_t* old) {
  const Target to = request.region.at(request.pe, request.offset);
  if (request.op == Atomic::compare_swap)
    return fi_compare_atomic(endpoint, &request.operand, 1, nullptr, &request.compare, nullptr, old, nullptr, peer,
                             to.address, to.key, type(request), FI_CSWAP, nullptr);
  return fi_fetch_atomic(endpoint, &request.operand, 1, nullptr, old, nullptr, peer, to.address, to.key, type(request),
                         operation(request.op), nullptr);
}

ssize_t post_atomic(fid_ep* endpoint, fi_addr_t peer, const AtomicRequest& request) {
  const Target to = request.region.at(request.pe, request.offset);
  return fi_inject_atomic(endpoint, &request.operand, 1, peer, to.address, to.key, type(request),
                          operation(request.op));
}

}  // namespace isthmus::ofi

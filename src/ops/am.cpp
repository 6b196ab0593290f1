#include "ops/am.hpp"

#include <sys/mman.h>
#include <time.h>

#include <algorithm>
#include <climits>

#include "base/error.hpp"
#include "ops/put_get.hpp"

namespace isthmus::ops {

std::size_t ActiveMessages::shared_bytes(int n_pes) {
  return 2 * node::Ring::footprint(kRingBytes) + static_cast<std::size_t>(n_pes) * sizeof(std::atomic<std::uint64_t>);
}

ActiveMessages::ActiveMessages(const comm::Context& world, const memory::Segment& internal, std::uintptr_t offset,
                               std::vector<memory::Segment*> segments, int me, int n_pes, MessageWire* wire)
    : world_(world),
      internal_(internal),
      segments_(std::move(segments)),
      offset_(offset),
      me_(me),
      n_pes_(n_pes),
      credits_(credits(n_pes)),
      wire_(wire),
      peers_(nullptr, static_cast<std::size_t>(n_pes) * sizeof(Peer), PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE),
      mine_(shared(me)) {
  if (!peers_) base::throw_no_address_space("the accounts of active messages");
}

ActiveMessages::~ActiveMessages() {
  base::Progress* me = this;
  base::progress.compare_exchange_strong(me, nullptr);
}

bool ActiveMessages::stay_awake() {
  if (idle_polls_.load(std::memory_order_relaxed) >= kAwake) return false;
  idle_polls_.fetch_add(1, std::memory_order_relaxed);
  return base::give_way();
}

bool ActiveMessages::nap(long nanoseconds) {
  const timespec time{0, nanoseconds};
  if (!stay_awake()) nanosleep(&time, nullptr);
  return something_waits();
}

ActiveMessages::Shared ActiveMessages::shared(int pe) const {
  auto* at = reinterpret_cast<std::byte*>(internal_.mapped(pe) + offset_);
  constexpr std::size_t ring = node::Ring::footprint(kRingBytes);
  return {node::Ring(at, kRingBytes), node::Ring(at + ring, kRingBytes),
          reinterpret_cast<std::atomic<std::uint64_t>*>(at + 2 * ring)};
}

/// Returns null for a number that no segment has.
const memory::Segment* ActiveMessages::segment(std::uint64_t number) const {
  if (number < segments_.size()) return segments_[number];
  const std::uint64_t id = number - segments_.size();
  const memory::Partition* space =
      world_.memory() && id <= INT_MAX ? world_.memory()->partition(static_cast<int>(id)) : nullptr;
  return space ? &space->segment() : nullptr;
}

AmPlace ActiveMessages::place_of(const void* dest, std::size_t bytes) const {
  for (std::uint64_t number = 0; number < segments_.size(); ++number)
    if (segments_[number]->holds(dest)) return {number, segments_[number]->offset(dest), bytes};
  const memory::Segment* space = world_.memory()->find(dest);
  if (!space) return {segments_.size(), 0, bytes};
  const auto id = static_cast<std::uint64_t>(world_.memory()->partition_id(*space));
  return {segments_.size() + id, space->offset(dest), bytes};
}

bool ActiveMessages::exists(const AmPlace& place) const {
  const memory::Segment* there = segment(place.segment);
  if (!there) return place.bytes == 0;
  return place.offset <= there->size && place.bytes <= there->size - place.offset;
}

/// Returns null for a place that is in no segment, which only a payload of 0 bytes can have.
void* ActiveMessages::address_of(const AmPlace& place) const {
  const memory::Segment* there = segment(place.segment);
  return there ? reinterpret_cast<void*>(there->base + place.offset) : nullptr;
}

int ActiveMessages::add_handler(const char* call, AmHandler handler) {
  if (!handler) base::fatal(call, "the handler is null; pass a function");
  int number = n_handlers_.load();
  do {
    if (number == kMaxHandlers) return -1;
  } while (!n_handlers_.compare_exchange_weak(number, number + 1));
  handlers_[number].store(handler, std::memory_order_release);
  base::Progress* nobody = nullptr;
  base::progress.compare_exchange_strong(nobody, this);
  return number;
}

// ---- Checking arguments ----

void ActiveMessages::must_be_current(const char* call, const shmemx_am_token* token) const {
  if (!in_handler() || token != current_)
    base::fatal(call, "the token belongs to no handler that runs on this thread; use it only inside its handler");
}

void ActiveMessages::check(const char* call, const AmContent& content) const {
  if (content.handler < 0 || content.handler >= n_handlers_.load(std::memory_order_relaxed))
    base::fatal(call,
                base::text("handler %d is not registered; pass what shmemx_am_register returned", content.handler));
  if (content.nargs < 0 || content.nargs > kAmMaxArgs)
    base::fatal(
        call, base::text("%d arguments; a message takes 0 to %d, put more into a payload", content.nargs, kAmMaxArgs));
  if (content.nargs > 0 && !content.args)
    base::fatal(call, base::text("args is null, but nargs is %d; pass an array, or 0", content.nargs));
  if (content.bytes > 0 && !content.payload)
    base::fatal(call, base::text("the payload is null, but has %zu bytes; pass a buffer, or 0", content.bytes));
  if (content.kind == AmKind::medium && content.bytes > kAmMaxMedium)
    base::fatal(call, base::text("%zu bytes are more than the %zu of shmemx_am_max_medium; send a long message",
                                 content.bytes, kAmMaxMedium));
}

/// Puts a long payload so that it is complete at the target before a message sent afterwards is handled. The put may
/// have begun copies to device memory, also by the device proxy, so they are finished here.
void ActiveMessages::put_ahead(const char* call, int pe, const AmContent& content) const {
  put(world_, call, content.dest, content.payload, content.bytes, 1, pe);
  if (memkind::copies_begun.load(std::memory_order_acquire)) memkind::finish_copies();
}

/// Makes the parts of a message. On the node a long payload is put here; the push to the ring, a release, makes it
/// visible with the message. To another node the destination is only checked here: a small payload is carried by the
/// message, and the caller has to transfer a large one.
AmParts ActiveMessages::describe(const char* call, int pe, const AmContent& content) const {
  AmParts parts;
  parts.head.kind = content.kind;
  parts.head.nargs = static_cast<std::uint8_t>(content.nargs);
  parts.head.handler = static_cast<std::uint16_t>(content.handler);
  parts.head.source = me_;
  parts.args = content.args;
  parts.payload = content.payload;
  if (content.kind == AmKind::medium) parts.head.carried = static_cast<std::uint32_t>(content.bytes);
  if (content.kind != AmKind::long_message) return parts;
  if (is_mapped(pe))
    put_ahead(call, pe, content);
  else
    world_.reach(call, content.dest, content.bytes, pe);
  if (!is_mapped(pe) && content.bytes <= kAmMaxMedium) parts.head.carried = static_cast<std::uint32_t>(content.bytes);
  parts.place = place_of(content.dest, content.bytes);
  return parts;
}

// ---- Sending ----

void ActiveMessages::contact(int pe) {
  const std::lock_guard lock(contacting_);
  if (peer(pe).contacted.load(std::memory_order_relaxed)) return;
  contacted_.push_back(pe);
  peer(pe).contacted.store(true, std::memory_order_release);
}

bool ActiveMessages::push(node::Ring ring, const AmParts& parts) {
  const std::size_t bytes = parts.bytes();
  void* record = ring.reserve(bytes);
  if (!record) return false;
  parts.write(record);
  node::Ring::publish(record, bytes);
  return true;
}

template <class Condition>
void ActiveMessages::wait_for(Condition&& holds) {
  for (base::Backoff backoff; !holds();)
    if (!poll()) backoff.wait();
}

void ActiveMessages::request(const char* call, int pe, const AmContent& content) {
  base::must_be_outside_handlers(call);
  if (pe < 0 || pe >= n_pes_)
    base::fatal(call, base::text("PE %d is out of range; this job has PEs 0 to %d", pe, n_pes_ - 1));
  check(call, content);
  // A PE that only sends has to handle its replies, too (invariant 3 in am.hpp).
  if (something_waits()) handle_arrived();
  if (!peer(pe).contacted.load(std::memory_order_acquire)) contact(pe);
  const std::uint64_t before = peer(pe).sent.fetch_add(1, std::memory_order_relaxed);
  const AmParts parts = describe(call, pe, content);
  if (is_mapped(pe)) {
    const node::Ring ring = shared(pe).requests;
    if (!push(ring, parts)) wait_for([&] { return push(ring, parts); });
    return;
  }
  if (parts.head.carried < parts.place.bytes) {
    put_ahead(call, pe, content);
    world_.endpoint()->before_message();
  }
  wait_for([&] { return before < peer(pe).known.load(std::memory_order_acquire) + credits_; });
  send_on_wire(pe, parts);
}

void ActiveMessages::send_on_wire(int pe, AmParts parts) {
  alignas(8) std::byte message[kAmMaxMessage];
  parts.write(message);
  wait_for([&] { return wire_->try_send(pe, message, parts.bytes()); });
}

void ActiveMessages::reply(const char* call, shmemx_am_token* token, const AmContent& content) {
  must_be_current(call, token);
  if (token->reply) base::fatal(call, "called in the handler of a reply; only requests can be replied to");
  if (token->replied) base::fatal(call, "the request has been replied to; a handler replies at most once");
  check(call, content);
  token->replied = true;
  const base::WaitInHandler waiting;
  AmParts parts = describe(call, token->source, content);
  parts.head.reply = true;
  if (!is_mapped(token->source) && parts.head.carried < parts.place.bytes)
    send_pieces(token->source, parts.place, content.payload);
  reply_.resize(parts.bytes());
  parts.write(reply_.data());
}

/// Sends the payload of a long reply to another node. A put cannot be used in a handler, because it would wait for the
/// operation in which this thread was interrupted. Pieces only need room on the wire, and driving the wire makes room.
void ActiveMessages::send_pieces(int pe, const AmPlace& place, const void* payload) {
  alignas(8) std::byte message[kAmMaxMessage];
  for (std::size_t at = 0; at < place.bytes; at += kAmMaxMedium) {
    AmParts piece;
    piece.head.kind = AmKind::piece;
    piece.head.source = me_;
    piece.place = {place.segment, place.offset + at, std::min<std::size_t>(kAmMaxMedium, place.bytes - at)};
    piece.head.carried = static_cast<std::uint32_t>(piece.place.bytes);
    piece.payload = static_cast<const std::byte*>(payload) + at;
    piece.write(message);
    const std::uint64_t before = peer(pe).pieces++;
    const auto sent = [&] {
      return before < peer(pe).placed.load(std::memory_order_acquire) + credits_ &&
             wire_->try_send(pe, message, piece.bytes());
    };
    for (base::Backoff backoff; !sent();) {
      report_all_placed();  // the other PE may be waiting here for our report
      if (!wire_->drive()) backoff.wait();
    }
  }
}

int ActiveMessages::source(const char* call, const shmemx_am_token* token) const {
  must_be_current(call, token);
  return token->source;
}

// ---- Completion ----

std::uint64_t ActiveMessages::finished_by(int pe) const {
  return is_mapped(pe) ? shared(pe).finished[me_].load(std::memory_order_acquire)
                       : peer(pe).known.load(std::memory_order_acquire);
}

void ActiveMessages::quiet(const char* call) {
  base::must_be_outside_handlers(call);
  std::vector<int> open;
  {
    const std::lock_guard lock(contacting_);
    open = contacted_;
  }
  std::erase_if(open, [this](int pe) { return peer(pe).known.load() == peer(pe).sent.load(); });
  std::vector<std::uint64_t> goals;
  for (const int pe : open) {
    goals.push_back(peer(pe).sent.load());
    if (is_mapped(pe) || finished_by(pe) >= goals.back()) continue;
    AmParts ask;
    ask.head.kind = AmKind::ask;
    ask.head.nargs = 1;
    ask.args = &goals.back();
    send_on_wire(pe, ask);
  }
  for (std::size_t i = 0; i < open.size(); ++i) {
    wait_for([&] { return finished_by(open[i]) >= goals[i]; });
    if (is_mapped(open[i])) peer(open[i]).known.store(goals[i]);
  }
  // A request of the node that finished with a reply has left that reply in the ring: handle all that are there.
  const std::uint64_t end = mine_.replies.written();
  wait_for([&] { return mine_.replies.read() >= end; });
}

}  // namespace isthmus::ops

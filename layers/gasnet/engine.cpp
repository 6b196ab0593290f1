#include "engine.hpp"

#include <sched.h>

#include <cstring>
#include <utility>

#include "atomics/atomics.hpp"
#include "collective.hpp"
#include "fatal.hpp"
#include "handlers.hpp"
#include "hsl.hpp"
#include "segments.hpp"
#include "vis/transfer.hpp"
#include "wait.hpp"
#include "wire.hpp"

namespace isthmus::gasnet {

constinit Engine engine;

namespace {

constinit thread_local bool handling [[gnu::tls_model("initial-exec")]] = false;

constexpr int kBatch = 64;  ///< requests that one poll serves, so that it returns under load

using Invoke = void (*)(gex_AM_Fn_t, gex_Token_t, void*, std::size_t, const gex_AM_Arg_t*);

template <std::size_t>
using Arg = gex_AM_Arg_t;

template <std::size_t... I>
void invoke_short(gex_AM_Fn_t fn, gex_Token_t token, void*, std::size_t, const gex_AM_Arg_t* args,
                  std::index_sequence<I...>) {
  reinterpret_cast<void (*)(gex_Token_t, Arg<I>...)>(fn)(token, args[I]...);
}
template <std::size_t... I>
void invoke_payload(gex_AM_Fn_t fn, gex_Token_t token, void* payload, std::size_t bytes, const gex_AM_Arg_t* args,
                    std::index_sequence<I...>) {
  reinterpret_cast<void (*)(gex_Token_t, void*, std::size_t, Arg<I>...)>(fn)(token, payload, bytes, args[I]...);
}

template <std::size_t N>
void short_of(gex_AM_Fn_t fn, gex_Token_t token, void* payload, std::size_t bytes, const gex_AM_Arg_t* args) {
  invoke_short(fn, token, payload, bytes, args, std::make_index_sequence<N>());
}
template <std::size_t N>
void payload_of(gex_AM_Fn_t fn, gex_Token_t token, void* payload, std::size_t bytes, const gex_AM_Arg_t* args) {
  invoke_payload(fn, token, payload, bytes, args, std::make_index_sequence<N>());
}

struct Invokes {
  Invoke without[kMaxArgs + 1], with[kMaxArgs + 1];
};
template <std::size_t... N>
constexpr Invokes make_invokes(std::index_sequence<N...>) {
  return {{short_of<N>...}, {payload_of<N>...}};
}
constexpr Invokes kInvoke = make_invokes(std::make_index_sequence<kMaxArgs + 1>());

void serve_pooled(Message& message) {
  isthmus_gasnet_token token{message.source, message.handler, Category::medium, message.reply, false, message.pair()};
  std::uint32_t slot;
  std::memcpy(&slot, reinterpret_cast<std::byte*>(&message) + slot_offset(message.nargs), sizeof slot);
  run_handler(token, message.nargs, message.args(), job.shared->pool.slots[slot], message.bytes);
  Pool::give_back(job.shared->pool, slot);
}

void serve(Message& message) {
  isthmus_gasnet_token token{message.source, message.handler, message.category, message.reply, false, message.pair()};
  void* payload = nullptr;
  std::size_t bytes = 0;
  auto* const at = reinterpret_cast<std::byte*>(&message);
  if (message.category == Category::medium) {
    payload = at + medium_offset(message.nargs);
    bytes = message.bytes;
  } else if (message.category == Category::long_message) {
    LongPlace place;
    std::memcpy(&place, at + place_offset(message.nargs), sizeof place);
    payload = place.address;
    bytes = place.bytes;
  } else if (message.category == Category::pooled) {
    return serve_pooled(message);
  }
  run_handler(token, message.nargs, message.args(), payload, bytes);
}

/// Serves up to `most` messages of a ring. The caller is the thread that is running.
bool serve_ring(Ring::Memory& ring, std::uint64_t& head, std::atomic<const Ring::Word*>& next, int most) {
  bool any = false;
  for (int n = 0; n < most; ++n) {
    void* const record = Ring::front(ring, head);
    if (!record) break;
    serve(*static_cast<Message*>(record));
    Ring::pop(ring, head);
    any = true;
  }
  next.store(&Ring::word(ring, head), std::memory_order_relaxed);
  return any;
}

bool serve_replies() { return serve_ring(job.shared->replies, engine.reply_head, engine.next_reply, 1 << 30); }

}  // namespace

void start_engine() {
  engine.next_reply = &Ring::word(job.shared->replies, 0);
  engine.next_request = &Ring::word(job.shared->requests, 0);
  start_barrier();
  start_collectives();
  start_exit();
  start_segments();
  start_atomics();
  start_transfers();
  yield_in_polling_loops();
  if (job.checks) engine.attention.fetch_or(Engine::kChecks);  // so that no poll is made without a check
}

bool in_handler() { return handling; }

void must_be_unrestricted(const char* call) {
  if (handling) fatal(call, "called in a handler, which may only reply; move it outside");
  if (locks_held() > 0) fatal(call, "called by a thread that holds an HSL, which may only reply; unlock it first");
}

void run_handler(isthmus_gasnet_token& token, unsigned nargs, const gex_AM_Arg_t* args, void* payload,
                 std::size_t bytes) {
  const gex_AM_Entry_t& entry = handler_of(token, nargs);
  const bool before = std::exchange(handling, true);
  const Invokes& invokes = kInvoke;
  const std::size_t locks = locks_held();
  (token.category == Category::short_message ? invokes.without : invokes.with)[nargs](entry.gex_fnptr, &token, payload,
                                                                                      bytes, args);
  if (locks_held() != locks) [[unlikely]]
    fatal("active message", text("handler %d has returned with an HSL locked; unlock it before", token.handler));
  handling = before;
}

bool poll(Wires wires) {
  if (engine.running.load(std::memory_order_relaxed) || engine.running.exchange(true, std::memory_order_acquire))
    return false;
  bool any = serve_replies();
  const int attention = engine.attention.load(std::memory_order_relaxed);
  if (attention & Engine::kWire) {
    if (wires == Wires::look_at) look_at_wire();
    any |= serve_wire();
  }
  if (attention & Engine::kUnderWay) {
    any |= advance_barrier();
    any |= advance_collectives();
  }
  any |= serve_ring(job.shared->requests, engine.request_head, engine.next_request, kBatch);
  engine.running.store(false, std::memory_order_release);
  if (any && attention & Engine::kWire) announce();
  return any;
}

void poll_in_turn(gex_TM_t tm) {
  constexpr std::int32_t kCallsBetweenPolls = 64;
  if (!is_pair(tm)) tm->until_poll = kCallsBetweenPolls;
  if (!engine.quiet()) poll();
}

namespace {

/// Puts a long payload to its place on the node, before the message that tells of it, and behind what was put before.
void place_payload(Rank to, const Content& content) {
  const Delta delta = to == job.rank ? 0 : job.peers[to].delta;
  std::atomic_thread_fence(std::memory_order_release);
  std::memcpy(static_cast<char*>(content.dest) + delta, content.payload, content.bytes);
}

static_assert(kMaxMedium <= Pool::kSlotBytes);

enum class Pooled : std::uint8_t { sent, no_slot, no_room };

/// As push(), of a medium message by way of the pool.
[[gnu::noinline]] Pooled push_pooled(Peer& peer, const Content& content) {
  const std::uint32_t slot = Pool::take(*peer.pool);
  if (slot == Pool::kSlots) return Pooled::no_slot;
  const std::size_t bytes = slot_offset(content.nargs) + sizeof slot;
  void* const record = Ring::reserve(content.reply ? *peer.replies : *peer.requests, bytes);
  if (!record) {
    Pool::give_back(*peer.pool, slot);
    return Pooled::no_room;
  }
  std::memcpy(peer.pool->slots[slot], content.payload, content.bytes);
  write_message(record, content);
  static_cast<Message*>(record)->category = Category::pooled;
  std::memcpy(static_cast<std::byte*>(record) + slot_offset(content.nargs), &slot, sizeof slot);
  Ring::publish(record, bytes);
  return Pooled::sent;
}

/// Publishes a message in the ring of a rank of the node. Returns false, having changed nothing, if it is full.
[[gnu::always_inline]] inline bool push(Rank to, const Content& content) {
  Peer& peer = job.peers[to];
  if (content.category == Category::medium && content.bytes > Pool::kLeast)
    if (const Pooled pooled = push_pooled(peer, content); pooled != Pooled::no_slot) return pooled == Pooled::sent;
  std::size_t bytes = sizeof(Message) + content.nargs * sizeof(gex_AM_Arg_t);
  if (content.category == Category::medium) bytes = medium_offset(content.nargs) + content.bytes;
  if (content.category == Category::long_message) bytes = place_offset(content.nargs) + sizeof(LongPlace);
  void* const record = Ring::reserve(content.reply ? *peer.replies : *peer.requests, bytes);
  if (!record) [[unlikely]]
    return false;
  write_message(record, content);
  auto* const at = static_cast<std::byte*>(record);
  if (content.category == Category::medium && content.bytes > 0)
    std::memcpy(at + medium_offset(content.nargs), content.payload, content.bytes);
  if (content.category == Category::long_message) {
    if (content.bytes > 0 && !content.in_place) place_payload(to, content);
    const LongPlace place{content.dest, content.bytes};
    std::memcpy(at + place_offset(content.nargs), &place, sizeof place);
  }
  Ring::publish(record, bytes);
  return true;
}

/// Sends a long message whose payload is not at its place yet. A message that has to be sent places it before it takes
/// room in the ring, where it would hold up those of others for the time of the copy. With `immediate` the payload must
/// not be written unless the message is sent, so that push() places it.
int send_long(Rank to, const Content& content, bool immediate) {
  if (content.is_to_created(to) && to != job.rank) return send_to_created(to, content);
  if (immediate) return push(to, content) ? 0 : 1;
  place_payload(to, content);
  Content placed = content;
  placed.in_place = true;
  return send(to, placed, immediate);
}

}  // namespace

int send(Rank to, const Content& content, bool immediate) {
  if (!job.mapped(to)) return send_wire(to, content, immediate);
  if (content.category == Category::long_message && content.bytes > 0 && !content.in_place)
    return send_long(to, content, immediate);
  if (push(to, content)) [[likely]]
    return 0;
  if (immediate) return 1;
  if (!content.reply) {
    wait_until([&] { return push(to, content); });
    return 0;
  }
  // This thread is running, since it is in a handler: rule 3 of engine.hpp.
  while (!push(to, content)) {
    bool any = serve_replies();
    if (!job.one_node) {
      drive_wire();
      any |= serve_wire_replies();
    }
    if (!any) sched_yield();
  }
  return 0;
}

}  // namespace isthmus::gasnet

using namespace isthmus::gasnet;

void isthmus::gasnet::yield_in_polling_loops() {
  if (job.one_node && job.spins == 0) engine.attention.fetch_or(Engine::kYields);
}

/// Called after each poll of a rank that shares its core.
[[gnu::cold, gnu::noinline]] static void yield_if_looping(bool found_something) {
  constexpr unsigned kPollsPerLook = 16;
  static thread_local unsigned empty = 0;
  static thread_local gasnett_tick_t looked = 0;
  empty = found_something ? 0 : empty + 1;
  if (empty < kPollsPerLook) return;
  empty = 0;
  if (gasnett_ticks_to_ns(gasnett_ticks_now() - looked) < kPollingLoop) sched_yield();
  looked = gasnett_ticks_now();
}

int isthmus::gasnet::poll_slowly(Wires wires) {
  if (job.checks) must_be_unrestricted("gasnet_AMPoll");
  const bool found_something = poll(wires);
  if (engine.attention.load(std::memory_order_relaxed) & Engine::kYields) [[unlikely]]
    yield_if_looping(found_something);
  return GASNET_OK;
}

extern "C" int gasnet_AMPoll() {
  const int attention = engine.attention.load(std::memory_order_relaxed);
  if (attention == Engine::kWire) return poll_wire();
  return attention == 0 && engine.is_empty() ? GASNET_OK : poll_slowly(Wires::look_at);
}

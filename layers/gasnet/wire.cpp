#include "wire.hpp"

#include <gasnet_tools.h>
#include <sched.h>
#include <shmem.h>
#include <shmemx.h>

#include <algorithm>
#include <cstring>
#include <deque>
#include <memory>
#include <mutex>
#include <vector>

#include "fatal.hpp"
#include "handlers.hpp"
#include "wait.hpp"
#include "wire_message.hpp"

namespace isthmus::gasnet {
namespace {

/// A message that waits for its handler.
struct Arrived {
  isthmus_gasnet_token token;
  unsigned nargs;
  gex_AM_Arg_t args[kMaxArgs];
  std::unique_ptr<std::byte[]> copy;  ///< of a medium payload
  void* payload;
  std::size_t bytes;
};

/// The accounts with a rank of another node.
struct Account {
  /// Credits for requests to it. Each request takes one, and so does each of its replies that waits here for its
  /// handler, for which reason there may be fewer than none.
  std::atomic<std::int64_t> credits = 0;
  std::uint64_t known = 0;                 ///< requests that it has said to have handled; for the thread that receives
  std::atomic<std::uint64_t> handled = 0;  ///< its requests that this rank has handled
  std::atomic<std::uint64_t> told = 0;     ///< the last value of `handled` that was sent to it
};

/// Requests under way to a rank, from all others together: in the inbox of a rank they take at most 18 MiB.
constexpr std::int64_t kMaxUnderWay = 4096;
constexpr std::int64_t kMostCredits = 64;
constexpr int kBatch = 64;
constexpr int kLooksBetweenDrives = 16;
/// So many drives in a row without a message, no more than kPollingLoop apart, are a loop; fewer where ranks share cores.
constexpr int kPatience = 64, kPatienceOnSharedCores = 1;

struct Wire {
  /// Which of the queues hold something, and whether somebody is unsettled. It comes first, since atomic loads of
  /// aarch64 have no offsets.
  std::atomic<unsigned> arrived = 0;
  static constexpr unsigned kRequests = 1, kReplies = 2, kUnsettled = 4;
  std::unique_ptr<Account[]> accounts;
  std::int64_t credits = 1;  ///< of each account
  std::int64_t few = 0;      ///< credits of an account that soon has none
  /// Credits that the shortest way leaves: few, or all where requests are checked, which it does not do.
  std::int64_t spare = 0;
  std::atomic<std::uint64_t> driven = 0;  ///< when a look last drove, in ticks
  std::atomic<int> idle = 0;              ///< drives of a loop that has met no message
  std::vector<Rank> unsettled;            ///< could not be told; for the thread that is running
  std::mutex inbox;                       ///< guards the two queues
  std::deque<Arrived> requests, replies;
};
Wire wire;

constinit thread_local int looks_until_drive [[gnu::tls_model("initial-exec")]] = kLooksBetweenDrives;

void take(Account& account) { account.credits.fetch_sub(1, std::memory_order_relaxed); }
void give_back(Account& account, std::int64_t n = 1) { account.credits.fetch_add(n, std::memory_order_release); }

// ---- Receiving ----

void append(Rank source, const Head& head, const LongPlace& place, const std::byte* args) {
  const bool reply = head.role == Role::reply;
  Arrived arrived{.token = {source, head.handler, head.category, reply, false, head.pair},
                  .nargs = head.nargs,
                  .args = {},
                  .copy = nullptr,
                  .payload = place.address,
                  .bytes = place.bytes};
  const std::size_t args_bytes = head.nargs * sizeof(gex_AM_Arg_t);
  std::memcpy(arrived.args, args, args_bytes);
  if (head.category == Category::medium) {
    arrived.copy = std::make_unique_for_overwrite<std::byte[]>(std::max<std::size_t>(head.carried, 1));
    std::memcpy(arrived.copy.get(), args + args_bytes, head.carried);
    arrived.payload = arrived.copy.get();
    arrived.bytes = head.carried;
  }
  if (reply) take(wire.accounts[source]);
  const std::lock_guard lock(wire.inbox);
  (reply ? wire.replies : wire.requests).push_back(std::move(arrived));
  wire.arrived.fetch_or(reply ? Wire::kReplies : Wire::kRequests, std::memory_order_release);
}

/// Runs on any thread of the process, one at a time, also while it waits in a call of SHMEM.
void receive_message(int pe, const void* bytes, std::size_t n) {
  const auto source = static_cast<Rank>(pe);
  const auto* at = static_cast<const std::byte*>(bytes);
  Head head{};
  LongPlace place{};
  std::memcpy(static_cast<void*>(&head), at, std::min(n, sizeof head));
  const bool has_place = head.category == Category::long_message;
  const std::size_t heads = sizeof head + (has_place ? sizeof place : 0);
  if (n < heads || head.nargs > kMaxArgs || n != heads + head.nargs * sizeof(gex_AM_Arg_t) + head.carried)
    return say("active message", text("dropped %zu bytes of rank %u that are no message of GASNet", n, source));
  at += sizeof head;
  Account& account = wire.accounts[source];
  if (account.known < head.handled) {
    give_back(account, static_cast<std::int64_t>(head.handled - account.known));
    account.known = head.handled;
  }
  if (head.role == Role::credit) return announce();  // other messages are announced when their handlers have run
  if (has_place) {
    std::memcpy(static_cast<void*>(&place), at, sizeof place);
    at += sizeof place;
    check_endpoint(source, head.pair);
    if (head.carried > 0) std::memcpy(place.address, at + head.nargs * sizeof(gex_AM_Arg_t), head.carried);
  }
  wire.idle.store(0, std::memory_order_relaxed);
  if (head.role != Role::piece) append(source, head, place, at);
}

/// Tells how many requests were handled, where the sender may soon wait for it. Returns false if there was no room.
bool settle(Rank source) {
  Account& account = wire.accounts[source];
  const std::uint64_t handled = account.handled.load(std::memory_order_relaxed);
  if (handled < account.told.load(std::memory_order_relaxed) + static_cast<std::uint64_t>(wire.credits + 1) / 2)
    return true;
  Small message;
  const Head head{Category::short_message, Role::credit, 0, 0, 0, {}, handled};
  std::memcpy(message.bytes, &head, sizeof head);
  if (shmemx_wire_send(static_cast<int>(source), &message, sizeof head) != 0) return false;
  account.told.store(handled, std::memory_order_relaxed);
  return true;
}

/// Has the next poll try again, also where nothing more arrives: the source may wait for this before it sends.
void leave_unsettled(Rank source) {
  wire.unsettled.push_back(source);
  wire.arrived.fetch_or(Wire::kUnsettled, std::memory_order_relaxed);
}

bool serve_queue(std::deque<Arrived>& queue, unsigned bit, int most) {
  if (!(wire.arrived.load(std::memory_order_acquire) & bit)) return false;
  bool any = false;
  for (int n = 0; n < most; ++n) {
    Arrived arrived;
    {
      const std::lock_guard lock(wire.inbox);
      if (queue.empty()) {
        wire.arrived.fetch_and(~bit, std::memory_order_relaxed);
        break;
      }
      arrived = std::move(queue.front());
      queue.pop_front();
    }
    run_handler(arrived.token, arrived.nargs, arrived.args, arrived.payload, arrived.bytes);
    any = true;
    Account& account = wire.accounts[arrived.token.source];
    if (arrived.token.reply) {
      give_back(account);
      continue;
    }
    account.handled.fetch_add(1, std::memory_order_relaxed);
    if (!settle(arrived.token.source)) leave_unsettled(arrived.token.source);
  }
  return any;
}

/// Tells those whom there was no room to tell before.
void settle_again() {
  std::vector<Rank> unsettled;
  unsettled.swap(wire.unsettled);
  wire.arrived.fetch_and(~Wire::kUnsettled, std::memory_order_relaxed);
  for (const Rank source : unsettled)
    if (!settle(source)) leave_unsettled(source);
}

// ---- Sending ----

/// Takes a credit for a request, and leaves `spare` of them. Returns false if there are no more.
[[gnu::always_inline]] inline bool take_credit(Account& account, std::int64_t spare) {
  std::int64_t credits = account.credits.load(std::memory_order_relaxed);
  do {
    if (credits <= spare) return false;
  } while (!account.credits.compare_exchange_weak(credits, credits - 1, std::memory_order_acquire,
                                                  std::memory_order_relaxed));
  return true;
}

[[gnu::always_inline]] inline bool try_send(Rank to, void* message, std::size_t n, Account& account,
                                            std::uint64_t handled) {
  if (shmemx_wire_send(static_cast<int>(to), message, n) != 0) return false;
  account.told.store(handled, std::memory_order_relaxed);
  return true;
}

/// Calls `sent` until it returns true, and meanwhile keeps the rules of engine.hpp.
template <class Sent>
void insist(bool reply, Sent&& sent) {
  if (sent()) return;
  if (!reply) return wait_until(sent);
  while (!sent()) {
    drive_wire();
    if (!serve_wire_replies()) sched_yield();
  }
}

/// Sends a long payload to memory that only its owner reaches, in pieces.
void send_pieces(Rank to, const Content& content) {
  Whole message;
  for (std::size_t at = 0; at < content.bytes; at += kMaxMediumWire) {
    const std::size_t now = std::min(content.bytes - at, kMaxMediumWire);
    const Head head{Category::long_message, Role::piece, 0, 0, static_cast<std::uint16_t>(now), content.pair, 0};
    const LongPlace place{static_cast<char*>(content.dest) + at, now};
    std::memcpy(message.bytes, &head, sizeof head);
    std::memcpy(message.bytes + sizeof head, &place, sizeof place);
    std::memcpy(message.bytes + sizeof head + sizeof place, static_cast<const char*>(content.payload) + at, now);
    const std::size_t n = sizeof head + sizeof place + now;
    insist(content.reply, [&] { return shmemx_wire_send(static_cast<int>(to), &message, n) == 0; });
  }
}

/// Brings a long payload that no message can carry to its place, before the message that tells of it.
void send_ahead(Rank to, const Content& content) {
  if (content.is_to_created(to)) return send_pieces(to, content);
  shmem_putmem(here(to, content.dest), content.payload, content.bytes, static_cast<int>(to));
  shmem_fence();
}

/// Writes a message, of which `carried` bytes of the payload are a part. Returns its length.
std::size_t compose(std::byte* into, const Content& content, std::size_t carried, std::uint64_t handled) {
  const Head head{
      content.category, content.reply ? Role::reply : Role::request, static_cast<std::uint8_t>(content.nargs),
      content.handler,  static_cast<std::uint16_t>(carried),         content.pair,
      handled};
  std::byte* at = into;
  std::memcpy(at, &head, sizeof head);
  at += sizeof head;
  if (content.category == Category::long_message) {
    const LongPlace place{content.dest, content.bytes};
    std::memcpy(at, &place, sizeof place);
    at += sizeof place;
  }
  std::memcpy(at, content.args, content.nargs * sizeof(gex_AM_Arg_t));
  at += content.nargs * sizeof(gex_AM_Arg_t);
  if (carried > 0) std::memcpy(at, content.payload, carried);
  return static_cast<std::size_t>(at - into) + carried;
}

}  // namespace

void start_wire() {
  wire.credits = std::clamp<std::int64_t>(kMaxUnderWay / std::max<std::int64_t>(job.size - 1, 1), 1, kMostCredits);
  wire.few = wire.credits / 4;
  wire.spare = job.checks ? wire.credits : wire.few;
  wire.accounts = std::make_unique<Account[]>(job.size);
  // Ranks of the node, and this one itself, get no messages by the wire.
  for (Rank r = 0; r < job.size; ++r)
    if (!job.mapped(r)) give_back(wire.accounts[r], wire.credits);
  if (job.one_node) return;
  if (shmemx_wire_listen(receive_message) != 0)
    fatal("gex_Client_Init", "another layer of this process uses shmemx_wire_listen; leave it to GASNet");
  engine.attention.fetch_or(Engine::kWire);
}

bool is_low_on_credits(Rank to) { return wire.accounts[to].credits.load(std::memory_order_relaxed) <= wire.few; }

void drive_wire() { shmemx_am_poll(); }

/// Drives, and gives way in a loop of polls that has lasted long: whom the client waits for may need this core.
[[gnu::cold, gnu::noinline]] static void drive_in_turn() {
  looks_until_drive = kLooksBetweenDrives;
  drive_wire();
  const gasnett_tick_t now = gasnett_ticks_now();
  const gasnett_tick_t before = wire.driven.exchange(now, std::memory_order_relaxed);
  if (!engine.is_empty() || gasnett_ticks_to_ns(now - before) > kPollingLoop)
    wire.idle.store(0, std::memory_order_relaxed);
  else if (wire.idle.fetch_add(1, std::memory_order_relaxed) >= (job.spins > 0 ? kPatience : kPatienceOnSharedCores))
    shmemx_wire_nap(0);
}

/// Returns wire.arrived, 0 if nothing waits for its handler.
[[gnu::always_inline]] static inline unsigned look() {
  if (--looks_until_drive != 0) [[likely]]
    shmemx_wire_look();
  else
    drive_in_turn();
  return wire.arrived.load(std::memory_order_relaxed);
}

bool look_at_wire() { return look() != 0; }

int poll_wire() { return (look() | engine.in_rings()) == 0 ? GASNET_OK : poll_slowly(Wires::leave); }

bool serve_wire_replies() { return serve_queue(wire.replies, Wire::kReplies, 1 << 30); }

bool serve_wire() {
  if (!wire.unsettled.empty()) [[unlikely]]
    settle_again();
  const bool any = serve_wire_replies();
  return serve_queue(wire.requests, Wire::kRequests, kBatch) || any;
}

namespace {

/// The library had no room for a request that has a credit.
[[gnu::cold, gnu::noinline]] int request_again(const ShortRequest& request, Account& account) {
  give_back(account);
  return request_short_slowly(request);
}

}  // namespace

int request_short_wire(gex_TM_t tm, Rank rank, gex_AM_Index_t handler, gex_Flags_t flags, unsigned nargs,
                       const gex_AM_Arg_t* args) {
  const ShortRequest request{tm, args, rank, flags, nargs, handler};
  request.keep_in_memory();
  const Rank to = tm->jobranks[rank];
  Account& account = wire.accounts[to];
  if (is_time_to_poll(tm) || !take_credit(account, wire.spare)) [[unlikely]]
    return request_short_slowly(request);
  const std::uint64_t handled = account.handled.load(std::memory_order_relaxed);
  Small message;
  const Head head{Category::short_message, Role::request, static_cast<std::uint8_t>(nargs), handler, 0, {}, handled};
  std::memcpy(message.bytes, &head, sizeof head);
  for (unsigned i = 0; i < nargs; ++i)
    std::memcpy(message.bytes + sizeof head + i * sizeof *args, &args[i], sizeof *args);
  if (!try_send(to, &message, sizeof head + nargs * sizeof *args, account, handled)) [[unlikely]]
    return request_again(request, account);
  return 0;
}

int send_wire(Rank to, const Content& content, bool immediate) {
  Account& account = wire.accounts[to];
  const auto take = [&] { return take_credit(account, 0); };
  if (!content.reply && !take()) {
    if (immediate) return 1;
    wait_until(take);
  }
  const bool brings = content.bytes > 0 && !content.in_place;
  const bool ahead = brings && content.category == Category::long_message &&
                     (content.bytes > kMaxMediumWire || content.is_to_created(to));
  if (ahead) send_ahead(to, content);
  Whole message;
  const std::uint64_t handled = account.handled.load(std::memory_order_relaxed);
  const std::size_t n = compose(message.bytes, content, brings && !ahead ? content.bytes : 0, handled);
  const auto sent = [&] { return try_send(to, &message, n, account, handled); };
  // What was put ahead must not be put again, so that the message of it is sent now.
  if (!immediate || ahead) {
    insist(content.reply, sent);
  } else if (!sent()) {
    if (!content.reply) give_back(account);
    return 1;
  }
  return 0;
}

}  // namespace isthmus::gasnet

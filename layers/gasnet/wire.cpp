#include "wire.hpp"

#include <shmemx.h>

#include <algorithm>
#include <cstring>
#include <deque>
#include <memory>
#include <mutex>

#include "fatal.hpp"

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
  std::atomic<std::uint64_t> sent = 0;     ///< requests to it
  std::atomic<std::uint64_t> known = 0;    ///< of those, how many it has said to have handled
  std::atomic<std::uint64_t> handled = 0;  ///< its requests that this rank has handled
  std::atomic<std::uint64_t> told = 0;     ///< the last value of `handled` that was sent to it
};

/// The words before the arguments of a message on the wire.
enum Word : std::size_t { kHead, kHandled, kDest, kBytes, kWords };

struct Head {
  Category category;
  bool reply;
  bool credit;  ///< it only tells how many requests were handled
  std::uint8_t nargs;
  gex_AM_Index_t handler;
  std::uint8_t unused[3];
};
static_assert(sizeof(Head) == sizeof(std::uint64_t));

constexpr std::uint64_t kMaxUnderWay = 512;
constexpr std::uint64_t kMostCredits = 64;
constexpr int kBatch = 64;

struct Wire {
  std::unique_ptr<Account[]> accounts;
  std::uint64_t credits = 1;
  int handler = -1;
  std::mutex inbox;  ///< guards the two queues
  std::deque<Arrived> requests, replies;
  std::atomic<bool> has_requests = false, has_replies = false;
};
Wire wire;

/// Runs on any thread of the process, also while it waits in a call of SHMEM.
void receive_message(shmemx_am_token_t from, const std::uint64_t* words, int, void* payload, std::size_t bytes) {
  const auto source = static_cast<Rank>(shmemx_am_source(from));
  Head head;
  std::memcpy(static_cast<void*>(&head), &words[kHead], sizeof head);
  std::atomic<std::uint64_t>& known = wire.accounts[source].known;
  std::uint64_t before = known.load(std::memory_order_relaxed);
  while (before < words[kHandled] && !known.compare_exchange_weak(before, words[kHandled])) {
  }
  if (head.credit) return;
  Arrived arrived{.token = {source, head.handler, head.category, head.reply, false},
                  .nargs = head.nargs,
                  .args = {},
                  .copy = nullptr,
                  .payload = reinterpret_cast<void*>(words[kDest]),
                  .bytes = words[kBytes]};
  std::memcpy(arrived.args, &words[kWords], head.nargs * sizeof(gex_AM_Arg_t));
  if (head.category == Category::medium) {
    arrived.copy = std::make_unique<std::byte[]>(std::max<std::size_t>(bytes, 1));
    if (bytes > 0) std::memcpy(arrived.copy.get(), payload, bytes);
    arrived.payload = arrived.copy.get();
  }
  const std::lock_guard lock(wire.inbox);
  (head.reply ? wire.replies : wire.requests).push_back(std::move(arrived));
  (head.reply ? wire.has_replies : wire.has_requests).store(true, std::memory_order_release);
}

/// Tells how many requests were handled, where the sender may soon wait for it.
void settle(Rank source) {
  Account& account = wire.accounts[source];
  const std::uint64_t handled = account.handled.load(std::memory_order_relaxed);
  if (handled < account.told.load(std::memory_order_relaxed) + (wire.credits + 1) / 2) return;
  account.told.store(handled, std::memory_order_relaxed);
  std::uint64_t words[kWords] = {};
  const Head head{.category = {}, .reply = false, .credit = true, .nargs = 0, .handler = 0, .unused = {}};
  std::memcpy(&words[kHead], &head, sizeof head);
  words[kHandled] = handled;
  shmemx_am_request_short(static_cast<int>(source), wire.handler, words, kWords);
}

bool serve_queue(std::deque<Arrived>& queue, std::atomic<bool>& has, int most) {
  if (!has.load(std::memory_order_acquire)) return false;
  bool any = false;
  for (int n = 0; n < most; ++n) {
    Arrived arrived;
    {
      const std::lock_guard lock(wire.inbox);
      if (queue.empty()) {
        has.store(false, std::memory_order_relaxed);
        break;
      }
      arrived = std::move(queue.front());
      queue.pop_front();
    }
    run_handler(arrived.token, arrived.nargs, arrived.args, arrived.payload, arrived.bytes);
    any = true;
    if (arrived.token.reply) continue;
    wire.accounts[arrived.token.source].handled.fetch_add(1, std::memory_order_relaxed);
    settle(arrived.token.source);
  }
  return any;
}

/// Takes a credit for a request. Returns false if there is none.
bool take_credit(Account& account) {
  std::uint64_t sent = account.sent.load(std::memory_order_relaxed);
  do {
    if (sent >= account.known.load(std::memory_order_acquire) + wire.credits) return false;
  } while (!account.sent.compare_exchange_weak(sent, sent + 1, std::memory_order_relaxed));
  return true;
}

}  // namespace

void start_wire() {
  wire.accounts = std::make_unique<Account[]>(job.size);
  wire.credits = std::clamp<std::uint64_t>(kMaxUnderWay / std::max<std::uint64_t>(job.size - 1, 1), 1, kMostCredits);
  wire.handler = shmemx_am_register(receive_message);
  if (wire.handler < 0)
    fatal("gex_Client_Init", "the program has registered all handlers of shmemx_am_register; leave one for GASNet");
  engine.attention.fetch_or(Engine::kWire);
}

bool is_low_on_credits(Rank to) {
  const Account& account = wire.accounts[to];
  return account.sent.load(std::memory_order_relaxed) >=
         account.known.load(std::memory_order_relaxed) + wire.credits - wire.credits / 4;
}

void drive_wire() { shmemx_am_poll(); }

bool serve_wire_replies() {
  drive_wire();
  return serve_queue(wire.replies, wire.has_replies, 1 << 30);
}

bool serve_wire() {
  const bool any = serve_wire_replies();
  return serve_queue(wire.requests, wire.has_requests, kBatch) || any;
}

int send_wire(Rank to, const Content& content, bool immediate) {
  Account& account = wire.accounts[to];
  if (!content.reply && !take_credit(account)) {
    if (immediate) return 1;
    wait_until([&] { return take_credit(account); });
  }
  std::uint64_t words[kWords + kMaxArgs / 2] = {};
  const Head head{.category = content.category,
                  .reply = content.reply,
                  .credit = false,
                  .nargs = static_cast<std::uint8_t>(content.nargs),
                  .handler = content.handler,
                  .unused = {}};
  std::memcpy(&words[kHead], &head, sizeof head);
  const std::uint64_t handled = account.handled.load(std::memory_order_relaxed);
  words[kHandled] = handled;
  account.told.store(handled, std::memory_order_relaxed);
  words[kDest] = reinterpret_cast<std::uintptr_t>(content.dest);
  words[kBytes] = content.bytes;
  std::memcpy(&words[kWords], content.args, content.nargs * sizeof(gex_AM_Arg_t));
  const int nwords = static_cast<int>(kWords + (content.nargs + 1) / 2);
  const int pe = static_cast<int>(to);
  if ((content.bytes == 0 || content.in_place) && content.category != Category::medium)
    shmemx_am_request_short(pe, wire.handler, words, nwords);
  else if (content.category == Category::long_message)
    shmemx_am_request_long(pe, wire.handler, words, nwords, content.payload, content.bytes, here(to, content.dest));
  else
    shmemx_am_request_medium(pe, wire.handler, words, nwords, content.payload, content.bytes);
  return 0;
}

}  // namespace isthmus::gasnet

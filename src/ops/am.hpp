// Active messages: a message names a function that runs at the PE it was sent to, with arguments and a payload.
//
// On the node a message is a record in one of two rings of the target, for requests and for replies; off the node it is
// a message on the wire. Nothing is lost, nothing waits in a circle, and memory is bounded, because of what holds:
//
// 1. What comes on the wire is taken at once, whoever drives the wire, inside a handler, too: it is put into the inbox,
//    and a payload with a place in symmetric memory is copied there. So the wire empties whatever handlers do.
// 2. A handler waits for nothing but the wire, and that only while it gives away a long reply of more than kAmMaxMedium
//    bytes to another node, in pieces that are sent before shmemx_am_reply_long returns. Meanwhile it drives the wire,
//    so that by 1 room comes, both ways. At most credits() pieces are on their way to a PE: it says how many have come,
//    and does so when they come, not by a handler. Any other reply that finds no room is kept in an outbox, and sent by
//    a later look.
// 3. Handlers of replies send nothing, so a PE that looks at its replies gets through them. Every call here that waits
//    looks, so every reply gets out in the end.
// 4. While kMaxKept bytes of replies are kept no request is taken from the ring. It fills up, and its writers wait,
//    looking at their replies, which empties the outboxes.
// 5. A PE has at most credits() requests under way to each PE of another node: sent, and not known to be finished. So
//    at most as many requests and replies come from each. credits() goes down with the number of PEs, to keep the sum
//    over all of them at kMaxUnderWay, but is at least 1.
//
// To a PE there come thus at most 3 * kMaxUnderWay messages (requests, replies, pieces). The provider keeps them in
// buffers of 16 KiB until they are taken (tcp: 25 MiB); the inbox then has at most two thirds of them, of kAmMaxMessage
// bytes each (5 MiB, 13 while the vector grows). Outboxes keep kMaxUnderWay replies to other nodes (2 MiB), and
// kMaxKept bytes to PEs of the node (4 MiB). In a job of more than kMaxUnderWay PEs their number takes the place of
// kMaxUnderWay.
//
// Each PE counts, for every source, the requests it has finished: the handler has returned, and the reply, if there was
// one, is with the source. On the node the source reads that count where it is; off the node the count travels with
// every reply, and alone when half the credits are used up, or when the source asks for it.
#pragma once
#include <algorithm>
#include <atomic>
#include <deque>
#include <map>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

#include "base/mapping.hpp"
#include "base/wait.hpp"
#include "comm/context.hpp"
#include "ops/am_message.hpp"
#include "transport/node/ring.hpp"

/// What a handler is given; exists while it runs.
struct shmemx_am_token {
  int source;
  bool reply;    ///< it handles a reply
  bool replied;  ///< it has replied
};

namespace isthmus::ops {

using AmHandler = void (*)(shmemx_am_token* token, const std::uint64_t* args, int nargs, void* payload,
                           std::size_t bytes);

/// The way to PEs that share no memory with this one.
class MessageWire {
 public:
  virtual ~MessageWire() = default;
  /// Is done with `bytes` on return. False: no room now. Messages to one PE arrive in order, once, and not before what
  /// the default context wrote there before Endpoint::before_message().
  virtual bool try_send(int pe, const void* bytes, std::size_t n) = 0;
  /// Lets the wire work; what has come goes to ActiveMessages::arrive. False when there was nothing to do.
  virtual bool drive() = 0;
};

/// Whether this thread may run the program's handlers while it waits.
inline thread_local bool handles_messages = true;

/// What the program wants to be sent.
struct AmContent {
  AmKind kind;
  int handler;
  const std::uint64_t* args;
  int nargs;
  const void* payload = nullptr;
  std::size_t bytes = 0;
  void* dest = nullptr;  ///< of a long one
};

/// In a job on one node it is what waiting calls drive, from the first handler on; otherwise whoever drives the wire
/// calls handle_arrived().
class ActiveMessages final : public base::Progress {
 public:
  static constexpr int kMaxHandlers = 256;
  static constexpr std::uint64_t kCredits = 64;  ///< at most
  static constexpr std::uint64_t kMaxUnderWay = 512;
  /// Requests, and pieces, that a PE may have under way to each PE of another node; the same on all PEs.
  static constexpr std::uint64_t credits(int n_pes) {
    return std::clamp<std::uint64_t>(kMaxUnderWay / static_cast<std::uint64_t>(std::max(n_pes - 1, 1)), 1, kCredits);
  }

  /// Bytes of the internal segment that the engine needs, at a multiple of node::Ring::kLine, zero at first.
  static std::size_t shared_bytes(int n_pes);
  /// `world` is the default context; shared_bytes() are at `offset` in the internal segment; `segments` are all, in the
  /// same order on every PE. Without a wire all PEs have to be mapped. Throws base::SetupError.
  ActiveMessages(const comm::Context& world, const memory::Segment& internal, std::uintptr_t offset,
                 std::vector<memory::Segment*> segments, int me, int n_pes, MessageWire* wire);
  ~ActiveMessages() override;
  ActiveMessages(const ActiveMessages&) = delete;
  ActiveMessages& operator=(const ActiveMessages&) = delete;

  /// The handler's number, or -1 when there is no room for more.
  int add_handler(const char* call, AmHandler handler);

  // Wrong arguments, and calls where they are not allowed, end the job with a line that names `call`.
  void request(const char* call, int pe, const AmContent& content);
  void reply(const char* call, shmemx_am_token* token, const AmContent& content);
  int source(const char* call, const shmemx_am_token* token) const;
  /// All requests of this PE are finished, and the handlers of their replies have returned.
  void quiet(const char* call);

  /// Runs the handlers of what has come, unless another thread is at it, or this is inside a handler. False: nothing.
  bool poll();
  bool drive() override { return poll(); }
  bool nap(long nanoseconds) override;
  /// True, after giving the core away, as long as it is too early to sleep: messages of the node have come a short
  /// while ago, and the next one would not end the sleep.
  bool stay_awake();
  /// As poll(), for whoever has just driven the wire.
  bool handle_arrived();
  /// Something waits for the next poll, and nothing may come to announce it: replies without room, or messages that
  /// came while another thread was at it.
  bool wants_poll() const {
    return kept_.load(std::memory_order_relaxed) > 0 || has_arrived_.load(std::memory_order_relaxed) ||
           must_tell_.load(std::memory_order_relaxed);
  }
  /// A message from the wire: on any thread, inside a handler, too.
  void arrive(int source, const void* bytes, std::size_t n);

 private:
  static constexpr std::size_t kRingBytes = std::size_t{256} << 10;
  static_assert(kAmMaxMessage <= node::Ring::largest(kRingBytes));
  static constexpr std::size_t kMaxKept = std::size_t{4} << 20;     ///< bytes
  static constexpr std::size_t kSpareInbox = std::size_t{1} << 20;  ///< bytes that it keeps when it is empty
  static constexpr int kAwake = 4000;  ///< looks in vain before a waiting thread sleeps, as base::kYields
  static constexpr int kBatch = 256;   ///< messages handled at once, so that a poll comes to its end in a flood

  /// This PE's account with another one.
  struct Peer {
    std::atomic<bool> contacted;       ///< it is in contacted_
    std::atomic<std::uint64_t> sent;   ///< my requests to it, begun
    std::atomic<std::uint64_t> known;  ///< those of them that it has finished, as far as I know
    // Off the node, guarded by running_:
    std::uint64_t finished;             ///< its requests that I have finished
    std::uint64_t reported;             ///< what I have reported to it of that
    std::uint64_t asked;                ///< it wants to know when there are so many
    std::uint64_t pieces;               ///< that I have sent to it
    std::atomic<std::uint64_t> placed;  ///< those of them that have come there, as far as I know
    // Guarded by arriving_:
    std::uint64_t come, told;  ///< its pieces that have come here, and what I have told it of that
  };
  /// A PE's part of the internal segment, as mapped here.
  struct Shared {
    node::Ring requests, replies;
    std::atomic<std::uint64_t>* finished;  ///< by source: its requests that this PE has finished
  };
  using Bytes = std::vector<std::byte>;
  struct Kept {
    Bytes message;
    std::uint64_t finishes;  ///< requests that are finished once it is sent: its own, and those handled since
    std::size_t cost() const { return sizeof(Kept) + message.size(); }
  };

  Shared shared(int pe) const;
  bool is_mapped(int pe) const { return internal_.mapped(pe) != 0; }
  AmPlace place_of(const void* dest, std::size_t bytes) const;
  bool exists(const AmPlace& place) const;
  void* address_of(const AmPlace& place) const;
  Peer& peer(int pe) const { return static_cast<Peer*>(peers_.get())[pe]; }
  bool in_handler() const { return runner_.load(std::memory_order_relaxed) == std::this_thread::get_id(); }

  // Sending: am.cpp
  void must_be_current(const char* call, const shmemx_am_token* token) const;
  void check(const char* call, const AmContent& content) const;
  AmParts describe(const char* call, int pe, const AmContent& content) const;
  void put_ahead(const char* call, int pe, const AmContent& content) const;
  void contact(int pe);
  static bool push(node::Ring ring, const AmParts& parts);
  template <class Condition>
  void wait_for(Condition&& holds);
  void send_on_wire(int pe, AmParts parts);
  void send_pieces(int pe, const AmPlace& place, const void* payload);
  std::uint64_t finished_by(int pe) const;

  // Handling, by the one thread that holds running_: am_handle.cpp
  bool something_waits() const;
  bool take(node::Ring& ring);
  bool take_inbox();
  void place(int source, const AmParts& parts);
  void tell_placed(int source);
  void tell_all_placed();
  void handle(const AmParts& parts);
  void run(const AmParts& parts);
  void finish(int source, std::uint64_t requests);
  bool try_send_reply(int to, Bytes& message, std::uint64_t finishes);
  void send_or_keep(int to, Bytes& message, std::uint64_t finishes);
  bool empty_outboxes();
  void settle(int pe);

  const comm::Context& world_;
  const memory::Segment& internal_;
  const std::vector<memory::Segment*> segments_;
  const std::uintptr_t offset_;
  const int me_, n_pes_;
  const std::uint64_t credits_;
  MessageWire* const wire_;
  base::Mapping peers_;  ///< Peer by PE; costs memory only where it is written
  Shared mine_;

  std::atomic<AmHandler> handlers_[kMaxHandlers] = {};
  std::atomic<int> n_handlers_ = 0;

  std::atomic<int> in_vain_ = 0;  ///< looks since a message of the node was handled

  std::mutex running_;
  std::atomic<std::thread::id> runner_{};  ///< the thread that handles messages
  shmemx_am_token* current_ = nullptr;     ///< of the handler that runs
  Bytes reply_;                            ///< what it replies, sent when it has returned; empty: nothing
  std::map<int, std::deque<Kept>> outboxes_;
  std::set<int> owing_;                ///< PEs off the node to which no count could be sent
  std::atomic<std::size_t> kept_ = 0;  ///< messages in outboxes_, and entries of owing_
  std::size_t kept_bytes_ = 0;         ///< of the messages

  std::mutex arriving_;
  std::vector<std::uint64_t> inbox_;  ///< {source, bytes}, message, ...
  std::vector<std::uint64_t> taken_;  ///< what was the inbox, being handled under running_
  std::atomic<bool> has_arrived_ = false;
  std::set<int> untold_;  ///< PEs to which no count of their pieces could be sent
  std::atomic<bool> must_tell_ = false;

  std::mutex contacting_;
  std::vector<int> contacted_;  ///< PEs that this one has sent requests to
};

}  // namespace isthmus::ops

// Active messages: a message names a function that runs at the PE it was sent to, with arguments and a payload.
//
// To a PE on the same node, a message is a record in one of the target's two rings, one for requests and one for
// replies. To another node it is a message on the wire. No message is lost, no deadlock is possible, and memory is
// bounded, because of these invariants:
//
// 1. Any thread that drives the wire receives all messages at once, even inside a handler: it appends them to the inbox
//    and copies payloads that have a place in symmetric memory there. So the wire drains whatever handlers do.
// 2. A handler waits only for the wire, and only in shmemx_am_reply_long to another node with more than kAmMaxMedium
//    bytes, which sends all pieces of the payload before it returns. It drives the wire while it waits, so by 1 both
//    directions drain. At most credits() pieces are in flight to a PE, which reports their arrival as they arrive, not
//    from a handler. Any other reply for which there is no room is kept in an outbox, and a later poll sends it.
// 3. Handlers of replies send nothing, so a PE can always handle all its replies. Every call here that waits polls, so
//    every reply is delivered in the end.
// 4. While the outboxes hold kMaxKept bytes, no request is taken from the ring. The ring fills up, and its writers
//    wait; meanwhile they handle their replies, which lets the outboxes drain.
// 5. A PE has at most credits() requests in flight to each PE of another node, that is, sent and not known to be
//    finished. So at most that many requests and replies arrive from each. credits() shrinks with the number of PEs, so
//    that the sum over all PEs is at most kMaxUnderWay, but it is at least 1.
//
// So at most 3 * kMaxUnderWay messages (requests, replies, pieces) are in flight to a PE. Until they are
// received they are in two buffers of 1 MiB, which the provider fills, or still on their way. The inbox holds at most
// two thirds of them, of kAmMaxMessage bytes each (5 MiB, or 13 MiB while the vector grows). Outboxes hold kMaxUnderWay replies to other nodes (2 MiB), and
// kMaxKept bytes to PEs of the node (4 MiB). In a job of more than kMaxUnderWay PEs, the number of PEs takes the place
// of kMaxUnderWay.
//
// Each PE counts, for every source, the requests it has finished: the handler has returned, and the reply, if any, has
// been delivered to the source. A source on the same node reads this count in shared memory. To another node the count
// is sent with every reply, and alone when half the credits are used up or when the source asks for it.
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

/// Identifies the message to its handler; exists while the handler runs.
struct shmemx_am_token {
  int source;
  bool reply;    ///< it handles a reply
  bool replied;  ///< it has replied
};

namespace isthmus::ops {

using AmHandler = void (*)(shmemx_am_token* token, const std::uint64_t* args, int nargs, void* payload,
                           std::size_t bytes);

/// The transport to PEs that share no memory with this one.
class MessageWire {
 public:
  virtual ~MessageWire() = default;
  /// Returns false if there is no room now. The caller may reuse `bytes` on return. Messages to one PE arrive exactly
  /// once and in order, and after what the default context wrote there before Endpoint::before_message().
  virtual bool try_send(int pe, const void* bytes, std::size_t n) = 0;
  /// Makes progress, passes each message received to ActiveMessages::arrive, and calls ActiveMessages::handle_arrived.
  /// Returns false if nothing happened.
  virtual bool drive() = 0;
};

/// Whether this thread may run the program's handlers while it waits. The device proxy's thread may not.
inline thread_local bool handles_messages = true;

/// The arguments of a call that sends a message.
struct AmContent {
  AmKind kind;
  int handler;
  const std::uint64_t* args;
  int nargs;
  const void* payload = nullptr;
  std::size_t bytes = 0;
  void* dest = nullptr;  ///< only of a long message
};

/// The engine of active messages. In a job on one node it becomes base::progress when the first handler is registered,
/// so that calls that wait drive it. In other jobs, the thread that drives the wire calls handle_arrived().
class ActiveMessages final : public base::Progress {
 public:
  static constexpr int kMaxHandlers = 256;
  static constexpr std::uint64_t kCredits = 64;  ///< the most that credits() returns
  static constexpr std::uint64_t kMaxUnderWay = 512;
  /// The requests, and the pieces, that a PE may have in flight to each PE of another node; the same on all PEs.
  static constexpr std::uint64_t credits(int n_pes) {
    return std::clamp<std::uint64_t>(kMaxUnderWay / static_cast<std::uint64_t>(std::max(n_pes - 1, 1)), 1, kCredits);
  }

  /// The bytes of the internal segment that the engine needs. They must start at a multiple of node::Ring::kLine and be
  /// zero at first.
  static std::size_t shared_bytes(int n_pes);
  /// `world` is the default context. The shared_bytes() are at `offset` in the internal segment. `segments` lists all
  /// segments but the spaces, in the same order on every PE. `wire` may be null if all PEs are mapped. Throws
  /// base::SetupError.
  ActiveMessages(const comm::Context& world, const memory::Segment& internal, std::uintptr_t offset,
                 std::vector<memory::Segment*> segments, int me, int n_pes, MessageWire* wire);
  ~ActiveMessages() override;
  ActiveMessages(const ActiveMessages&) = delete;
  ActiveMessages& operator=(const ActiveMessages&) = delete;

  /// Returns the handler's number, or -1 if kMaxHandlers are registered.
  int add_handler(const char* call, AmHandler handler);

  // Wrong arguments, and calls in places where they are not allowed, end the job with a line that names `call`.
  void request(const char* call, int pe, const AmContent& content);
  void reply(const char* call, shmemx_am_token* token, const AmContent& content);
  int source(const char* call, const shmemx_am_token* token) const;
  /// Returns when all requests of this PE are finished and the handlers of their replies have returned.
  void quiet(const char* call);

  /// Drives the wire and handles what has arrived, unless another thread is doing so or this is inside a handler.
  /// Returns false if nothing happened.
  bool poll();
  bool drive() override { return poll(); }
  bool nap(long nanoseconds) override;
  /// Yields the core and returns true if a message of the node was handled a short while ago. The caller should not
  /// sleep then, because a message in a ring would not wake it.
  bool stay_awake();
  /// The part of poll() that does not drive the wire, for the thread that has just driven it.
  bool handle_arrived();
  /// Whether another poll is needed although no new message may arrive: replies or counts could not be sent, or
  /// messages arrived while another thread ran handlers.
  bool wants_poll() const {
    return kept_.load(std::memory_order_relaxed) > 0 || has_arrived_.load(std::memory_order_relaxed) ||
           must_report_.load(std::memory_order_relaxed);
  }
  /// Takes a message from the wire. May be called by any thread, also inside a handler.
  void arrive(int source, const void* bytes, std::size_t n);

 private:
  static constexpr std::size_t kRingBytes = std::size_t{256} << 10;
  static_assert(kAmMaxMessage <= node::Ring::largest(kRingBytes));
  static constexpr std::size_t kMaxKept = std::size_t{4} << 20;     ///< bytes in outboxes_
  static constexpr std::size_t kSpareInbox = std::size_t{1} << 20;  ///< bytes of memory that an empty inbox keeps
  static constexpr int kAwake = 4000;  ///< polls in vain before a waiting thread sleeps, like base::kYields
  static constexpr int kBatch = 256;   ///< messages that one poll takes from a ring, so that it returns under load

  /// The counters that this PE keeps for another one.
  struct Peer {
    std::atomic<bool> contacted;       ///< the PE is in contacted_
    std::atomic<std::uint64_t> sent;   ///< requests to it that were begun
    std::atomic<std::uint64_t> known;  ///< of `sent`, those that it has reported finished
    // The rest is only for PEs of other nodes. Guarded by running_:
    std::uint64_t finished;             ///< its requests that this PE has finished
    std::uint64_t reported;             ///< the last value of `finished` that was sent to it
    std::uint64_t asked;                ///< it wants a report when `finished` reaches this
    std::uint64_t pieces;               ///< pieces that were sent to it
    std::atomic<std::uint64_t> placed;  ///< of `pieces`, those that it has reported placed
    // Guarded by arriving_:
    std::uint64_t arrived;           ///< its pieces that have arrived here
    std::uint64_t arrived_reported;  ///< the last value of `arrived` that was sent to it
  };
  /// The engine's part of a PE's internal segment, as mapped here.
  struct Shared {
    node::Ring requests, replies;
    std::atomic<std::uint64_t>* finished;  ///< by source: its requests that the PE has finished
  };
  using Bytes = std::vector<std::byte>;
  /// A reply in an outbox.
  struct Kept {
    Bytes message;
    std::uint64_t finishes;  ///< requests that finish when it is sent: its own, and those handled since
    std::size_t cost() const { return sizeof(Kept) + message.size(); }
  };

  Shared shared(int pe) const;
  bool is_mapped(int pe) const { return internal_.mapped(pe) != 0; }
  const memory::Segment* segment(std::uint64_t number) const;
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

  // Handling, by the thread that holds running_: am_handle.cpp
  bool something_waits() const;
  bool take(node::Ring& ring);
  bool take_inbox();
  void place(int source, const AmParts& parts);
  void report_placed(int source);
  void report_all_placed();
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
  base::Mapping peers_;  ///< a Peer for each PE; a page takes memory only once it is written
  Shared mine_;

  std::atomic<AmHandler> handlers_[kMaxHandlers] = {};
  std::atomic<int> n_handlers_ = 0;

  std::atomic<int> idle_polls_ = 0;  ///< polls since a message of the node was handled

  std::mutex running_;                        ///< held by the thread that runs handlers; guards what follows
  std::atomic<std::thread::id> runner_{};     ///< the thread that handles messages
  shmemx_am_token* current_ = nullptr;        ///< the token of the running handler
  Bytes reply_;                               ///< its reply, sent when it has returned; empty if none
  std::map<int, std::deque<Kept>> outboxes_;  ///< by PE: replies for which there was no room
  std::set<int> unreported_requests_;         ///< PEs of other nodes to which `finished` could not be sent
  std::atomic<std::size_t> kept_ = 0;         ///< messages in outboxes_, and entries of unreported_requests_
  std::size_t kept_bytes_ = 0;                ///< bytes of the messages in outboxes_

  std::mutex arriving_;               ///< guards inbox_ and unreported_pieces_
  std::vector<std::uint64_t> inbox_;  ///< for each message: the source, the bytes, the message padded to 8 bytes
  std::vector<std::uint64_t> taken_;  ///< the inbox's messages that are being handled; guarded by running_
  std::atomic<bool> has_arrived_ = false;
  std::set<int> unreported_pieces_;  ///< PEs to which the count of their pieces could not be sent
  std::atomic<bool> must_report_ = false;

  std::mutex contacting_;
  std::vector<int> contacted_;  ///< PEs that this one has sent requests to
};

}  // namespace isthmus::ops

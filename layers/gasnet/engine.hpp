// Active messages: handlers, sending and serving.
//
// Every rank has a ring for requests and one for replies in memory that the ranks of its node map. No message is lost
// and nothing deadlocks, because of these rules:
//
// 1. One thread at a time serves messages of a process (running). Handlers of replies send nothing.
// 2. A request that finds the target's ring full serves this rank's messages until there is room.
// 3. A reply that finds the ring full serves this rank's replies until there is room; by 1 that always ends. So every
//    rank that waits in any call of GASNet goes on taking replies.
//
// A message to another node is a message of the library (wire.hpp), and keeps the same rules.
#pragma once
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstring>

#include "job.hpp"
#include "message.hpp"

namespace isthmus::gasnet {

/// What a call sends.
struct Content {
  Category category;
  bool reply;
  gex_AM_Index_t handler;
  unsigned nargs;
  const gex_AM_Arg_t* args;
  const void* payload = nullptr;
  std::size_t bytes = 0;
  void* dest = nullptr;   ///< of a long message, as its owner names it
  bool in_place = false;  ///< the payload of the long message is at its place already
  EndpointPair pair = {};

  /// Whether this long message goes to a segment that the client has created (segments.hpp), or one that is not known
  /// here: its owner finds the place.
  bool is_to_created(Rank to) const {
    return pair.target != 0 || (bytes > 0 && job.peers[to].size == 0) || job.peers[to].is_client_created();
  }
};

/// The most bytes of a medium message on the node, and to another node, with any number of arguments.
inline constexpr std::size_t kMaxMedium = 65536;
inline constexpr std::size_t kMaxMediumWire = 4096;
static_assert(medium_offset(kMaxArgs) + kMaxMedium <= Ring::kLargest && kMaxMedium < 1 << kLengthBits);
/// Long messages are puts, so their size is a matter of taste.
inline constexpr std::size_t kMaxLong = std::size_t{1} << 30;

static_assert(std::endian::native == std::endian::little, "write_message() packs bytes");

struct Engine {
  // The words at which the next reply and the next request will be published.
  std::atomic<const Ring::Word*> next_reply = nullptr, next_request = nullptr;
  /// What a poll has to do beside looking at the rings: barriers and collectives under way are counted, and bits of
  /// their own stand for the wire, for checks, and for yielding to ranks that share this one's core.
  std::atomic<int> attention = 0;
  static constexpr int kWire = 1 << 30, kChecks = 1 << 29, kYields = 1 << 28, kUnderWay = kYields - 1;
  std::atomic<bool> running = false;  ///< a thread serves messages
  std::uint64_t reply_head = 0, request_head = 0;

  /// 0 if both rings are empty. One test of both words, and of others beside them, takes less than one of each.
  [[gnu::always_inline]] Ring::Word::value_type in_rings() const {
    return next_reply.load(std::memory_order_relaxed)->load(std::memory_order_relaxed) |
           next_request.load(std::memory_order_relaxed)->load(std::memory_order_relaxed);
  }
  [[gnu::always_inline]] bool is_empty() const { return in_rings() == 0; }
  /// Whether a poll would find nothing to do.
  [[gnu::always_inline]] bool quiet() const {
    return is_empty() && (attention.load(std::memory_order_relaxed) & ~kYields) == 0;
  }
};
[[gnu::visibility("hidden")]] extern Engine engine;  // said here, so that others reach it without the linker's table

void start_engine();
/// Serves what has arrived, and lets the wire work first, unless the caller just has. Returns false if there was
/// nothing.
enum class Wires : std::uint8_t { look_at, leave };
bool poll(Wires wires = Wires::look_at);
/// A client that polls in a loop waits for something, and whom it waits for may need this core. It does so if there are no
/// more than so many nanoseconds from one look at the clock to the next.
inline constexpr std::uint64_t kPollingLoop = 100'000;
/// Lets such loops yield, if ranks share cores. Between nodes they do anyway (wire.cpp, drive_in_turn).
void yield_in_polling_loops();
/// Runs the handler of one message. `payload` and `bytes` are those of a medium or long message.
void run_handler(isthmus_gasnet_token& token, unsigned nargs, const gex_AM_Arg_t* args, void* payload,
                 std::size_t bytes);
/// Sends to a job rank. Returns nonzero if it did nothing, which it does only with `immediate`.
int send(Rank to, const Content& content, bool immediate);
/// Writes the head and the arguments of a message into a record, which is not published yet.
[[gnu::always_inline]] inline void write_message(void* record, const Content& content) {
  auto* const message = static_cast<Message*>(record);
  // The four bytes are one store, with the source another.
  const std::uint32_t what = static_cast<std::uint32_t>(content.category) | std::uint32_t{content.reply} << 8 |
                             content.nargs << 16 | std::uint32_t{content.handler} << 24;
  std::memcpy(&message->category, &what, sizeof what);
  message->source = job.rank;
  message->bytes = static_cast<std::uint32_t>(content.bytes) & ((1u << kLengthBits) - 1);
  message->source_ep = content.pair.source & ((1u << kEndpointBits) - 1);
  message->target_ep = content.pair.target & ((1u << kEndpointBits) - 1);
  for (unsigned i = 0; i < content.nargs; ++i) message->args()[i] = content.args[i];
}

/// Whether this thread is inside a handler.
bool in_handler();
/// Ends the job if this thread is inside a handler, or holds an HSL in a client whose calls are checked.
void must_be_unrestricted(const char* call);

/// Registers a handler of the layer itself under an index below GEX_AM_INDEX_BASE.
void set_own_handler(gex_AM_Index_t index, gex_AM_Fn_t function, const char* name);

/// The handlers of the layer itself.
enum OwnHandler : gex_AM_Index_t {
  kCollReady = 1,
  kCollData,
  kCollProbe,
  kSegmentPut,
  kSegmentGet,
  kSegmentDone,
  kSegmentData,
  kSegmentQuery,
  kSegmentAnswer,
  kSegmentPlace,
  kExit,
  kBarrierPost,
  kFirstFree = 16,  ///< from here on vectors and atomics have theirs
};

/// Whether a request, of which a client may make many without a poll, has to poll now. Threads that share the count may
/// lose steps of each other, and pass 0; so every count below it means yes, too.
[[gnu::always_inline]] inline bool is_time_to_poll(gex_TM_t tm) {
  const std::int32_t left = tm->until_poll - 1;
  tm->until_poll = left;
  return left <= 0;
}
/// Polls, and sets the count for the next time.
[[gnu::cold]] void poll_in_turn(gex_TM_t tm);

/// Waits until the condition holds, serving messages.
template <class Condition>
void wait_until(Condition&& holds);

}  // namespace isthmus::gasnet

extern "C" void isthmus_gasnet_wait(unsigned* rounds);

template <class Condition>
void isthmus::gasnet::wait_until(Condition&& holds) {
  unsigned rounds = 0;
  while (!holds()) isthmus_gasnet_wait(&rounds);
  std::atomic_thread_fence(std::memory_order_acquire);
}

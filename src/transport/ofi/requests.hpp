// What a PE asks of the progress of PEs on other nodes: atomics, where the provider does not carry them out on a CPU of
// the target, and the blocks of strided puts, many in a message. Either way all atomics on a word are CPU atomics of
// its owner's node.
//
// Memory is bounded on both sides. A PE has at most a limited number of requests under way, to all PEs together, and
// waits with the next one until some are answered. The target never waits: it keeps the answers that find no room. One
// for a request without a result is a count, kept by source and endpoint, so only those with a result can be many, and
// these are as many as their sources may have under way.
#pragma once
#include <atomic>
#include <cstdint>
#include <deque>
#include <map>
#include <utility>
#include <vector>

#include "transport/ofi/bundle.hpp"
#include "transport/ofi/channel.hpp"
#include "transport/ofi/endpoint.hpp"
#include "transport/ofi/library.hpp"

namespace isthmus::ofi {

class Domain;
class MessageChannel;
class TxEndpoint;

class Requests {
 public:
  /// Makes the channel take requests and answers.
  Requests(Domain& domain, MessageChannel& channel);
  Requests(const Requests&) = delete;
  Requests& operator=(const Requests&) = delete;

  // ---- Asking. `endpoint` counts the request already, but for fetch(), and is told of the answer. ----

  /// Returns the old value (fetch.hpp).
  [[gnu::always_inline]] inline std::uint64_t fetch(std::uint64_t operand, std::uint64_t compare, std::uint64_t head,
                                                    std::uintptr_t entry, std::uint64_t offset, TxEndpoint& endpoint);
  /// Does not wait for the answer; `result`, unless null, has the old value when it has come.
  void atomic(const AtomicRequest& request, TxEndpoint& endpoint, void* result);
  /// Whether one message holds several of the blocks.
  static bool fit(const Blocks& blocks);
  /// Sends a bundle if there is room for it now.
  bool try_send(Bundle& bundle);
  /// By which the answers to requests without a result find their endpoint.
  static std::uint64_t cookie_of(TxEndpoint& endpoint) { return reinterpret_cast<std::uint64_t>(&endpoint) + 1; }
  /// Sends as many blocks as a message holds, and returns how many.
  std::size_t scatter(int pe, const Region& region, const Blocks& blocks, TxEndpoint& endpoint);

  // ---- Answering, by the one thread that polls the channel. ----

  /// Sends what the handlers of the last poll have answered, as far as there is room.
  void send_answers();
  /// Answers wait for room, so nobody should sleep for long.
  bool has_answers() const { return has_answers_.load(std::memory_order_relaxed); }

 private:
  struct Pending;
  struct Asked;
  struct Value {
    int pe;
    std::uint64_t cookie, value;
  };

  struct Reads {
    int pe;
    std::vector<char> message;
  };

  static void on_atomic(void* self, int source, const void* message, std::size_t n);
  static void on_blocks(void* self, int source, const void* message, std::size_t n);
  static void on_bundle(void* self, int source, const void* message, std::size_t n);
  static void on_answer(void* self, int source, const void* message, std::size_t n);

  static void take_reads(int source, const char* at, const char* end);
  bool carry_out_entry(int source, std::uint64_t head, const char* operand);
  void answer_read(int source, std::uint64_t head, const char* into, const void* place);
  void send_atomic(const AtomicRequest& request, std::uint64_t cookie);
  void insist_on(int pe, void* message);
  [[gnu::noinline]] static void insist_on_fetch(Asked& asked);
  [[gnu::noinline]] static std::uint64_t await(const Pending& pending);
  /// Takes room for one more request without a waiting caller, if there is any.
  bool try_take_room();
  void give_back_room(std::uint64_t n = 1) { under_way_.fetch_sub(n, std::memory_order_relaxed); }
  bool send_answer(int pe, std::uint64_t cookie, std::uint64_t value);

  Domain& domain_;
  MessageChannel& channel_;
  const std::uint64_t most_under_way_;
  std::atomic<std::uint64_t> under_way_ = 0;
  std::atomic<bool> reads_wait_ = false;                           ///< a bundle with reads found no room
  std::map<std::pair<int, std::uint64_t>, std::uint64_t> counts_;  ///< by source and cookie: requests carried out
  std::deque<Value> values_;                                       ///< answers with a result
  std::deque<Reads> reads_;                                        ///< what bundles have read
  std::atomic<bool> has_answers_ = false;
};

// ---- The provider's own atomics ----

bool supports(fid_ep* endpoint, const AtomicRequest& request);
ssize_t post_fetch(fid_ep* endpoint, fi_addr_t peer, const AtomicRequest& request, std::uint64_t* old);
ssize_t post_atomic(fid_ep* endpoint, fi_addr_t peer, const AtomicRequest& request);

}  // namespace isthmus::ofi

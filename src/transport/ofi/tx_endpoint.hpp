// An endpoint with transmit resources of its own. It begins operations; Domain::rx_endpoint() says which one receives.
#pragma once
#include <mutex>
#include <vector>

#include "transport/ofi/bundle.hpp"
#include "transport/ofi/counter.hpp"
#include "transport/ofi/delivery.hpp"
#include "transport/ofi/domain.hpp"
#include "transport/ofi/endpoint.hpp"
#include "transport/ofi/staging.hpp"

namespace isthmus::ofi {

class TxEndpoint final : public Endpoint {
 public:
  /// `received` is the queue of incoming messages, if this is the endpoint that other PEs address, too.
  explicit TxEndpoint(Domain& domain, fid_cq* received = nullptr);
  ~TxEndpoint() override;
  TxEndpoint(const TxEndpoint&) = delete;
  TxEndpoint& operator=(const TxEndpoint&) = delete;

  void write_small(int pe, Target to, const void* from, std::size_t bytes) override;
  void write_bytes(const void* from, std::size_t bytes, std::uint64_t key, std::uintptr_t entry,
                   std::uint64_t offset) override;
  void read_small(void* into, std::size_t bytes, std::uint64_t key, std::uintptr_t entry,
                  std::uint64_t offset) override;
  std::uint64_t fetch_word(std::uint64_t operand, std::uint64_t compare, std::uint64_t head, std::uintptr_t entry,
                           std::uint64_t offset) override;
  void write(int pe, Target to, const void* from, std::size_t bytes) override;
  void write_later(int pe, Target to, const void* from, std::size_t bytes) override;
  void write_internal(int pe, Target to, const void* from, std::size_t bytes) override;
  void write_flagged(int pe, Target to, const void* from, std::size_t bytes, Target flag, std::uint64_t word) override;
  void write_blocks(int pe, const Region& region, Blocks blocks) override;
  void read(int pe, Target from, void* into, std::size_t bytes) override;
  void read_later(int pe, Target from, void* into, std::size_t bytes) override;
  void write_device(int pe, const Region& region, std::uint64_t offset, Local from, std::size_t bytes,
                    bool later) override;
  void read_device(int pe, Target from, Local into, std::size_t bytes, bool later) override;
  bool write_counted(int pe, Target to, const void* from, std::size_t bytes, std::uint64_t* completed,
                     NoRoom no_room) override;
  bool read_counted(int pe, Target from, void* into, std::size_t bytes, std::uint64_t* completed,
                    NoRoom no_room) override;
  std::uint64_t fetch_atomic(const AtomicRequest& request) override;
  void atomic_later(const AtomicRequest& request, void* result) override;

  void quiet() override;
  bool test_quiet() override;
  void quiet_wire() override;
  void fence() override;
  void before_write() override;
  void before_read(int pe) override {
    if (bundles_.any() || !requests_.all_complete()) [[unlikely]]
      before_read_slowly(pe);
  }
  void before_message() override;
  void leave() override {
    if (bundles_.any()) send_bundles();
  }
  void wait_written() override;
  void wait_read() override;

  fid_ep* handle() const { return handle_; }
  /// The provider works on what was begun, for whoever waits for something that depends on it elsewhere. Whether some
  /// of it is still under way.
  bool work();
  /// Sends the bundles that were opened at this time or before, in base::ticks(), as far as nobody is at them and there
  /// is room: for whoever drives progress, and must not wait. Returns whether there were any.
  bool send_bundles_until(std::uint64_t opened);
  /// Where the channel's sends complete.
  fid_cq* completions() const { return cq_.get(); }
  /// Takes the completion of a part of a counted operation, whose context it is. One thread at a time.
  void count(void* context);
  [[noreturn]] void fail_counted(int error);
  bool has_counted() const { return counted_.load(std::memory_order_relaxed) > 0; }
  /// A request of this endpoint is about to be sent, and so many have been carried out at their target.
  void asked() { requests_.post(); }
  Requests& requests() { return domain_.requests(); }
  void answered(std::uint64_t n) { requests_.finish(n); }

 private:
  /// Device memory that was written to, one place for each PE and registration: where to read behind the writes.
  struct Behind {
    int pe;
    Target place;
  };

  /// A counted operation under way: the context of its parts.
  struct Counted {
    std::uint64_t* completed;
    std::atomic<std::uint64_t> parts;
  };
  static constexpr int kMostCounted = 512;  ///< under way, so that their completions find room in the queue

  /// The provider's number of the PE of an entry, 0 before the first contact. The entry's highest bit is shifted out
  /// where it becomes a number of bytes.
  fi_addr_t known(std::uintptr_t entry) const {
    static_assert(sizeof(fi_addr_t) == sizeof entry);
    const std::uintptr_t place = reinterpret_cast<std::uintptr_t>(known_) + entry * sizeof(fi_addr_t);
    return __atomic_load_n(reinterpret_cast<const fi_addr_t*>(place), __ATOMIC_RELAXED);
  }
  Counted* begin_counted(std::size_t bytes, std::uint64_t* completed);
  template <class Kind>
  bool has_room(int pe, Kind& kind, Counter& counter);
  template <class Kind, class Post>
  bool post_counted(Counted* counted, std::size_t bytes, NoRoom no_room, Kind& kind, Counter& counter, int pe,
                    Post&& post);
  void inject(int pe, Target to, const void* from, std::size_t bytes);
  /// A small write as libfabric takes it, and what else is needed after the call of the provider.
  struct SmallWrite {
    explicit SmallWrite(TxEndpoint& of) : endpoint(of) {}
    SmallWrite(const SmallWrite&) = delete;
    SmallWrite& operator=(const SmallWrite&) = delete;

    /// Sets what differs from one write to the next, except the source, local.iov_base.
    [[gnu::always_inline]] void set_target(fi_addr_t number, std::size_t bytes, std::uint64_t key,
                                           std::uint64_t address) {
      local.iov_len = bytes;
      remote = {address, bytes, key};
      message.addr = number;
    }

    std::uint64_t value = 0;
    iovec local = {&value, 0};
    fi_rma_iov remote = {};
    TxEndpoint& endpoint;
    fi_msg_rma message = {&local, nullptr, 1, 0, &remote, 1, nullptr, 0};
  };
  /// Posts a write that the provider copies, and counts when it is delivered. It is counted here already.
  ssize_t post(const SmallWrite& write) const {
    return post_write_(handle_, &write.message, FI_INJECT | FI_DELIVERY_COMPLETE);
  }
  [[gnu::always_inline]] void post_acknowledged(const SmallWrite& write) {
    if (const ssize_t result = post(write); result != 0) [[unlikely]]
      insist_acknowledged(write, result);
  }
  void post_acknowledged(int pe, Target to, const void* from, std::size_t bytes);
  [[gnu::noinline]] static void insist_acknowledged(const SmallWrite& write, ssize_t result);
  void write_alone(int pe, Target to, const void* from, std::size_t bytes, bool acknowledged);
  bool write_staged(int pe, Target to, const void* from, std::size_t bytes);
  bool bundle_read(int pe, Target from, void* into, std::size_t bytes);
  bool bundle_atomic(const AtomicRequest& request);
  /// Has the compiler store the parts of an object, where it would else save registers to keep them in.
  template <class Object>
  [[gnu::always_inline]] static void keep_in_memory(const Object& object) {
    asm volatile("" : : "m"(object));
  }
  /// What a short read was called with, on the stack, for what follows the call of the provider.
  struct ShortRead {
    TxEndpoint* endpoint;
    void* into;
    std::size_t bytes;
    std::uint64_t key;
    std::uintptr_t entry;
    std::uint64_t offset;
  };
  [[gnu::noinline]] static void finish_read(const ShortRead& read, ssize_t result);
  [[gnu::noinline]] void read_small_slowly(void* into, std::size_t bytes, std::uint64_t key, std::uintptr_t entry,
                                           std::uint64_t offset);
  [[gnu::noinline]] std::uint64_t fetch_word_slowly(std::uint64_t operand, std::uint64_t compare, std::uint64_t head,
                                                    std::uintptr_t entry, std::uint64_t offset);
  static void lone_value(Endpoint& endpoint, std::uint64_t bits, std::size_t bytes, std::uintptr_t entry,
                         std::uint64_t offset, std::uint64_t key);
  static void join_value(Endpoint& endpoint, std::uint64_t bits, std::size_t bytes, std::uintptr_t entry,
                         std::uint64_t offset, std::uint64_t key);
  [[gnu::noinline]] void write_value_slowly(std::uint64_t bits, std::size_t bytes, std::uintptr_t entry,
                                            std::uint64_t offset, std::uint64_t key);
  [[gnu::noinline]] void join_bytes(const void* from, std::size_t bytes, std::uint64_t key, std::uintptr_t entry,
                                    std::uint64_t offset);
  void bundle(int pe, std::uint64_t head, const void* from, std::size_t bytes);
  bool is_lone();
  bool try_send(Bundle& bundle);
  [[gnu::noinline]] void send(Bundle& bundle);  ///< seldom, and needs registers that bundle() would save each time
  void send_bundles();
  void send_bundle(int pe);
  bool try_send_bundle(int pe);
  /// Called before an operation to `pe` that the provider carries out itself: what was called before it for that PE has
  /// left, and is answered where a fence is between.
  void go_ahead(int pe) {
    if (bundles_.any() || !fences_.all_settled()) [[unlikely]]
      go_ahead_slowly(pe);
  }
  void go_ahead_slowly(int pe);
  void before_read_slowly(int pe);
  /// Whether a blocking read may be posted at once to a PE with this number, 0 where there was no contact yet.
  bool reads_at_once(fi_addr_t number) const {
    return number != 0 && !bundles_.any() && !gate_.is_closed() && requests_.seem_complete();
  }
  void write_large(int pe, Target to, const void* from, std::size_t bytes, std::uint64_t flags,
                   void* descriptor = nullptr);
  void post_read(int pe, Target from, void* into, std::size_t bytes, void* descriptor);
  void read_through(int pe, Target from, void* into, std::size_t bytes, void* descriptor);
  /// Waits until few enough operations of a kind, Writes or a Tally, are under way.
  template <class Kind>
  void make_room(Kind& kind, Counter& counter, const char* call) {
    if (kind.is_crowded()) [[unlikely]]
      wait_for_room(kind, counter, call);
  }
  template <class Kind>
  void wait_for_room(Kind& kind, Counter& counter, const char* call);
  void flush_devices();
  void post_flush();
  template <class Kind>
  void wait_for(Kind& kind, Counter& counter, const char* call);
  template <class Kind>
  void wait_longer(Kind& kind, Counter& counter, const char* call);
  void end_wait();
  void count_wait() {
    const unsigned waits = waits_.load(std::memory_order_relaxed) + 1;
    waits_.store(waits, std::memory_order_relaxed);
    if (waits % kWaitsForCompletions == 0) [[unlikely]]
      drop_completions();
  }
  [[gnu::noinline, gnu::cold]] void drop_completions();
  void wait_answers();
  void predict_burst();
  /// Whether a message of the channel arrives behind what this endpoint wrote.
  bool leads_messages() const;
  bool native(const AtomicRequest& request) const;
  [[noreturn]] void fail(const char* call, ssize_t result, int pe);
  [[noreturn]] void fail(const char* call);

  Domain& domain_;
  Addresses& addresses_;
  const fi_addr_t* const known_;  ///< addresses_.known()
  fid_ep* handle_ = nullptr;
  /// The provider's functions.
  decltype(fi_ops_rma::writemsg) post_write_ = nullptr;
  decltype(fi_ops_rma::read) post_read_ = nullptr;
  Gate gate_;
  Tally reads_, requests_;
  Writes writes_{calls_};
  const bool cpu_atomics_;  ///< the provider's atomics can be used
  const bool has_bundles_;
  Bundles bundles_;
  /// Lone writes of values and of bytes, kept because they differ from one another in few fields. A thread that has
  /// begun a lone write uses them alone: no other one can begin before it is delivered and a quiet has settled it.
  SmallWrite lone_value_{*this}, lone_bytes_{*this};
  Delivery delivery_;
  Staging staging_;
  Calls bundled_reads_;  ///< nonblocking reads that went by bundles
  Calls fences_;         ///< fences before which there were requests that were not answered
  Calls device_writes_;  ///< which nothing follows in order
  std::mutex behind_mutex_;
  std::vector<Behind> behind_;
  std::atomic<int> counted_ = 0;                        ///< Counted objects
  static constexpr unsigned kWaitsForCompletions = 16;  ///< after so many waits the completion queue is emptied
  std::atomic<unsigned> waits_ = 0;                     ///< a hint, of which threads may lose steps
  std::uint64_t sink_ = 0;                              ///< where flushing reads go; nobody looks
  const std::size_t inject_bytes_;
  const std::size_t most_;   ///< bytes of one operation
  const bool writes_parts_;  ///< to two places by one operation, in order
  // Closed from the last to the first: the endpoint before what it is bound to.
  Handle<fid_cq> cq_;  ///< for errors, and what the channel sends
  Counter written_, read_;
  Handle<fid_ep> endpoint_;
};

}  // namespace isthmus::ofi

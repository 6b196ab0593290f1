// An endpoint with transmit resources of its own: it begins operations and never receives (Domain's back endpoint
// does).
#pragma once
#include <mutex>
#include <vector>

#include "transport/ofi/bundle.hpp"
#include "transport/ofi/delivery.hpp"
#include "transport/ofi/domain.hpp"
#include "transport/ofi/endpoint.hpp"

namespace isthmus::ofi {

class TxEndpoint final : public Endpoint {
 public:
  explicit TxEndpoint(Domain& domain);
  ~TxEndpoint() override;
  TxEndpoint(const TxEndpoint&) = delete;
  TxEndpoint& operator=(const TxEndpoint&) = delete;

  void write_small(int pe, Target to, const void* from, std::size_t bytes) override;
  void write_value(std::uint64_t bits, std::size_t bytes, std::uintptr_t entry, std::uint64_t offset,
                   std::uint64_t key) override;
  void write(int pe, Target to, const void* from, std::size_t bytes) override;
  void write_later(int pe, Target to, const void* from, std::size_t bytes) override;
  void write_internal(int pe, Target to, const void* from, std::size_t bytes) override;
  void write_blocks(int pe, const Region& region, Blocks blocks) override;
  void read(int pe, Target from, void* into, std::size_t bytes) override;
  void read_later(int pe, Target from, void* into, std::size_t bytes) override;
  void write_device(int pe, const Region& region, std::uint64_t offset, Local from, std::size_t bytes,
                    bool later) override;
  void read_device(int pe, Target from, Local into, std::size_t bytes, bool later) override;
  void write_counted(int pe, Target to, const void* from, std::size_t bytes, std::uint64_t* completed) override;
  void read_counted(int pe, Target from, void* into, std::size_t bytes, std::uint64_t* completed) override;
  std::uint64_t fetch_atomic(const AtomicRequest& request) override;
  void atomic_later(const AtomicRequest& request, void* result) override;

  void quiet() override;
  bool test_quiet() override;
  void quiet_wire() override;
  void fence() override;
  void before_write() override;
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
  /// is room: for whoever drives progress, and must not wait.
  void send_bundles_until(std::uint64_t opened);
  /// Where the channel's sends complete.
  fid_cq* completions() const { return cq_.get(); }
  /// Takes the completion of a part of a counted operation, whose context it is. One thread at a time.
  void count(void* context);
  [[noreturn]] void fail_counted(int error);
  bool has_counted() const { return counted_.load(std::memory_order_relaxed) > 0; }
  /// So many requests of this endpoint have been carried out at their target.
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

  Counted* begin_counted(std::size_t bytes, std::uint64_t* completed);
  void inject(int pe, Target to, const void* from, std::size_t bytes);
  /// A small write that the provider copies, and counts when it is delivered. writes_ counts it already.
  ssize_t post_acknowledged(int pe, Target to, const void* from, std::size_t bytes) {
    const iovec local{const_cast<void*>(from), bytes};
    const fi_rma_iov remote{to.address, bytes, to.key};
    const fi_msg_rma message{&local, nullptr, 1, static_cast<fi_addr_t>(pe), &remote, 1, nullptr, 0};
    return fi_writemsg(handle_, &message, FI_INJECT | FI_DELIVERY_COMPLETE);
  }
  [[gnu::noinline]] void insist_acknowledged(int pe, Target to, const void* from, std::size_t bytes, ssize_t result);
  void write_first(int pe, Target to, const void* from, std::size_t bytes);
  void write_alone(int pe, Target to, const void* from, std::size_t bytes, bool acknowledged);
  bool bundle_read(int pe, Target from, void* into, std::size_t bytes);
  bool bundle_atomic(const AtomicRequest& request);
  [[gnu::noinline]] void join(std::uint64_t bits, std::size_t bytes, std::uintptr_t entry, std::uint64_t offset,
                              std::uint64_t key);
  [[gnu::noinline]] void write_lone_value(std::uint64_t bits, std::size_t bytes, std::uintptr_t entry,
                                          std::uint64_t offset, std::uint64_t key);
  void bundle(int pe, std::uint64_t head, const void* from, std::size_t bytes);
  bool is_lone();
  bool try_send(Bundle& bundle);
  [[gnu::noinline]] void send(Bundle& bundle);  ///< seldom, and needs registers that bundle() would save each time
  void send_bundles();
  void send_bundle(int pe);
  /// Called before an operation to `pe` that the provider carries out itself: what was called before it for that PE has
  /// left, and is answered where a fence is between.
  void go_ahead(int pe) {
    if (bundles_.any() || !fences_.all_settled()) [[unlikely]]
      go_ahead_slowly(pe);
  }
  void go_ahead_slowly(int pe);
  /// Called before a blocking read: what this PE wrote before is there. Programs rely on that, though the specification
  /// promises it after a quiet only.
  void read_back(int pe) {
    if (bundles_.any() || !requests_.all_complete()) [[unlikely]]
      read_back_slowly(pe);
  }
  void read_back_slowly(int pe);
  void write_large(int pe, Target to, const void* from, std::size_t bytes, std::uint64_t flags,
                   void* descriptor = nullptr);
  void post_read(int pe, Target from, void* into, std::size_t bytes, void* descriptor);
  void read_through(int pe, Target from, void* into, std::size_t bytes, void* descriptor);
  /// Waits until few enough operations of a kind are under way.
  void make_room(Tally& tally, fid_cntr* counter, const char* call) {
    if (tally.is_crowded()) [[unlikely]]
      wait_for_room(tally, counter, call);
  }
  void wait_for_room(Tally& tally, fid_cntr* counter, const char* call);
  void flush_devices();
  void post_flush();
  void wait_for(Tally& tally, fid_cntr* counter, const char* call);
  void wait_longer(Tally& tally, fid_cntr* counter, const char* call);
  void wait_answers();
  /// Whether a message of the channel arrives behind what this endpoint wrote.
  bool leads_messages() const;
  bool native(const AtomicRequest& request) const;
  [[noreturn]] void fail(const char* call, ssize_t result, int pe);
  [[noreturn]] void fail(const char* call);

  Domain& domain_;
  Delivery delivery_;
  Gate gate_;
  Tally writes_, reads_, requests_;
  const bool cpu_atomics_;  ///< the provider's atomics can be used
  const bool has_bundles_;
  Bundles bundles_;
  Calls bundled_reads_;  ///< nonblocking reads that went by bundles
  Calls fences_;  ///< fences before which there were requests that were not answered
  fid_ep* handle_ = nullptr;
  Calls device_writes_;  ///< which nothing follows in order
  std::mutex behind_mutex_;
  std::vector<Behind> behind_;
  std::atomic<int> counted_ = 0;  ///< Counted objects
  std::uint64_t sink_ = 0;  ///< where flushing reads go; nobody looks
  const std::size_t inject_bytes_;
  const std::size_t most_;  ///< bytes of one operation
  // Closed from the last to the first: the endpoint before what it is bound to.
  Handle<fid_cq> cq_;  ///< for errors, and what the channel sends
  Handle<fid_cntr> written_, read_;
  Handle<fid_ep> endpoint_;
};

}  // namespace isthmus::ofi

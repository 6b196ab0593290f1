// The wire of one context: transmit resources of its own, and the account of what is under way. Nothing here names
// libfabric's types but by pointer, so that the way of a put is inline down to the call into the provider.
#pragma once
#include <sys/types.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "transport/ofi/region.hpp"

struct fid_cq;
struct fid_ep;

namespace isthmus::ofi {

class Domain;

/// fi_inject_write, as the provider has it.
using Inject = ssize_t (*)(fid_ep*, const void* from, std::size_t bytes, std::uint64_t pe, std::uint64_t address,
                           std::uint64_t key);

enum class Atomic : std::uint8_t { fetch, set, swap, compare_swap, add, bit_and, bit_or, bit_xor };

/// One atomic operation on 4 or 8 bytes of another PE. Values are bit patterns.
struct AtomicRequest {
  Atomic op;
  std::uint8_t bytes;
  int pe;
  const Region& region;
  std::uint64_t offset;
  std::uint64_t operand = 0;
  std::uint64_t compare = 0;
};

/// `count` blocks of as many bytes each, `here_step` and `there_step` bytes from one to the next.
struct Blocks {
  std::uint64_t offset;  ///< of the first, in the region there
  const char* from;
  std::size_t count, bytes, there_step, here_step;
};

/// All calls may come from any thread. PE numbers are the world's, and so is the order of the address vector. What
/// cannot go out at once is tried again while progress is made; what fails ends the job.
class Endpoint {
 public:
  ~Endpoint();
  Endpoint(const Endpoint&) = delete;
  Endpoint& operator=(const Endpoint&) = delete;

  /// `from` may be reused on return.
  void write(int pe, Target to, const void* from, std::size_t bytes);
  /// `from` may be reused after wait_written() or quiet().
  void write_later(int pe, Target to, const void* from, std::size_t bytes);
  /// The source may be reused on return.
  void write_blocks(int pe, const Region& region, Blocks blocks);
  /// `into` is filled on return, or after quiet().
  void read(int pe, Target from, void* into, std::size_t bytes);
  void read_later(int pe, Target from, void* into, std::size_t bytes);
  /// The same where either side, or both, may be device memory. `later`: as write_later and read_later.
  void write_device(int pe, const Region& region, std::uint64_t offset, Local from, std::size_t bytes, bool later);
  void read_device(int pe, Target from, Local into, std::size_t bytes, bool later);
  /// Returns the old value.
  std::uint64_t fetch_atomic(const AtomicRequest& request);
  /// Returns at once; `result`, unless null, has the old value after quiet().
  void atomic_later(const AtomicRequest& request, void* result);

  /// True while nothing is under way, so that quiet() would return at once.
  bool idle() const { return begun_.load(std::memory_order_relaxed) == settled_.load(std::memory_order_relaxed); }
  /// Everything is done at its target, copies by devices included.
  void quiet();
  /// The same without copies by devices.
  void quiet_wire();
  /// What follows arrives after what went before, PE by PE.
  void fence();
  /// A write that follows arrives after what was written before, PE by PE.
  void before_write();
  /// A message or an atomic that follows arrives after what was written before.
  void before_message();
  /// What write_later and read_later were given may be reused, and is filled.
  void wait_written();
  void wait_read();

  /// The shortest way of a small write, for a context that one thread uses at a time: the caller calls inject() on
  /// handle() itself, then hands the result to injected(), which accounts for it and tries again where the provider had
  /// no room. Null where small writes have to go by write().
  Inject inject() const { return inject_; }
  fid_ep* handle() const { return handle_; }
  void injected(ssize_t result, int pe, Target to, const void* from, std::size_t bytes);

  /// The provider works on what was begun, for whoever waits for something that depends on it elsewhere. Whether some of
  /// it is still under way.
  bool work();

  /// For the channel: where its sends complete, and answers to requests that this endpoint made.
  fid_cq* completions() const;
  /// A device has begun a copy that quiet and fence have to see through.
  void begin_copy() { begun_.fetch_add(1, std::memory_order_relaxed); }
  void answered() { answers_.fetch_add(1, std::memory_order_release); }

 private:
  friend class Domain;
  struct Parts;
  Endpoint(Domain& domain, std::unique_ptr<Parts> parts);

  void begin_write();
  void write_given(int pe, bool dirty);
  void write_small(int pe, Target to, const void* from, std::size_t bytes);
  void write_large(int pe, Target to, const void* from, std::size_t bytes, std::uint64_t flags,
                   void* descriptor = nullptr);
  void inject_again(ssize_t result, int pe, Target to, const void* from, std::size_t bytes);
  void flush_dirty();
  bool devices_settled() const { return to_devices_.load() == devices_settled_.load(); }
  void flush_devices();
  void read_through(int pe, Target from, void* into, std::size_t bytes, void* descriptor);
  void post_read(int pe, Target from, void* into, std::size_t bytes, void* descriptor);
  void wait_answers();
  bool native(const AtomicRequest& request) const;
  [[noreturn]] void fail(const char* call, ssize_t result, int pe);

  Inject inject_ = nullptr;
  fid_ep* handle_ = nullptr;
  /// Calls that quiet has to see through, and how many of them some quiet has. Not a flag: a thread that clears it
  /// would answer for operations that it has not waited for.
  std::atomic<std::uint64_t> begun_ = 0, settled_ = 0;
  /// The same of writes to device memory alone, which nothing follows in order.
  std::atomic<std::uint64_t> to_devices_ = 0, devices_settled_ = 0;
  std::atomic<std::uint64_t> writes_ = 0, reads_ = 0, requests_ = 0;  ///< begun
  std::atomic<std::uint64_t> written_ = 0, read_ = 0, answers_ = 0;   ///< done, as far as somebody has looked
  std::atomic<int> gate_ = 0;  ///< threads that have waited long for everything to be done: nobody begins more
  Domain& domain_;
  std::unique_ptr<Parts> parts_;
};

}  // namespace isthmus::ofi

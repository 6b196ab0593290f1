// The wire as a context sees it: one-sided operations on the memory of PEs of other nodes, and their completion. An
// interface, so that a library without libfabric, and tests, need no libfabric to link. Nothing here names libfabric's
// types.
#pragma once
#include <bit>
#include <cstddef>
#include <cstdint>

#include "transport/ofi/account.hpp"
#include "transport/ofi/region.hpp"

namespace isthmus::ofi {

enum class Atomic : std::uint8_t { fetch, set, swap, compare_swap, add, bit_and, bit_or, bit_xor };

/// What an atomic operation does, and to how many bytes.
struct Word {
  Atomic op;
  std::uint8_t bytes;
};
/// A word of a region: from the lowest byte on, the region's number, the operation, the bytes.
constexpr std::uint64_t atomic_head(Word word, std::uint64_t region) {
  return region | std::uint64_t{std::bit_cast<std::uint16_t>(word)} << 8;
}
constexpr Word word_of_head(std::uint64_t head) { return std::bit_cast<Word>(static_cast<std::uint16_t>(head >> 8)); }
constexpr int region_of_head(std::uint64_t head) { return static_cast<int>(head & 0xff); }

/// The PE of an entry of a window's table of peers, its lower half.
inline int pe_of(std::uintptr_t entry) { return static_cast<int>(static_cast<std::uint32_t>(entry)); }

/// One atomic operation on 4 or 8 bytes of another PE. Values are bit patterns.
struct AtomicRequest {
  Atomic op;
  std::uint8_t bytes;
  int pe;
  const Region& region;
  std::uint64_t offset;
  std::uint64_t operand = 0;
  std::uint64_t compare = 0;

  std::uint64_t head() const { return atomic_head({op, bytes}, static_cast<std::uint64_t>(region.index)); }
};

/// `count` blocks of as many bytes each, `here_step` and `there_step` bytes from one to the next.
struct Blocks {
  std::uint64_t offset;  ///< of the first, in the region there
  const char* from;
  std::size_t count, bytes, there_step, here_step;
};

/// What a counted operation does that finds no room: so many are under way, or the provider takes no more now.
enum class NoRoom : std::uint8_t { wait, refuse };

/// All calls may come from any thread. PE numbers are the world's, and so is the order of the address vector. What
/// cannot go out at once is tried again while progress is made; what fails ends the job. Whatever is called between two
/// quiets, the memory that is used for what is under way is bounded.
class Endpoint {
 public:
  virtual ~Endpoint() = default;

  static constexpr std::size_t kSmall = 64;  ///< bytes of a small write

  /// A write of at most kSmall bytes, which are copied. It leaves at once while nothing else is under way; otherwise it
  /// may travel in one message with others to the same PE (bundle.hpp says when that leaves).
  virtual void write_small(int pe, Target to, const void* from, std::size_t bytes) = 0;
  // The four short ways, in as few instructions as possible, only where names_offsets(). `entry` is that of a
  // PeerTable of the wire, or the PE alone. The order of the parameters is libfabric's, so that most are in their
  // registers.

  /// write_small() for a value of at most 8 bytes, the lowest of `bits`, and for 1 to kSmall bytes.
  [[gnu::always_inline]] void write_value(std::uint64_t bits, std::size_t bytes, std::uintptr_t entry,
                                          std::uint64_t offset, std::uint64_t key) {
    base::peek(value_way_)(*this, bits, bytes, entry, offset, key);
  }
  virtual void write_bytes(const void* from, std::size_t bytes, std::uint64_t key, std::uintptr_t entry,
                           std::uint64_t offset) = 0;
  /// read() of 1 to kSmall bytes.
  virtual void read_small(void* into, std::size_t bytes, std::uint64_t key, std::uintptr_t entry,
                          std::uint64_t offset) = 0;
  /// fetch_atomic() of the word of host memory that atomic_head() describes.
  virtual std::uint64_t fetch_word(std::uint64_t operand, std::uint64_t compare, std::uint64_t head,
                                   std::uintptr_t entry, std::uint64_t offset) = 0;

  /// `from` may be reused on return.
  virtual void write(int pe, Target to, const void* from, std::size_t bytes) = 0;
  /// `from` may be reused after wait_written() or quiet().
  virtual void write_later(int pe, Target to, const void* from, std::size_t bytes) = 0;
  /// A write that nobody but its target waits for, such as a barrier's flag: quiet() does not wait for it if the
  /// provider delivers in order. `from` may be reused on return.
  virtual void write_internal(int pe, Target to, const void* from, std::size_t bytes) = 0;
  /// The same of some bytes and of a word that arrives behind them: one message where the provider can.
  virtual void write_flagged(int pe, Target to, const void* from, std::size_t bytes, Target flag,
                             std::uint64_t word) = 0;
  /// The source may be reused on return.
  virtual void write_blocks(int pe, const Region& region, Blocks blocks) = 0;
  /// `into` is filled on return, or after quiet().
  virtual void read(int pe, Target from, void* into, std::size_t bytes) = 0;
  virtual void read_later(int pe, Target from, void* into, std::size_t bytes) = 0;
  /// The same where either side, or both, may be device memory. `later`: as write_later and read_later.
  virtual void write_device(int pe, const Region& region, std::uint64_t offset, Local from, std::size_t bytes,
                            bool later) = 0;
  virtual void read_device(int pe, Target from, Local into, std::size_t bytes, bool later) = 0;
  /// Whole operations that add 1 to `completed` when they are done at both ends; `from` may be reused and `into` is
  /// filled then. Only the default context's endpoint has them. Return false, having begun nothing, where there is no
  /// room and NoRoom::refuse was passed; there may be some after progress.
  virtual bool write_counted(int pe, Target to, const void* from, std::size_t bytes, std::uint64_t* completed,
                             NoRoom no_room) = 0;
  virtual bool read_counted(int pe, Target from, void* into, std::size_t bytes, std::uint64_t* completed,
                            NoRoom no_room) = 0;
  /// Returns the old value.
  virtual std::uint64_t fetch_atomic(const AtomicRequest& request) = 0;
  /// Does not wait for the operation; `result`, unless null, has the old value after quiet(). One without a result may
  /// travel with others, as write_small().
  virtual void atomic_later(const AtomicRequest& request, void* result) = 0;

  /// True while nothing is under way, so that quiet() would return at once. May be false although nothing is, after a
  /// quiet() before which many small operations travelled together.
  bool idle() const { return calls_.all_settled(); }
  /// Everything is done at its target, copies by devices included.
  virtual void quiet() = 0;
  /// Whether everything is; where it is not, what quiet() would wait for has been begun. Waits for copies by devices,
  /// and for writes to device memory.
  virtual bool test_quiet() = 0;
  /// The same as quiet() without copies by devices.
  virtual void quiet_wire() = 0;
  /// What follows arrives after what went before, PE by PE.
  virtual void fence() = 0;
  /// A write that follows arrives after what was written before, PE by PE.
  virtual void before_write() = 0;
  /// A read that follows sees what this PE wrote before. Programs rely on that in blocking reads, though the
  /// specification promises it after a quiet only.
  virtual void before_read(int pe) = 0;
  /// A message or an atomic that follows arrives after what was written before.
  virtual void before_message() = 0;
  /// What waits to travel with others leaves now.
  virtual void leave() = 0;
  /// What write_later and read_later were given may be reused, and is filled.
  virtual void wait_written() = 0;
  virtual void wait_read() = 0;

  /// Whether a place in the memory of any PE is named by its offset in the segment and the segment's key.
  bool names_offsets() const { return names_offsets_; }

  /// A device has begun a copy that quiet and fence have to see through.
  void begin_copy() { calls_.begin(); }

 protected:
  /// What write_value() does. Every way takes every value; which one takes the next in the fewest instructions depends
  /// on what is under way, so the endpoint changes it, for the price of no test at each value.
  using ValueWay = void (*)(Endpoint& self, std::uint64_t bits, std::size_t bytes, std::uintptr_t entry,
                            std::uint64_t offset, std::uint64_t key);
  void take_values_by(ValueWay way) { __atomic_store_n(&value_way_, way, __ATOMIC_RELAXED); }

 private:
  ValueWay value_way_ = nullptr;  ///< beside what the ways load first

 protected:
  bool names_offsets_ = false;
  EndpointCalls calls_;
};

}  // namespace isthmus::ofi

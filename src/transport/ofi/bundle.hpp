// Small writes, nonblocking small reads, and atomics without a result, that travel together: a bundle is one message to
// one PE, whose progress carries out its entries in order and answers once.
//
// When. A small write leaves at once while nothing of its endpoint is under way, so a lone one takes no longer than
// without bundles. While something is under way, it opens a bundle or joins the one that is open for its PE. So does
// the first write after a quiet, if a burst of small operations preceded that quiet: waiting for an acknowledgement of
// its own would take as long as the bundle of the others. A bundle leaves when it is full, when another PE needs its
// slot, before any other operation of its endpoint to its PE, at fence, quiet and every wait of this process
// (Domain::drive), and when it is kBundleAge old: the progress thread looks for that, and is woken for the first one if
// it sleeps for longer. While the program's threads send their bundles in time, it looks less often.
//
// Order. The entries of an endpoint to a PE are carried out in the order of the calls, in a bundle and from one bundle
// to the next, because messages arrive in order. A write or a read that the provider carries out itself may overtake a
// bundle that has arrived and was not handled yet, which matters only after a fence: TxEndpoint::fence() remembers that
// bundles are unanswered, and the next such operation waits for their answers. A blocking read always waits for them,
// so that a PE reads what it wrote. The other way round a bundle stays behind the default context's writes, which
// precede it on the same connection; other contexts wait in fence() for theirs.
//
// Bounds. An endpoint has kSlots bundles at most, made when they are first used, and PE p uses slot p % kSlots. Bundles
// under way count among the requests of Requests, which limits them, and those with reads, whose answers are long, more
// than the others; whoever finds no room waits and drives progress, and the progress thread, which must not wait, tries
// again later.
//
// Only providers that deliver in order and name memory by offsets have bundles (SHMEM_OFI_BUNDLES=0: none has).
#pragma once
#include <array>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <memory>

#include "transport/ofi/channel.hpp"
#include "transport/ofi/endpoint.hpp"
#include "transport/ofi/yielding_lock.hpp"

namespace isthmus::ofi {

/// Nanoseconds after which a bundle leaves although it is not full.
inline constexpr long kBundleAge = 20'000;

/// What each entry begins with: from the lowest bit on 48 of the offset, 8 of a code, 8 of the region's index, the
/// lowest of its key. The code of a write is its number of bytes (up to 64), which follow, filled up to a multiple
/// of 8. That of a read is 64 and its number of bytes (up to 63); the address to which the reader wants them follows,
/// which comes back with them. That of an atomic has bit 7 set and says the operation and, in bit 0, whether the word
/// has 8 bytes; the operand follows in 8.
namespace bundle_entry {
constexpr std::uint64_t kOffsets = std::uint64_t{1} << 48;

/// `region` is the index or the whole key, of which only the lowest byte gets into the head.
constexpr std::uint64_t head(std::uint64_t offset, std::uint64_t region, std::uint64_t code) {
  return offset | code << 48 | region << 56;
}
constexpr std::uint64_t write(std::uint64_t offset, std::uint64_t region, std::size_t bytes) {
  return head(offset, region, bytes);
}
constexpr std::uint64_t atomic(std::uint64_t offset, std::uint64_t region, Atomic op, std::size_t bytes) {
  return head(offset, region, 0x80 | std::uint64_t{static_cast<std::uint8_t>(op)} << 1 | (bytes == 8));
}
constexpr std::uint64_t read(std::uint64_t offset, std::uint64_t region, std::size_t bytes) {
  return head(offset, region, 64 + bytes);
}
constexpr std::size_t kMostRead = 63;
constexpr std::uint64_t code(std::uint64_t head) { return head >> 48 & 0xff; }
constexpr bool is_read(std::uint64_t head) { return code(head) > 64 && code(head) < 128; }
constexpr bool is_atomic(std::uint64_t head) { return code(head) >= 128; }
constexpr Atomic op(std::uint64_t head) { return static_cast<Atomic>(code(head) >> 1 & 0x3f); }
constexpr std::uint64_t offset(std::uint64_t head) { return head % kOffsets; }
constexpr int region(std::uint64_t head) { return static_cast<int>(head >> 56); }
/// Bytes of the target: of the write, the read, or the word.
constexpr std::size_t bytes(std::uint64_t head) {
  if (is_atomic(head)) return code(head) & 1 ? 8 : 4;
  return code(head) - (is_read(head) ? 64 : 0);
}
constexpr std::size_t room(std::size_t bytes) { return (bytes + 7) / 8 * 8; }
/// Bytes that follow the head.
constexpr std::size_t operand_room(std::uint64_t head) {
  return is_atomic(head) || is_read(head) ? sizeof head : room(bytes(head));
}
}  // namespace bundle_entry

/// A message that is being filled: room for the channel's frame, the cookie by which the answer is recognised, entries.
/// Its size is a power of two, so that one among others is found by a shift.
class alignas(64) Bundle {
 public:
  static constexpr std::size_t kFirst = Channel::kFrame + sizeof(std::uint64_t);
  static constexpr std::size_t kBurst = 8;  ///< entries of a word each
  static constexpr std::size_t kEnd = Channel::kFrame + Channel::kMaxMessage;

  bool is_open_for(int pe) const { return pe == pe_; }
  bool is_open() const { return pe_ >= 0; }
  bool has_room(std::size_t bytes) const { return end_ + sizeof(std::uint64_t) + bundle_entry::room(bytes) <= limit_; }
  void open(int pe, std::uint64_t cookie, std::uint64_t now) {
    if (!message_) message_ = std::make_unique_for_overwrite<char[]>(kEnd);
    pe_ = pe;
    opened_ = now;
    end_ = message_.get() + kFirst;
    limit_ = message_.get() + kEnd;
    has_reads_ = false;
    std::memcpy(message_.get() + Channel::kFrame, &cookie, sizeof cookie);
  }
  void close() { pe_ = -1; }
  void append(std::uint64_t head, const void* from, std::size_t bytes) {
    std::memcpy(end_, &head, sizeof head);
    std::memcpy(end_ + sizeof head, from, bytes);
    end_ += sizeof head + bundle_entry::room(bytes);
    has_reads_ |= bundle_entry::is_read(head);
  }
  /// The same for at most 8 bytes, in fewer instructions.
  void append(std::uint64_t head, std::uint64_t bits) {
    const std::uint64_t entry[2] = {head, bits};
    char* const to = end_;
    end_ += sizeof entry;
    std::memcpy(to, entry, sizeof entry);
  }

  int pe() const { return pe_; }
  bool is_burst() const { return end_ >= message_.get() + kFirst + kBurst * 2 * sizeof(std::uint64_t); }
  bool has_reads() const { return has_reads_; }
  std::uint64_t opened() const { return opened_; }  ///< in base::ticks()
  char* message() { return message_.get(); }
  std::size_t bytes() const { return static_cast<std::size_t>(end_ - message_.get()) - Channel::kFrame; }

 private:
  int pe_ = -1;  ///< negative while it is closed
  bool has_reads_ = false;
  char* end_ = nullptr;    ///< of what was appended
  char* limit_ = nullptr;  ///< of the message
  std::uint64_t opened_ = 0;
  std::unique_ptr<char[]> message_;
};
static_assert(sizeof(Bundle) == 64);

/// The bundles of one endpoint. Whoever calls a function that is not const holds `lock`.
struct Bundles {
  static constexpr std::size_t kSlots = 32;

  bool any() const { return base::peek(n_open) != 0; }
  Bundle& slot(int pe) { return slots[static_cast<std::size_t>(pe) % kSlots]; }

  YieldingLock lock;
  std::uint32_t n_open = 0;                 ///< changed by atomic instructions
  std::atomic<bool> had_burst = false;      ///< a bundle with kBurst entries was sent since the last quiet
  std::atomic<bool> expects_burst = false;  ///< the same held between the last two quiets
  std::array<Bundle, kSlots> slots;
};

}  // namespace isthmus::ofi

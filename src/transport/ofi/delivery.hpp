// How an endpoint learns that its writes have arrived, and what arrives in order: the consequences of the provider's
// quirks, in one place.
//
// An ordered provider delivers to each PE in the order of posting: writes, reads and messages. Its writes need no
// acknowledgement of their own; those that were posted without one leave a mark on their PE, and quiet reads one word
// behind them. With any other provider every write asks for its acknowledgement, and whatever must come later waits.
#pragma once
#include <atomic>
#include <bit>
#include <cstdint>
#include <vector>

#include "transport/ofi/account.hpp"
#include "transport/ofi/provider.hpp"

namespace isthmus::ofi {

class Delivery {
 public:
  Delivery(const Quirks& quirks, int n_pes) : quirks_(quirks), marks_((static_cast<std::size_t>(n_pes) + 63) / 64) {}

  bool ordered() const { return quirks_.flush_by_read; }
  /// Whether fi_inject_write can be used: what follows knows how to wait for its delivery.
  bool injects() const { return quirks_.can_inject; }

  /// The flags of a write that need not wait for its acknowledgement unless it has to.
  std::uint64_t flags() const { return ordered() ? 0 : FI_DELIVERY_COMPLETE; }
  /// The same for one that nobody waits for before quiet. From so many bytes on an acknowledgement costs less than the
  /// read behind it: tcp moves a window of such writes a fifth faster.
  std::uint64_t flags_later(std::size_t bytes) const { return bytes >= kAcknowledged ? FI_DELIVERY_COMPLETE : flags(); }

  /// A write to `pe` was posted that completes before it is delivered. After the provider has it: another thread's
  /// quiet that takes the mark reads behind the write.
  void mark(int pe) {
    std::atomic<std::uint64_t>& word = marks_[static_cast<std::size_t>(pe) / 64];
    const std::uint64_t bit = std::uint64_t{1} << (pe % 64);
    // The provider's lock is between here and whoever takes the mark, so what is seen of it is not too old.
    if (!(word.load(std::memory_order_relaxed) & bit)) word.fetch_or(bit, std::memory_order_relaxed);
  }

  /// Takes all marks, and calls `post_read(pe)` for each: a read of a word of that PE, which `reads` counts already.
  template <class PostRead>
  void flush(Tally& reads, PostRead&& post_read) {
    if (!ordered()) return;  // everything is acknowledged
    for (std::size_t i = 0; i < marks_.size(); ++i) {
      std::atomic<std::uint64_t>& word = marks_[i];
      for (std::uint64_t left = word.load(std::memory_order_acquire); left; left &= left - 1) {
        const std::uint64_t bit = left & -left;
        // Counted before the mark goes: another thread's quiet must see the one or the other.
        reads.post();
        if (word.fetch_and(~bit, std::memory_order_acq_rel) & bit)
          post_read(static_cast<int>(i) * 64 + std::countr_zero(bit));
        else
          reads.retract();
      }
    }
  }

 private:
  static constexpr std::size_t kAcknowledged = 256 << 10;

  const Quirks quirks_;
  std::vector<std::atomic<std::uint64_t>> marks_;  ///< a bit per PE
};

}  // namespace isthmus::ofi

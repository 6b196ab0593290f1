// A counter of libfabric's, and the calls on transmit endpoints that may receive.
#pragma once
#include <mutex>

#include "base/arrivals.hpp"
#include "transport/ofi/library.hpp"

namespace isthmus::ofi {

/// Held, by std::unique_lock, while a queue or counter of a transmit endpoint is read: with shared progress (Quirks)
/// that receives for all endpoints. Nobody waits for it: another thread that receives makes the same progress.
class Receiving {
 public:
  explicit Receiving(bool shared_progress) : shared_(shared_progress) {}
  bool try_lock() { return !shared_ || base::arrivals.try_lock(); }
  void unlock() {
    if (shared_) base::arrivals.unlock();
  }

 private:
  const bool shared_;
};

/// Counts the operations of one kind that an endpoint has completed.
class Counter {
 public:
  Counter(Handle<fid_cntr> counter, bool shared_progress) : counter_(std::move(counter)), receiving_(shared_progress) {}

  fid_cntr* handle() const { return counter_.get(); }
  /// Makes progress on the endpoint and updates the Tally's number of complete operations. Does nothing while another
  /// thread receives.
  template <class Tally>
  [[gnu::always_inline]] void update(Tally& tally) {
    const std::unique_lock lock(receiving_, std::try_to_lock);
    if (lock) tally.see(fi_cntr_read(counter_.get()));
  }
  /// The same without a Tally.
  void progress() {
    const std::unique_lock lock(receiving_, std::try_to_lock);
    if (lock) fi_cntr_read(counter_.get());
  }
  /// Reading the number of failures makes progress, too. False while another thread receives: to be asked again.
  bool has_failed() {
    const std::unique_lock lock(receiving_, std::try_to_lock);
    return lock && fi_cntr_readerr(counter_.get()) != 0;
  }

 private:
  Handle<fid_cntr> counter_;
  Receiving receiving_;
};

}  // namespace isthmus::ofi

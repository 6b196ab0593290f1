// Work that a device does asynchronously, with a thread for each stream. Work that nobody waits for begins after a
// random delay, so that streams overtake one another and a program that forgets to wait sees that its copy is not done.
// Work that somebody waits for is done at once, so that delays can be long and tests short; the waiting thread does it
// itself unless the stream's thread is at it already, which saves waking that thread.
#pragma once
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <random>
#include <vector>

namespace doubles {

class Stream;
using Deadline = std::optional<std::chrono::steady_clock::time_point>;

/// A condition that becomes true once: the end of an operation, or a vendor's event.
class Signal {
 public:
  void set();
  void reset();
  bool done() const;
  /// Waits until the signal is set or the deadline has passed, and lets the stream that is to set it skip its delays.
  /// Returns whether it is set.
  bool wait(const Deadline& until = {});
  void make_haste();
  void expect_from(const std::weak_ptr<Stream>& stream);

 private:
  std::shared_ptr<Stream> from() const;

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  bool set_ = false;
  std::weak_ptr<Stream> from_;
};
using SignalRef = std::shared_ptr<Signal>;

struct Operation {
  std::function<int()> work{};     ///< 0, or the vendor's error; may be empty
  std::vector<SignalRef> after{};  ///< it begins when all of these are set
  std::vector<SignalRef> then{};   ///< set when it is done
  bool after_all_before = false;   ///< matters in streams that keep no order
  bool before_all_after = false;   ///< likewise
  bool waits = false;              ///< its work waits for a word that somebody stores, and takes a hardware queue meanwhile
};

class Stream : public std::enable_shared_from_this<Stream> {
 public:
  /// In a stream without order, operations between two barriers may be done in any order.
  static std::shared_ptr<Stream> open(bool in_order);
  /// Begins no sooner than everything in `after` is set; the signal is set when it is done.
  SignalRef submit(Operation operation);
  /// Waits for all that was submitted so far; false when time is over.
  bool finish(const Deadline& until = {});
  bool idle() const;
  /// The signal for the end of the operation that was submitted last; null if there was none.
  SignalRef last() const;
  /// The first failure since the last call of this function; 0 if there was none.
  int take_failure();
  void make_haste();
  /// Does one operation in place of the stream's thread; false if there is none to do, or the thread is doing one.
  bool help();
  /// The thread ends when what was submitted is done.
  void close();

 private:
  struct Entry {
    Operation operation;
    SignalRef end;
    std::chrono::steady_clock::time_point not_before;  ///< ignored when somebody waits
  };
  Stream(bool in_order, std::uint64_t seed);
  void run();
  bool ready(std::size_t index) const;
  std::size_t choose();
  void perform(std::unique_lock<std::mutex>& lock, std::size_t index);

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Entry> entries_;
  SignalRef last_;
  const bool in_order_;
  bool haste_ = false;
  bool busy_ = false;  ///< an operation runs; only the thread that set this removes entries
  bool closing_ = false;
  int failure_ = 0;
  std::mt19937_64 random_;
};
using StreamRef = std::shared_ptr<Stream>;

}  // namespace doubles

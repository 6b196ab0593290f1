// Work that a device does on its own: a thread for each stream. Work that nobody waits for is begun after a random
// while, so streams overtake one another, and a program that forgets to wait finds its copy not done; work that
// somebody waits for is done at once, so that the whiles can be long and the tests short, and by the one who waits
// where the thread is not at it already: two processors have better things to do than to wake threads.
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

/// Something that will have happened: the end of an operation, or a vendor's event.
class Signal {
 public:
  void set();
  void reset();
  bool done() const;
  /// Until it is set, or time is over; who is to set it makes haste. False when it is not set.
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
};

class Stream : public std::enable_shared_from_this<Stream> {
 public:
  /// Without order, what lies between two operations that ask for it is done in any.
  static std::shared_ptr<Stream> open(bool in_order);
  /// Begins no sooner than everything in `after` is set; the signal is set when it is done.
  SignalRef submit(Operation operation);
  /// Waits for all that was submitted so far; false when time is over.
  bool finish(const Deadline& until = {});
  bool idle() const;
  /// The end of what was submitted last; null when there was nothing.
  SignalRef last() const;
  /// The first failure since this was asked last.
  int take_failure();
  void make_haste();
  /// Does one operation in the place of the thread; false when there is none to do, or the thread is doing one.
  bool help();
  /// The thread ends when what was submitted is done.
  void close();

 private:
  struct Entry {
    Operation operation;
    SignalRef end;
    std::chrono::steady_clock::time_point not_before;  ///< unless there is haste
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
  bool busy_ = false;  ///< with an operation; who set it takes entries away, and nobody else
  bool closing_ = false;
  int failure_ = 0;
  std::mt19937_64 random_;
};
using StreamRef = std::shared_ptr<Stream>;

}  // namespace doubles

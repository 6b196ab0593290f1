// The account of one endpoint: what was given to the provider, what of it is complete, and what quiet has to wait for.
#pragma once
#include <chrono>
#include <cstdint>
#include <thread>

#include "base/cpu.hpp"

namespace isthmus::ofi {

/// Operations of one kind: how many were posted, and how many of them are complete as far as somebody has looked. The
/// counts are plain words, which base/cpu.hpp changes by single instructions: every small operation passes here.
class Tally {
 public:
  /// Called before the operation is given to the provider, which may count it as complete before another thread looks.
  void post(std::uint64_t n = 1) { base::fetch_add(&posted_, n); }
  /// Takes back post() for an operation that was not given to the provider after all.
  void retract() { base::fetch_add(&posted_, ~std::uint64_t{0}); }
  /// `total` is how many are complete since the endpoint was opened, as the provider's counter says.
  void see(std::uint64_t total) { __atomic_store_n(&complete_, total, __ATOMIC_RELEASE); }
  void finish(std::uint64_t n) { base::fetch_add(&complete_, n); }
  bool all_complete() const {
    const std::uint64_t seen = complete();  // before what is posted: another thread may post more meanwhile
    return seen >= posted();
  }
  /// The same as far as this thread knows, which may be late for what other threads post and see.
  bool seem_complete() const { return base::peek(complete_) >= base::peek(posted_); }
  std::uint64_t under_way() const { return base::peek(posted_) - base::peek(complete_); }
  /// Whether so many seem to be under way that no more should be posted: some providers keep what is posted without
  /// limit.
  bool is_crowded() const { return base::peek(posted_) > base::peek(complete_) + kMost; }

 protected:
  static constexpr std::uint64_t kMost = 1024;

  std::uint64_t posted() const { return __atomic_load_n(&posted_, __ATOMIC_ACQUIRE); }
  std::uint64_t complete() const { return __atomic_load_n(&complete_, __ATOMIC_ACQUIRE); }

 private:
  std::uint64_t posted_ = 0, complete_ = 0;
};

/// Calls that quiet has to see through: how many have begun, and how many of them some quiet has seen through. Two
/// counts and not a flag: a thread that cleared a flag would answer for calls that it has not waited for.
class Calls {
 public:
  /// Called when the operations of the call have been given to the provider, so that a quiet that settles the call
  /// waits for them.
  void begin() { base::fetch_add(&begun_, std::uint64_t{1}); }
  /// What the thread that settled them has received is visible after this, where it is true.
  bool all_settled() const {
    const std::uint64_t settled = __atomic_load_n(&settled_, __ATOMIC_ACQUIRE);
    return base::peek(begun_) == settled;
  }
  /// Whether a quiet has seen the first `begun` calls through.
  bool is_settled(std::uint64_t begun) const { return __atomic_load_n(&settled_, __ATOMIC_ACQUIRE) >= begun; }
  /// What a quiet that starts now settles, for settle().
  std::uint64_t begun() const { return __atomic_load_n(&begun_, __ATOMIC_ACQUIRE); }
  void settle(std::uint64_t goal) {
    for (std::uint64_t settled = base::peek(settled_); settled < goal;) {
      const std::uint64_t seen = base::compare_exchange(&settled_, settled, goal);
      if (seen == settled) return;
      settled = seen;
    }
  }

 protected:
  /// What the thread that settled them has read and written comes before this, where it is true.
  bool try_step() { return base::try_step(&begun_, __atomic_load_n(&settled_, __ATOMIC_ACQUIRE)); }

 private:
  std::uint64_t begun_ = 0, settled_ = 0;
};

/// The calls of an endpoint. Among them are lone writes: one small acknowledged write each, begun while everything else
/// was settled. One count makes such a write both a call and a posted write, and finds that it is alone.
class EndpointCalls : public Calls {
 public:
  void begin() {
    Calls::begin();
    base::fetch_add(&others_, std::uint64_t{1});
  }
  /// Called before the write is given to the provider. May fail although all calls are settled.
  bool try_begin_lone() { return try_step(); }
  /// How many there were. While another thread is in begin() it may be taken for one, until it leaves.
  std::uint64_t lone() const {
    const std::uint64_t others = __atomic_load_n(&others_, __ATOMIC_ACQUIRE);
    return begun() - others;
  }

 private:
  std::uint64_t others_ = 0;
};

/// The writes of an endpoint: those that were posted one by one, and the lone ones.
class Writes : public Tally {
 public:
  explicit Writes(const EndpointCalls& calls) : calls_(calls) {}
  bool all_complete() const {
    const std::uint64_t seen = complete();
    return seen >= posted() + calls_.lone();
  }
  std::uint64_t under_way() const { return Tally::under_way() + calls_.lone(); }
  bool is_crowded() const { return posted() + calls_.lone() > complete() + kMost; }

 private:
  const EndpointCalls& calls_;
};

/// Counters do not tell which operations are complete, so a quiet waits until all are, those included that other
/// threads post meanwhile. A quiet that has waited long closes the gate; then no thread posts more than the operation
/// it is at, and the quiet ends.
class Gate {
 public:
  void close() { base::fetch_add(&closed_, std::uint32_t{1}); }
  void open() { base::fetch_add(&closed_, ~std::uint32_t{0}); }
  bool is_closed() const { return base::peek(closed_) != 0; }
  void pass() const {
    while (is_closed()) [[unlikely]] std::this_thread::yield();
  }

 private:
  std::uint32_t closed_ = 0;
};

/// A wait for everything to be complete: closes the gate when it has lasted long, and opens it at its end.
class LongWait {
 public:
  explicit LongWait(Gate& gate) : gate_(gate) {}
  ~LongWait() {
    if (closed_) gate_.open();
  }
  LongWait(const LongWait&) = delete;
  LongWait& operator=(const LongWait&) = delete;

  /// Called now and then while the wait goes on.
  void check() {
    if (closed_) return;
    const Clock::time_point now = Clock::now();
    if (start_ == Clock::time_point()) start_ = now;
    if (now - start_ < kLong) return;
    gate_.close();
    closed_ = true;
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::milliseconds kLong{10};  ///< longer than most waits, so that threads overlap

  Gate& gate_;
  Clock::time_point start_{};
  bool closed_ = false;
};

}  // namespace isthmus::ofi

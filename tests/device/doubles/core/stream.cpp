#include "core/stream.hpp"

#include <atomic>
#include <thread>
#include <utility>

#include "core/settings.hpp"

namespace doubles {
namespace {

constexpr std::chrono::microseconds kLookAgain{100};  // for events that another stream or the host sets
constexpr std::size_t kNone = static_cast<std::size_t>(-1);

/// Streams that wait for a word. As on NVIDIA's devices, nothing begins on any stream while they take all queues.
std::atomic<unsigned> waiting = 0;

}  // namespace

void Signal::set() {
  const std::lock_guard lock(mutex_);
  set_ = true;
  changed_.notify_all();
}

void Signal::reset() {
  const std::lock_guard lock(mutex_);
  set_ = false;
}

bool Signal::done() const {
  const std::lock_guard lock(mutex_);
  return set_;
}

void Signal::expect_from(const std::weak_ptr<Stream>& stream) {
  const std::lock_guard lock(mutex_);
  from_ = stream;
}

StreamRef Signal::from() const {
  const std::lock_guard lock(mutex_);
  return from_.lock();
}

void Signal::make_haste() {
  if (const StreamRef stream = from()) stream->make_haste();
}

bool Signal::wait(const Deadline& until) {
  while (true) {
    const StreamRef stream = from();  // looked up each time, since the signal may get its stream only now
    while (stream != nullptr && !done() && stream->help()) {
    }
    if (done()) return true;
    if (stream != nullptr) stream->make_haste();
    std::unique_lock lock(mutex_);
    if (set_) return true;
    if (until && std::chrono::steady_clock::now() >= *until) return false;
    changed_.wait_for(lock, std::chrono::milliseconds(1));
  }
}

Stream::Stream(bool in_order, std::uint64_t seed) : in_order_(in_order), random_(seed) {}

StreamRef Stream::open(bool in_order) {
  static std::atomic<std::uint64_t> number{0};
  StreamRef stream(new Stream(in_order, settings().seed * 7919 + number++));
  // The thread is detached: a process may end while work is under way, as it may with a real device.
  std::thread([stream] { stream->run(); }).detach();
  return stream;
}

SignalRef Stream::submit(Operation operation) {
  auto end = std::make_shared<Signal>();
  end->expect_from(weak_from_this());
  for (const SignalRef& signal : operation.then) signal->expect_from(weak_from_this());
  const std::lock_guard lock(mutex_);
  const std::chrono::microseconds a_while{settings().delay_us != 0 ? random_() % settings().delay_us : 0};
  entries_.push_back(Entry{std::move(operation), end, std::chrono::steady_clock::now() + a_while});
  last_ = end;
  changed_.notify_all();
  return end;
}

bool Stream::finish(const Deadline& until) {
  std::vector<SignalRef> ends;
  {
    const std::lock_guard lock(mutex_);
    for (const Entry& entry : entries_) ends.push_back(entry.end);
  }
  for (const SignalRef& end : ends) {
    if (!end->wait(until)) return false;
  }
  return true;
}

bool Stream::idle() const {
  const std::lock_guard lock(mutex_);
  return entries_.empty();
}

SignalRef Stream::last() const {
  const std::lock_guard lock(mutex_);
  return last_;
}

int Stream::take_failure() {
  const std::lock_guard lock(mutex_);
  return std::exchange(failure_, 0);
}

void Stream::make_haste() {
  const std::lock_guard lock(mutex_);
  haste_ = true;
  changed_.notify_all();
}

void Stream::close() {
  const std::lock_guard lock(mutex_);
  closing_ = true;
  changed_.notify_all();
}

bool Stream::ready(std::size_t index) const {
  const Operation& operation = entries_[index].operation;
  for (const SignalRef& signal : operation.after) {
    if (!signal->done()) return false;
  }
  return true;
}

/// The index of an operation that may begin now, any of them in a stream without order; kNone if all have to wait.
std::size_t Stream::choose() {
  if (waiting >= settings().queues) return kNone;
  if (in_order_) return ready(0) ? 0 : kNone;
  std::vector<std::size_t> may_begin;
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    const Operation& operation = entries_[i].operation;
    if ((i == 0 || !operation.after_all_before) && ready(i)) may_begin.push_back(i);
    if (operation.before_all_after) break;
  }
  return may_begin.empty() ? kNone : may_begin[random_() % may_begin.size()];
}

void Stream::perform(std::unique_lock<std::mutex>& lock, std::size_t index) {
  // While busy_ is set nobody else removes entries, and new ones are added at the end, so `index` stays valid.
  busy_ = true;
  std::function<int()> work = std::move(entries_[index].operation.work);
  if (failure_ != 0) work = nullptr;  // operations after a failed one are not done
  const bool waits = entries_[index].operation.waits;
  lock.unlock();
  if (waits) ++waiting;
  const int failure = work ? work() : 0;
  if (waits) --waiting;
  work = nullptr;  // releases the memory that it kept before its end is signalled
  lock.lock();
  busy_ = false;
  const std::vector<SignalRef> then = std::move(entries_[index].operation.then);
  const SignalRef end = entries_[index].end;
  entries_.erase(entries_.begin() + static_cast<std::ptrdiff_t>(index));
  if (failure_ == 0) failure_ = failure;
  if (entries_.empty()) haste_ = false;
  // The signals are set under the lock, so that whoever finds the stream idle finds them set, and vice versa.
  for (const SignalRef& signal : then) signal->set();
  end->set();
}

bool Stream::help() {
  std::unique_lock lock(mutex_);
  const std::size_t index = busy_ || entries_.empty() ? kNone : choose();
  if (index == kNone) return false;
  perform(lock, index);
  if (!entries_.empty()) changed_.notify_all();
  return true;
}

void Stream::run() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return closing_ || (!entries_.empty() && !busy_); });
    if (busy_) {
      changed_.wait_for(lock, kLookAgain);
      continue;
    }
    if (entries_.empty()) return;
    if (!haste_ && std::chrono::steady_clock::now() < entries_.front().not_before) {
      const auto moment = entries_.front().not_before;  // the entry may go while the lock is open
      changed_.wait_until(lock, moment);
      continue;
    }
    const std::size_t index = choose();
    if (index != kNone) {
      perform(lock, index);
      continue;
    }
    std::vector<SignalRef> awaited;
    if (haste_) {
      for (const Entry& entry : entries_) {
        awaited.insert(awaited.end(), entry.operation.after.begin(), entry.operation.after.end());
        if (in_order_) break;
      }
    }
    lock.unlock();
    for (const SignalRef& signal : awaited) signal->make_haste();
    lock.lock();
    changed_.wait_for(lock, kLookAgain);
  }
}

}  // namespace doubles

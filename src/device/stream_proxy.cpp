#include "device/stream_proxy.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/error.hpp"
#include "base/log.hpp"
#include "base/threads.hpp"
#include "base/wait.hpp"

namespace isthmus::device {
namespace {

constexpr const char* kCall = "a call on a stream";
constexpr std::size_t kPinned = 64 << 10;  // enough for most programs, as pinning more may wait for streams
constexpr std::uintptr_t kPerThread = 2;   // CU_STREAM_PER_THREAD, hipStreamPerThread

}  // namespace

/// Lives until it is complete and no function on the stream refers to it.
struct StreamProxy::Request {
  StreamProxy& proxy;
  Step step;
  Word word;

  bool is_complete() const { return __atomic_load_n(word.at, __ATOMIC_ACQUIRE) >= word.number; }
  void set_complete() const { __atomic_store_n(word.at, word.number, __ATOMIC_RELEASE); }
};

StreamProxy::StreamProxy(const memkind::Kind* kind, const comm::Context& context) : kind_(kind), context_(context) {
  if (!kind_) return;
  queues_ = kind_->device->streams->queues();
  thread_ = base::start_thread("calls on streams", [this] { work(); });
}

StreamProxy::~StreamProxy() {
  if (!kind_) return;
  {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return requests_ == 0; });
    ending_ = true;
  }
  changed_.notify_all();
  thread_.join();
  for (void* pin : pins_) kind_->device->unpin(pin);
}

// An OpenMP partition's memory is that of the vendor beneath.
const memkind::Streams* StreamProxy::commands(memkind::Place place) const {
  if (!kind_ || !place.at) return nullptr;
  const bool known = &place.kind == kind_ || (&place.kind == &memkind::kOmp && kind_->query(place.at));
  return known ? kind_->device->streams : nullptr;
}

const memkind::Streams* StreamProxy::commands(const comm::Reached& there, const void* here) const {
  const memkind::Place local{context_.kind_of(here), static_cast<char*>(const_cast<void*>(here))};
  return there.mapped && commands(local) ? commands(there.place()) : nullptr;
}

StreamProxy::StreamOf StreamProxy::stream_of(void* stream) {
  const bool own = reinterpret_cast<std::uintptr_t>(stream) == kPerThread;
  return {stream, own ? std::this_thread::get_id() : std::thread::id()};
}

/// Under the lock.
StreamProxy::Word StreamProxy::take_word() {
  if (free_words_.empty()) {
    void* const pin = kind_->device->pin(kPinned);
    if (!pin) base::fatal(kCall, "the driver has no pinned memory left; wait for streams more often");
    std::memset(pin, 0, kPinned);
    pins_.push_back(pin);
    for (std::size_t i = 0; i < kPinned / sizeof(std::uint64_t); ++i)
      free_words_.push_back({static_cast<std::uint64_t*>(pin) + i});
  }
  Word word = free_words_.back();
  free_words_.pop_back();
  ++word.number;
  return word;
}

/// Under the lock. Returns the stream's mutex for queueing, and says once if as many streams wait as the device has
/// queues.
std::mutex& StreamProxy::expect_wait(void* stream) {
  const auto [at, is_new] = queueing_.try_emplace(stream_of(stream));
  if (is_new && queueing_.size() == queues_)
    base::say(base::text(
        "calls wait on %u streams, as many as the device has queues: while all of them wait, kernels and copies "
        "of other streams do not begin, and the program may hang; %s",
        queues_, kind_->device->streams->more_queues));
  return at->second;
}

bool StreamProxy::await(void* stream, memkind::Place word, std::uint64_t value, std::size_t bytes,
                        memkind::Until until) {
  const memkind::Streams* const streams = commands(word);
  if (!streams) return false;
  {
    const std::lock_guard lock(mutex_);
    expect_wait(stream);
  }
  return streams->await(stream, word.at, value, bytes, until);
}

// No request of another thread may come between a request's two commands: it would begin before this one is complete.
void StreamProxy::add(void* stream, Step step) {
  if (!kind_) return run_to_end(step);
  const memkind::Streams& streams = *kind_->device->streams;
  std::unique_lock lock(mutex_);
  std::mutex& queueing = expect_wait(stream);
  const auto request = std::make_shared<Request>(Request{*this, std::move(step), take_word()});
  ++requests_;
  lock.unlock();
  const std::lock_guard one_by_one(queueing);
  streams.call(stream, arrive, new std::shared_ptr(request));
  const auto [word, number] = request->word;
  if (!streams.await(stream, word, number, sizeof number, memkind::Until::at_least))
    streams.call(stream, wait, new std::shared_ptr(request));
}

/// On a thread of the driver, when the stream gets there.
void StreamProxy::arrive(void* data) {
  const std::unique_ptr<std::shared_ptr<Request>> request(static_cast<std::shared_ptr<Request>*>(data));
  StreamProxy& proxy = (*request)->proxy;
  {
    const std::lock_guard lock(proxy.mutex_);
    proxy.arrived_.push_back(std::move(*request));
  }
  proxy.changed_.notify_all();
}

/// On a thread of the driver, where streams cannot wait for words.
void StreamProxy::wait(void* data) {
  const std::unique_ptr<std::shared_ptr<Request>> request(static_cast<std::shared_ptr<Request>*>(data));
  StreamProxy& proxy = (*request)->proxy;
  std::unique_lock lock(proxy.mutex_);
  proxy.changed_.wait(lock, [&] { return (*request)->is_complete(); });
}

void StreamProxy::run_to_end(const Step& step) {
  base::wait_until(
      [&] {
        const std::lock_guard lock(mutex_);
        return step(context_);
      },
      kCall);
}

void StreamProxy::work() {
  std::vector<std::shared_ptr<Request>> open;
  base::Backoff backoff(kCall);
  for (;;) {
    {
      std::unique_lock lock(mutex_);
      if (open.empty()) changed_.wait(lock, [this] { return ending_ || !arrived_.empty(); });
      if (open.empty() && arrived_.empty()) return;
      open.insert(open.end(), std::make_move_iterator(arrived_.begin()), std::make_move_iterator(arrived_.end()));
      arrived_.clear();
    }
    const std::size_t before = open.size();
    std::vector<std::shared_ptr<Request>> complete;
    std::erase_if(open, [&](std::shared_ptr<Request>& request) {
      if (!request->step(context_)) return false;
      complete.push_back(std::move(request));
      return true;
    });
    if (open.size() == before) {
      backoff.wait();
      continue;
    }
    backoff = base::Backoff(kCall);
    {
      const std::lock_guard lock(mutex_);
      for (const auto& request : complete) {
        request->set_complete();
        free_words_.push_back(request->word);
      }
      requests_ -= complete.size();
    }
    changed_.notify_all();
  }
}

}  // namespace isthmus::device

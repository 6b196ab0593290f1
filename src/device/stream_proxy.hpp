// Calls that the host queues on streams of the program (shmemx_*_on_stream). What the driver can do is a command of the
// stream: copies and words in device memory that is mapped here. Everything else is a request, which a function on the
// stream hands to the thread of this class when the stream gets there; the stream then waits for a word in pinned memory
// that the thread stores when the request is complete. So neither the caller nor a thread of the driver waits. Several
// threads may use one stream.
#pragma once
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "comm/context.hpp"
#include "memkind/kind.hpp"

namespace isthmus::device {

class StreamProxy {
 public:
  /// Does a part of a request without waiting for other PEs. Returns whether the request is complete; if not, it is called
  /// again.
  using Step = std::function<bool(const comm::Context& context)>;

  /// `kind` is that of the program's streams, or null if there are none: every call is complete on return then. `context`
  /// is used by nobody else.
  StreamProxy(const memkind::Kind* kind, const comm::Context& context);
  /// Waits for all requests.
  ~StreamProxy();
  StreamProxy(const StreamProxy&) = delete;
  StreamProxy& operator=(const StreamProxy&) = delete;

  /// The driver's commands on streams, if they reach both places; else null.
  const memkind::Streams* commands(const comm::Reached& there, const void* here) const;
  /// The same for one place.
  const memkind::Streams* commands(memkind::Place place) const;
  /// Queues a request on the stream.
  void add(void* stream, Step step);
  /// Has the stream wait for a word by a command. Returns false, having done nothing, if there is none for this place.
  bool await(void* stream, memkind::Place word, std::uint64_t value, std::size_t bytes, memkind::Until until);

 private:
  /// What a stream waits for, in pinned memory. A word has one request at a time, and the next one stores a higher number,
  /// so a stream that has not yet looked at the word finds its own request complete all the same.
  struct Word {
    std::uint64_t* at;
    std::uint64_t number = 0;  ///< of the last request
  };
  /// A stream and, where each thread has its own stream of that handle, the thread.
  using StreamOf = std::pair<void*, std::thread::id>;
  struct Request;

  static StreamOf stream_of(void* stream);
  std::mutex& expect_wait(void* stream);
  Word take_word();
  static void arrive(void* request);
  static void wait(void* request);
  void work();
  void run_to_end(const Step& step);

  const memkind::Kind* const kind_;
  const comm::Context& context_;
  std::mutex mutex_;
  std::condition_variable changed_;
  unsigned queues_ = 0;                      ///< of the device
  std::map<StreamOf, std::mutex> queueing_;  ///< of each stream on which calls wait; held while a request is queued; never by threads that complete requests
  std::vector<void*> pins_;
  std::vector<Word> free_words_;
  std::vector<std::shared_ptr<Request>> arrived_;
  std::size_t requests_ = 0;  ///< that are not complete
  bool ending_ = false;
  std::thread thread_;
};

}  // namespace isthmus::device

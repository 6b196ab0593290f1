// What CUDA and HIP have in common: the streams of a context, with a null stream that waits for all streams that did
// not ask to be left alone, and they for it; and events that mark a place in a stream.
#pragma once
#include <memory>
#include <mutex>
#include <set>

#include "core/stream.hpp"
#include "core/transfer.hpp"

namespace doubles {

struct ContextStream {
  StreamRef work;
  bool blocking = true;
};

struct ContextEvent {
  SignalRef recorded;  ///< null before it is recorded the first time: then it counts as done
};

class Context {
 public:
  explicit Context(int device);

  int device() const { return device_; }
  ContextStream* null_stream() { return &null_; }
  ContextStream* open_stream(bool blocking);
  /// Returns false if the stream is not of this context.
  bool close_stream(ContextStream* stream);
  bool knows(const ContextStream* stream) const;

  ContextEvent* make_event();
  bool destroy_event(ContextEvent* event);
  bool knows(const ContextEvent* event) const;

  /// Gives the operation to the stream, and waits for its end if `when` asks for that.
  SignalRef submit(ContextStream& stream, Operation operation, Return when = Return::at_once);
  /// Waits for all streams; 0 or the first failure.
  int finish();
  /// After a failure that a device does not survive, every call fails with it.
  int broken() const;
  void breaks(int error);
  std::size_t streams() const;

 private:
  SignalRef begin(ContextStream& stream, Operation operation);

  const int device_;
  mutable std::mutex mutex_;
  ContextStream null_;
  std::set<ContextStream*> streams_;
  std::set<ContextEvent*> events_;
  int broken_ = 0;
};

}  // namespace doubles

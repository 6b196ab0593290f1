#include "core/context.hpp"

namespace doubles {

Context::Context(int device) : device_(device), null_{Stream::open(true), true} {}

ContextStream* Context::open_stream(bool blocking) {
  const std::lock_guard lock(mutex_);
  return *streams_.insert(new ContextStream{Stream::open(true), blocking}).first;
}

bool Context::close_stream(ContextStream* stream) {
  const std::lock_guard lock(mutex_);
  if (streams_.erase(stream) == 0) return false;
  stream->work->close();
  delete stream;
  return true;
}

bool Context::knows(const ContextStream* stream) const {
  const std::lock_guard lock(mutex_);
  return stream == &null_ || streams_.count(const_cast<ContextStream*>(stream)) != 0;
}

ContextEvent* Context::make_event() {
  const std::lock_guard lock(mutex_);
  return *events_.insert(new ContextEvent).first;
}

bool Context::destroy_event(ContextEvent* event) {
  const std::lock_guard lock(mutex_);
  if (events_.erase(event) == 0) return false;
  delete event;
  return true;
}

bool Context::knows(const ContextEvent* event) const {
  const std::lock_guard lock(mutex_);
  return events_.count(const_cast<ContextEvent*>(event)) != 0;
}

SignalRef Context::submit(ContextStream& stream, Operation operation, Return when) {
  const SignalRef end = begin(stream, std::move(operation));
  if (when == Return::when_done) end->wait();
  if (when == Return::in_haste) end->make_haste();
  return end;
}

SignalRef Context::begin(ContextStream& stream, Operation operation) {
  const std::lock_guard lock(mutex_);
  const auto wait_for = [&operation](const ContextStream& other) {
    if (SignalRef last = other.work->last()) operation.after.push_back(last);
  };
  if (&stream == &null_) {
    for (const ContextStream* other : streams_) {
      if (other->blocking) wait_for(*other);
    }
  } else if (stream.blocking) {
    wait_for(null_);
  }
  return stream.work->submit(std::move(operation));
}

int Context::finish() {
  std::set<StreamRef> all;
  {
    const std::lock_guard lock(mutex_);
    all.insert(null_.work);
    for (const ContextStream* stream : streams_) all.insert(stream->work);
  }
  int failure = 0;
  for (const StreamRef& stream : all) {
    stream->finish();
    const int one = stream->take_failure();
    if (failure == 0) failure = one;
  }
  return failure;
}

int Context::broken() const {
  const std::lock_guard lock(mutex_);
  return broken_;
}

void Context::breaks(int error) {
  const std::lock_guard lock(mutex_);
  if (broken_ == 0) broken_ = error;
}

std::size_t Context::streams() const {
  const std::lock_guard lock(mutex_);
  return streams_.size();
}

}  // namespace doubles

#include "device/stream_calls.hpp"

#include <memory>
#include <mutex>
#include <utility>

#include "base/error.hpp"
#include "ops/order.hpp"
#include "ops/signal.hpp"
#include "runtime/contexts.hpp"
#include "runtime/world.hpp"
#include "shmem/constants.h"

namespace isthmus::device {
namespace {

using comm::Context;
using comm::Reached;
using runtime::world;

/// The kind of the program's streams: that of the first partition in device memory, or of a driver that the process has
/// loaded. Null if there is none.
const memkind::Kind* kind_of_streams(const memory::SymmetricMemory& memory) {
  const auto usable = [](const memkind::Kind* kind) {
    return kind->device && kind->device->streams && kind->device->present();
  };
  for (const auto& partition : memory.partitions())
    if (usable(partition->segment().kind)) return partition->segment().kind;
  for (const memkind::Kind* kind : memkind::kinds())
    if (usable(kind)) return kind;
  return nullptr;
}

/// What a job has for calls on streams.
class StreamCalls {
 public:
  StreamCalls(runtime::Job& job, const memkind::Kind* kind)
      : job_(job),
        context_(runtime::make_context(job, *job.world, job.wire ? job.wire->own_endpoint() : nullptr)),
        proxy_(std::make_unique<StreamProxy>(kind, context_)) {
    // Requests are served by kernels while the stream waits for their end.
    if (kind && kind->device->load_kernels) kind->device->load_kernels(kernels::Set::all);
    context_.expect_devices(
        job.memory->heap().segment());  // buffers may be of any memory, also of spaces that are made later
  }
  ~StreamCalls() {
    proxy_.reset();
    ops::quiet(context_);
    if (context_.endpoint()) job_.wire->give_back(context_.endpoint());
  }
  StreamProxy& proxy() { return *proxy_; }

 private:
  runtime::Job& job_;
  Context context_;
  std::unique_ptr<StreamProxy> proxy_;
};

// Above World's folder, so not in it; guarded by the mutex, but for reads after the first call has made it.
std::mutex mutex;
std::atomic<StreamCalls*> calls = nullptr;  // not destroyed at exit, where peers may be gone

void end() { delete calls.exchange(nullptr); }

/// A request that is complete after one step.
template <class Body>
void add(void* stream, const char* call, Body body) {
  streams(call).add(stream, [body = std::move(body)](const Context& context) {
    body(context);
    return true;
  });
}

Reached reach(const char* call, const void* address, std::size_t bytes, int pe) {
  return runtime::default_context().reach(call, address, bytes, pe);
}

/// Completes what was put before: on the proxy's context and by kernels. The driver's commands on the stream are
/// complete.
void complete(const Context& context, const char* call) {
  if (world.finish_device_requests) world.finish_device_requests();
  ops::quiet(context, call);
}

}  // namespace

StreamProxy& streams(const char* call) {
  if (StreamCalls* made = calls.load(std::memory_order_acquire)) return made->proxy();
  runtime::Job& job = runtime::job(call);
  const std::lock_guard lock(mutex);
  if (!calls.load(std::memory_order_relaxed)) {
    try {
      calls.store(new StreamCalls(job, kind_of_streams(*job.memory)), std::memory_order_release);
    } catch (const base::SetupError& failure) {
      base::fatal(call, failure.what());
    }
    world.end_stream_calls = end;
  }
  return calls.load(std::memory_order_relaxed)->proxy();
}

void put_on(void* stream, const char* call, void* dest, const void* source, std::size_t bytes, int pe, ops::When when) {
  StreamProxy& proxy = streams(call);
  const Reached to = reach(call, dest, bytes, pe);
  if (bytes == 0) return;
  if (const memkind::Streams* commands = proxy.commands(to, source))
    return commands->copy(stream, to.mapped, source, bytes);
  add(stream, call, [=](const Context& context) { ops::put(context, call, dest, source, bytes, 1, pe, when); });
}

void get_on(void* stream, const char* call, void* dest, const void* source, std::size_t bytes, int pe, ops::When when) {
  StreamProxy& proxy = streams(call);
  const Reached from = reach(call, source, bytes, pe);
  if (bytes == 0) return;
  if (const memkind::Streams* commands = proxy.commands(from, dest))
    return commands->copy(stream, dest, from.mapped, bytes);
  add(stream, call, [=](const Context& context) { ops::get(context, call, dest, source, bytes, 1, pe, when); });
}

void put_strided_on(void* stream, const char* call, void* dest, const void* source, const ops::Layout& layout, int pe) {
  add(stream, call, [=](const Context& context) { ops::put_strided(context, call, dest, source, layout, pe); });
}

void get_strided_on(void* stream, const char* call, void* dest, const void* source, const ops::Layout& layout, int pe) {
  add(stream, call, [=](const Context& context) { ops::get_strided(context, call, dest, source, layout, pe); });
}

bool store_on(void* stream, const char* call, void* dest, std::uint64_t value, std::size_t bytes, int pe) {
  StreamProxy& proxy = streams(call);
  const Reached to = reach(call, dest, bytes, pe);
  const memkind::Streams* const commands = to.mapped ? proxy.commands(to.place()) : nullptr;
  return commands && reinterpret_cast<std::uintptr_t>(to.mapped) % bytes == 0 &&
         commands->store(stream, to.mapped, value, bytes);
}

bool await_on(void* stream, const char* call, const void* word, std::uint64_t value, std::size_t bytes) {
  const Reached mine = reach(call, word, bytes, world.my_pe);
  return streams(call).await(stream, mine.place(), value, bytes, memkind::Until::equal);
}

void signal_on(void* stream, const char* call, std::uint64_t* word, std::uint64_t value, int op, int pe) {
  if (op == SHMEM_SIGNAL_SET && store_on(stream, call, word, value, sizeof *word, pe)) return;
  add(stream, call, [=](const Context& context) { ops::signal(context, call, word, value, op, pe); });
}

void put_signal_on(void* stream, const char* call, void* dest, const void* source, std::size_t bytes,
                   std::uint64_t* word, std::uint64_t value, int op, int pe, ops::When when) {
  StreamProxy& proxy = streams(call);
  const Reached to = reach(call, dest, bytes, pe);
  const memkind::Streams* const commands = bytes > 0 ? proxy.commands(to, source) : nullptr;
  if (commands || bytes == 0) {  // the signal comes after the copy, as a command or as a request
    if (commands) commands->copy(stream, to.mapped, source, bytes);
    return signal_on(stream, call, word, value, op, pe);
  }
  add(stream, call,
      [=](const Context& context) { ops::put_signal(context, call, dest, source, bytes, word, value, op, pe, when); });
}

// Drivers compare by the sign of the difference. For values with the highest bit the processor compares.
void wait_signal_on(void* stream, const char* call, std::uint64_t* word, int op, std::uint64_t value) {
  const Reached mine = reach(call, word, sizeof *word, world.my_pe);
  const bool above = op == SHMEM_CMP_GT;
  if (value < INT64_MAX && (above || op == SHMEM_CMP_GE) &&
      streams(call).await(stream, mine.place(), value + above, sizeof *word, memkind::Until::at_least))
    return;
  wait_until_on(stream, call, word, op, value);
}

void quiet_on(void* stream, const char* call) {
  add(stream, call, [call](const Context& context) { complete(context, call); });
}

void collective_on(void* stream, const char* call, comm::Team& team,
                   std::function<void(const collectives::Call&)> task) {
  runtime::Job& job = runtime::job(call);
  streams(call).add(stream, [=, &job, &team, begun = std::shared_ptr<runtime::Request>()](const Context&) mutable {
    if (!begun) begun.reset(job.backgrounds.of(job, team).begin(call, task));
    return begun->done();
  });
}

void sync_on(void* stream, const char* call, comm::Team& team) {
  collective_on(stream, call, team, [](const collectives::Call& group) {
    group.match();
    group.group.sync();
  });
}

void barrier_on(void* stream, const char* call, comm::Team& team) {
  quiet_on(stream, call);
  sync_on(stream, call, team);
}

}  // namespace isthmus::device

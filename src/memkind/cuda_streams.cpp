// Commands on CUDA streams of the program.
#include <cstdlib>

#include "memkind/cuda_devices.hpp"
#include "memkind/streams.hpp"

namespace isthmus::memkind {
namespace {

using namespace cuda;  // NOLINT: one file in several

Pointer pointer(const void* p) { return reinterpret_cast<Pointer>(p); }
Stream* of(void* stream) { return static_cast<Stream*>(stream); }

/// The context of the home device, for threads that have none. Others keep theirs, to which the default stream belongs.
class Here {
 public:
  Here() : current_(wanted()) {}

 private:
  static Context* wanted() {
    Context* now = nullptr;
    return driver().get_current(&now) == 0 && now ? now : home();
  }

  Current current_;
};

void copy(void* stream, void* dest, const void* source, std::size_t bytes) {
  const Here here;
  must("cuMemcpyAsync", driver().copy_async(pointer(dest), pointer(source), bytes, of(stream)));
}

bool store(void* stream, void* dest, std::uint64_t value, std::size_t bytes) {
  if (!driver().write_words) return false;
  const Here here;
  const Write word{bytes == sizeof(std::uint32_t) ? kWrite32 : kWrite64, pointer(dest), value, 0, {}};
  return driver().write_words(of(stream), 1, &word, 0) == 0;
}

bool await(void* stream, const void* word, std::uint64_t value, std::size_t bytes, Until until) {
  if (!driver().wait_32 || !driver().wait_64) return false;
  const Here here;
  const unsigned how = until == Until::equal ? kWaitEqual : kWaitAtLeast;
  if (bytes == sizeof(std::uint32_t))
    return driver().wait_32(of(stream), pointer(word), static_cast<std::uint32_t>(value), how) == 0;
  return driver().wait_64(of(stream), pointer(word), value, how) == 0;
}

void call(void* stream, void (*function)(void*), void* data) {
  if (!driver().launch_host) base::fatal("shmemx_*_on_stream", "the CUDA driver has no cuLaunchHostFunc; update it");
  const Here here;
  must("cuLaunchHostFunc", driver().launch_host(of(stream), function, data));
}

/// As seen on an H200 with CUDA 13.0: whatever the streams' priorities, this is the number exactly.
unsigned connections() {
  const char* set = std::getenv(kConnections);
  const int number = set ? std::atoi(set) : 0;
  if (number > 0) return static_cast<unsigned>(number);
  return in_turns() ? 8 : 2;  // 2 under MPS
}

}  // namespace

const Streams kCudaStreams{
    .copy = copy,
    .store = store,
    .await = await,
    .call = call,
    .queues = connections,
    .more_queues = "set CUDA_DEVICE_MAX_CONNECTIONS to a larger number (at most 32) before the program starts",
};

}  // namespace isthmus::memkind

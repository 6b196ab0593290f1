// Commands on HIP streams of the program. The runtime finds the device of a stream itself.
#include "memkind/streams.hpp"

#include "memkind/hip_driver.hpp"

namespace isthmus::memkind {
namespace {

using namespace hip;  // NOLINT: one file in two

Stream* of(void* stream) { return static_cast<Stream*>(stream); }

void must(const char* call, Result result) {
  if (result == 0) return;
  const char* const name = driver().error_name(result);
  base::fatal(call, base::text("the HIP runtime failed: %s", name ? name : "unknown error"));
}

/// Whether the runtime took an optional command; if not, clears the error, which the program must not find.
bool taken(Result result) {
  if (result != 0) driver().last_error();
  return result == 0;
}

void copy(void* stream, void* dest, const void* source, std::size_t bytes) {
  must("hipMemcpyAsync", driver().copy_async(dest, source, bytes, kFromAddresses, of(stream)));
}

bool store(void* stream, void* dest, std::uint64_t value, std::size_t bytes) {
  if (!driver().write_32 || !driver().write_64) return false;
  if (bytes == sizeof(std::uint32_t))
    return taken(driver().write_32(of(stream), dest, static_cast<std::uint32_t>(value), 0));
  return taken(driver().write_64(of(stream), dest, value, 0));
}

bool await(void* stream, const void* word, std::uint64_t value, std::size_t bytes, Until until) {
  if (!driver().wait_32 || !driver().wait_64) return false;
  void* const at = const_cast<void*>(word);
  const unsigned how = until == Until::equal ? kWaitEqual : kWaitAtLeast;
  if (bytes == sizeof(std::uint32_t))
    return taken(driver().wait_32(of(stream), at, static_cast<std::uint32_t>(value), how, ~std::uint32_t{0}));
  return taken(driver().wait_64(of(stream), at, value, how, ~std::uint64_t{0}));
}

void call(void* stream, void (*function)(void*), void* data) {
  if (!driver().launch_host) base::fatal("shmemx_*_on_stream", "the HIP runtime has no hipLaunchHostFunc; update it");
  must("hipLaunchHostFunc", driver().launch_host(of(stream), function, data));
}

unsigned hardware_queues() {
  const char* set = std::getenv("GPU_MAX_HW_QUEUES");
  const int number = set ? std::atoi(set) : 0;
  return number > 0 ? static_cast<unsigned>(number) : 4;
}

}  // namespace

const Streams kHipStreams{
    .copy = copy,
    .store = store,
    .await = await,
    .call = call,
    .queues = hardware_queues,
    .more_queues = "set GPU_MAX_HW_QUEUES to a larger number before the program starts",
};

}  // namespace isthmus::memkind

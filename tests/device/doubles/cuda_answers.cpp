// Asks a CUDA driver what matters to a library, and prints codes and a few facts, one line each. The output of NVIDIA's
// driver is the record (cuda_answers.txt, which names driver and device); the double's output must be the same.
#include <dlfcn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include "cuda.hpp"

namespace {

void* driver = nullptr;
const char* self = nullptr;

template <class F>
F* entry(const char* name) {
  void* found = dlsym(driver, name);
  if (found == nullptr) {
    std::fprintf(stderr, "no %s: %s\n", name, dlerror());
    std::exit(2);
  }
  return reinterpret_cast<F*>(found);
}
#define CALL(function) (*entry<decltype(function)>(#function))

void say(const std::string& question, long long answer) { std::printf("%s: %lld\n", question.c_str(), answer); }
cuda::Address as_address(const void* p) { return reinterpret_cast<std::uintptr_t>(p); }

constexpr std::size_t kSize = std::size_t{64} << 20;
cuda::ContextHandle context = nullptr;

void before_initialisation() {
  int n = 0;
  cuda::Address address = 0;
  cuda::ContextHandle current = nullptr;
  unsigned type = 0;
  say("uninitialised count", CALL(cuDeviceGetCount)(&n));
  say("uninitialised alloc", CALL(cuMemAlloc_v2)(&address, 16));
  say("uninitialised current", CALL(cuCtxGetCurrent)(&current));
  say("uninitialised attribute", CALL(cuPointerGetAttribute)(&type, cuda::kAttributeMemoryType, as_address(&n)));
  const char* name = "";
  say("uninitialised error name", CALL(cuGetErrorName)(cuda::out_of_memory, &name));
  std::printf("error 2 is %s\n", name);
  say("name of no error", CALL(cuGetErrorName)(static_cast<cuda::Error>(987654), &name));
  say("which is null", name == nullptr);
  say("init with flags", CALL(cuInit)(1));
  say("init", CALL(cuInit)(0));
  say("init again", CALL(cuInit)(0));
}

/// Asks in a thread that has no current context.
void without_context(const std::string& when, cuda::Address device_memory, cuda::StreamHandle stream,
                     cuda::EventHandle event) {
  cuda::Address address = 0;
  cuda::ContextHandle current = context;
  cuda::StreamHandle made = nullptr;
  cuda::EventHandle event_made = nullptr;
  cuda::IpcMemHandle handle{};
  cuda::Device device = -1;
  std::size_t total = 0, available = 0;
  void* pinned = nullptr;
  unsigned type = 0;
  char bytes[16] = {}, others[16] = {};
  say(when + " current", CALL(cuCtxGetCurrent)(&current));
  say(when + " current is null", current == nullptr);
  say(when + " device", CALL(cuCtxGetDevice)(&device));
  say(when + " alloc", CALL(cuMemAlloc_v2)(&address, 16));
  say(when + " free null", CALL(cuMemFree_v2)(0));
  say(when + " info", CALL(cuMemGetInfo_v2)(&available, &total));
  say(when + " host alloc", CALL(cuMemHostAlloc)(&pinned, 4096, 0));
  say(when + " stream", CALL(cuStreamCreate)(&made, cuda::kStreamNonBlocking));
  say(when + " event", CALL(cuEventCreate)(&event_made, cuda::kEventDisableTiming));
  say(when + " copy within the host", CALL(cuMemcpy)(as_address(bytes), as_address(others), 16));
  say(when + " synchronise", CALL(cuCtxSynchronize)());
  say(when + " null stream", CALL(cuStreamSynchronize)(nullptr));
  say(when + " attribute of host memory",
      CALL(cuPointerGetAttribute)(&type, cuda::kAttributeMemoryType, as_address(bytes)));
  if (device_memory == 0) return;
  say(when + " attribute of device memory",
      CALL(cuPointerGetAttribute)(&type, cuda::kAttributeMemoryType, device_memory));
  say(when + " ipc handle", CALL(cuIpcGetMemHandle)(&handle, device_memory));
  say(when + " copy async", CALL(cuMemcpyAsync)(device_memory, device_memory + 64, 16, stream));
  say(when + " memset async", CALL(cuMemsetD8Async)(device_memory, 1, 16, stream));
  say(when + " stream synchronise", CALL(cuStreamSynchronize)(stream));
  say(when + " stream query", CALL(cuStreamQuery)(stream));
  say(when + " event record", CALL(cuEventRecord)(event, stream));
  say(when + " event synchronise", CALL(cuEventSynchronize)(event));
  say(when + " event query", CALL(cuEventQuery)(event));
  say(when + " wait for event", CALL(cuStreamWaitEvent)(stream, event, 0));
  say(when + " address range", CALL(cuMemGetAddressRange_v2)(&address, &total, device_memory));
}

void devices() {
  cuda::Device device = -1;
  int can = -1;
  say("device 0", CALL(cuDeviceGet)(&device, 0));
  say("device -1", CALL(cuDeviceGet)(&device, -1));
  say("device 1000", CALL(cuDeviceGet)(&device, 1000));
  say("peer of itself", CALL(cuDeviceCanAccessPeer)(&can, 0, 0));
  say("can", can);
  say("release of what nobody holds", CALL(cuDevicePrimaryCtxRelease_v2)(0));
  say("retain", CALL(cuDevicePrimaryCtxRetain)(&context, 0));
  say("retain of no device", CALL(cuDevicePrimaryCtxRetain)(&context, 1000));
  cuda::ContextHandle again = nullptr;
  say("retain again", CALL(cuDevicePrimaryCtxRetain)(&again, 0));
  say("retain again is the same", again == context);
  say("release", CALL(cuDevicePrimaryCtxRelease_v2)(0));
  without_context("retained, not current:", 0, nullptr, nullptr);
  say("set current", CALL(cuCtxSetCurrent)(context));
  say("peer access to itself", CALL(cuCtxEnablePeerAccess)(context, 0));
}

void attributes(const std::string& what, cuda::Address pointer) {
  unsigned type = 77;
  int ordinal = -77;
  cuda::Address start = 77;
  std::size_t size = 77;
  cuda::ContextHandle owner = nullptr;
  say(what + " type", CALL(cuPointerGetAttribute)(&type, cuda::kAttributeMemoryType, pointer));
  say(what + " type is", type);
  say(what + " ordinal", CALL(cuPointerGetAttribute)(&ordinal, cuda::kAttributeDeviceOrdinal, pointer));
  say(what + " ordinal is", ordinal);
  say(what + " context", CALL(cuPointerGetAttribute)(&owner, cuda::kAttributeContext, pointer));
  say(what + " range start", CALL(cuPointerGetAttribute)(&start, cuda::kAttributeRangeStart, pointer));
  say(what + " range size", CALL(cuPointerGetAttribute)(&size, cuda::kAttributeRangeSize, pointer));
  type = 77;
  ordinal = -77;
  const int wanted[] = {cuda::kAttributeMemoryType, cuda::kAttributeDeviceOrdinal};
  void* data[] = {&type, &ordinal};
  say(what + " several", CALL(cuPointerGetAttributes)(2, wanted, data, pointer));
  say(what + " several: type", type);
  say(what + " several: ordinal", ordinal);
  cuda::Address base = 0;
  say(what + " address range", CALL(cuMemGetAddressRange_v2)(&base, &size, pointer));
}

void memory(cuda::Address block) {
  cuda::Address address = 0, small = 0;
  say("alloc nothing", CALL(cuMemAlloc_v2)(&address, 0));
  say("alloc too much", CALL(cuMemAlloc_v2)(&address, std::size_t{1} << 50));
  say("alloc large: aligned to 2 MiB", block % (2 << 20) == 0);
  say("alloc small", CALL(cuMemAlloc_v2)(&small, 100));
  say("alloc small: aligned to 512", small % 512 == 0);
  std::vector<char> pageable(kSize);
  void *pinned = nullptr, *nothing = nullptr;
  say("host alloc", CALL(cuMemHostAlloc)(&pinned, kSize, cuda::kHostAllocPortable));
  say("host alloc nothing", CALL(cuMemHostAlloc)(&nothing, 0, 0));
  attributes("device memory:", block);
  attributes("inside device memory:", block + 12345);
  attributes("pageable memory:", as_address(pageable.data()));
  attributes("pinned memory:", as_address(pinned));
  attributes("null:", 0);
  cuda::Address base = 0;
  std::size_t size = 0;
  say("range of the inside", CALL(cuMemGetAddressRange_v2)(&base, &size, block + 12345));
  say("begins at the start", base == block);
  say("has the size", size == kSize);
  say("mapped pinned memory", CALL(cuMemHostGetDevicePointer_v2)(&address, pinned, 0));
  say("is at the same address", address == as_address(pinned));

  say("copy past the end", CALL(cuMemcpy)(as_address(pageable.data()), block + kSize - 8, 16));
  say("copy of nothing", CALL(cuMemcpy)(0, 0, 0));
  say("copy to null", CALL(cuMemcpy)(0, block, 8));
  say("memset past the end", CALL(cuMemsetD8_v2)(block + kSize - 8, 0, 16));
  say("memset of nothing", CALL(cuMemsetD8_v2)(block, 0, 0));
  say("memset of host memory", CALL(cuMemsetD8_v2)(as_address(pageable.data()), 0, 8));
  say("memset of pinned memory", CALL(cuMemsetD8_v2)(as_address(pinned), 3, 8));

  std::vector<char> registered(3 << 20);
  char* start = reinterpret_cast<char*>((as_address(registered.data()) + 4095) / 4096 * 4096);
  say("register", CALL(cuMemHostRegister_v2)(start, 1 << 20, cuda::kHostAllocPortable));
  say("register again", CALL(cuMemHostRegister_v2)(start, 1 << 20, cuda::kHostAllocPortable));
  attributes("registered memory:", as_address(start));
  say("unregister", CALL(cuMemHostUnregister)(start));
  say("unregister again", CALL(cuMemHostUnregister)(start));
  say("free host memory that is not", CALL(cuMemFreeHost)(start));
  say("free host memory", CALL(cuMemFreeHost)(pinned));

  say("free the inside", CALL(cuMemFree_v2)(block + 4096));
  say("free null", CALL(cuMemFree_v2)(0));
  say("free host memory as device memory", CALL(cuMemFree_v2)(as_address(pageable.data())));
  say("free small", CALL(cuMemFree_v2)(small));
  say("free small again", CALL(cuMemFree_v2)(small));
}

void streams(cuda::Address block) {
  cuda::StreamHandle stream = nullptr;
  cuda::EventHandle event = nullptr;
  say("stream", CALL(cuStreamCreate)(&stream, cuda::kStreamNonBlocking));
  say("stream with strange flags", CALL(cuStreamCreate)(&stream, 1024));
  say("event", CALL(cuEventCreate)(&event, cuda::kEventDisableTiming));
  say("event not recorded: query", CALL(cuEventQuery)(event));
  say("event not recorded: synchronise", CALL(cuEventSynchronize)(event));
  say("stream with nothing: query", CALL(cuStreamQuery)(stream));
  for (int i = 0; i < 200; ++i) CALL(cuMemcpyAsync)(block, block + kSize / 2, kSize / 2, stream);
  say("record", CALL(cuEventRecord)(event, stream));
  say("busy stream: query", CALL(cuStreamQuery)(stream));
  say("busy event: query", CALL(cuEventQuery)(event));
  say("stream synchronise", CALL(cuStreamSynchronize)(stream));
  say("stream query", CALL(cuStreamQuery)(stream));
  say("event query", CALL(cuEventQuery)(event));
  say("event of null", CALL(cuEventQuery)(nullptr));
  say("write value", CALL(cuStreamWriteValue64_v2)(stream, block, 42, 0));
  say("wait value", CALL(cuStreamWaitValue64_v2)(stream, block, 42, cuda::kWaitEq));
  say("write value misaligned", CALL(cuStreamWriteValue64_v2)(stream, block + 4, 42, 0));
  const cuda::BatchedWrite writes[] = {{cuda::kBatchWrite64, block + 64, 43, 0, {}},
                                       {cuda::kBatchWrite32, block + 76, 44, 0, {}},
                                       {cuda::kBatchWrite64, block + 84, 45, 0, {}}};
  say("batch of writes", CALL(cuStreamBatchMemOp_v2)(stream, 2, writes, 0));
  say("batch with one misaligned", CALL(cuStreamBatchMemOp_v2)(stream, 3, writes, 0));
  say("batch with strange flags", CALL(cuStreamBatchMemOp_v2)(stream, 2, writes, 1024));
  std::uint64_t word = 0, pair[2] = {};
  say("synchronise", CALL(cuCtxSynchronize)());
  say("copy of the batch", CALL(cuMemcpyDtoH_v2)(pair, block + 64, 16));
  say("its values", pair[0] == 43 && pair[1] >> 32 == 44);
  say("copy back", CALL(cuMemcpyDtoH_v2)(&word, block, 8));
  say("the value", static_cast<long long>(word));
  cuda::ModuleHandle module = nullptr;
  char rubbish[256];
  std::memset(rubbish, 'x', sizeof rubbish);
  rubbish[255] = 0;
  say("module of rubbish", CALL(cuModuleLoadData)(&module, rubbish));
  std::thread([&] { without_context("another thread:", block, stream, event); }).join();
  cuda::Address other = 0;
  CALL(cuMemAlloc_v2)(&other, 4096);
  std::thread([&] { say("another thread: free", CALL(cuMemFree_v2)(other)); }).join();
  std::thread([&] {
    CALL(cuCtxSetCurrent)(context);
    say("another thread with the context: copy", CALL(cuMemcpyAsync)(block, block + 4096, 16, stream));
    say("another thread with the context: synchronise", CALL(cuStreamSynchronize)(stream));
  }).join();
  say("event destroy", CALL(cuEventDestroy_v2)(event));
  say("stream destroy", CALL(cuStreamDestroy_v2)(stream));
  say("stream destroy null", CALL(cuStreamDestroy_v2)(nullptr));
}

/// Runs this program again as another process, with the handle as its input. The answers of the two do not mix.
void ask_child(const char* what, const cuda::IpcMemHandle& handle) {
  std::fflush(stdout);
  int channel[2];
  if (pipe(channel) != 0) std::exit(2);
  const pid_t child = fork();
  if (child == 0) {
    dup2(channel[0], 0);
    close(channel[0]);
    close(channel[1]);
    execl("/proc/self/exe", self, what, static_cast<char*>(nullptr));
    _exit(3);
  }
  close(channel[0]);
  if (write(channel[1], &handle, sizeof handle) != sizeof handle) std::exit(2);
  close(channel[1]);
  int status = 0;
  waitpid(child, &status, 0);
  say(std::string(what) + " ended with", status);
}

int child(const std::string& what) {
  const std::string who = what + ":";
  cuda::IpcMemHandle handle{}, rubbish{};
  if (read(0, &handle, sizeof handle) != sizeof handle) return 4;
  CALL(cuInit)(0);
  CALL(cuDevicePrimaryCtxRetain)(&context, 0);
  cuda::Address address = 0, again = 0;
  say(who + " open without context", CALL(cuIpcOpenMemHandle_v2)(&address, handle, cuda::kIpcLazyEnablePeerAccess));
  CALL(cuCtxSetCurrent)(context);
  if (what == "late child") {
    say(who + " open", CALL(cuIpcOpenMemHandle_v2)(&address, handle, cuda::kIpcLazyEnablePeerAccess) != 0);
    return 0;
  }
  say(who + " open without the flag", CALL(cuIpcOpenMemHandle_v2)(&address, handle, 0));
  say(who + " open rubbish", CALL(cuIpcOpenMemHandle_v2)(&again, rubbish, cuda::kIpcLazyEnablePeerAccess));
  say(who + " open", CALL(cuIpcOpenMemHandle_v2)(&address, handle, cuda::kIpcLazyEnablePeerAccess));
  say(who + " open again", CALL(cuIpcOpenMemHandle_v2)(&again, handle, cuda::kIpcLazyEnablePeerAccess));
  say(who + " open again is the same", again == address);
  say(who + " is aligned to 2 MiB", address % (2 << 20) == 0);
  attributes(who + " imported memory:", address);
  attributes(who + " inside imported memory:", address + 4096);
  std::uint64_t word = 0;
  say(who + " read", CALL(cuMemcpyDtoH_v2)(&word, address, 8));
  say(who + " reads", static_cast<long long>(word));
  word = 4711;
  say(who + " write", CALL(cuMemcpyHtoD_v2)(address + 8, &word, 8));
  say(who + " past the end", CALL(cuMemcpyDtoH_v2)(&word, address + kSize - 4, 8));
  say(who + " handle of imported memory", CALL(cuIpcGetMemHandle)(&rubbish, address));
  say(who + " free imported memory", CALL(cuMemFree_v2)(address));
  say(who + " close what is not imported", CALL(cuIpcCloseMemHandle)(as_address(&word)));
  std::thread([&] { say(who + " close without context", CALL(cuIpcCloseMemHandle)(address)); }).join();
  say(who + " close", CALL(cuIpcCloseMemHandle)(address));
  say(who + " read after one close", CALL(cuMemcpyDtoH_v2)(&word, address + 8, 8));
  say(who + " close again", CALL(cuIpcCloseMemHandle)(address));
  say(who + " close a third time", CALL(cuIpcCloseMemHandle)(address));
  say(who + " open after all closes", CALL(cuIpcOpenMemHandle_v2)(&address, handle, cuda::kIpcLazyEnablePeerAccess));
  CALL(cuCtxSynchronize)();
  return 0;
}

void between_processes(cuda::Address block) {
  cuda::IpcMemHandle handle{}, inside{};
  cuda::Address address = 0;
  void* pinned = nullptr;
  const std::uint64_t word = 815;
  CALL(cuMemcpyHtoD_v2)(block, &word, 8);
  CALL(cuCtxSynchronize)();
  say("handle", CALL(cuIpcGetMemHandle)(&handle, block));
  say("handle again", CALL(cuIpcGetMemHandle)(&inside, block));
  say("handle again is the same", std::memcmp(&handle, &inside, sizeof handle) == 0);
  say("handle of the inside", CALL(cuIpcGetMemHandle)(&inside, block + 4096));
  say("handle of null", CALL(cuIpcGetMemHandle)(&inside, 0));
  CALL(cuMemHostAlloc)(&pinned, 4096, 0);
  say("handle of pinned memory", CALL(cuIpcGetMemHandle)(&inside, as_address(pinned)));
  CALL(cuMemFreeHost)(pinned);
  say("open one's own", CALL(cuIpcOpenMemHandle_v2)(&address, handle, cuda::kIpcLazyEnablePeerAccess));
  ask_child("child", handle);
  std::uint64_t written = 0;
  CALL(cuMemcpyDtoH_v2)(&written, block + 8, 8);
  say("what the child wrote", static_cast<long long>(written));
  const pid_t forked = fork();
  if (forked == 0) {
    _exit(CALL(cuMemAlloc_v2)(&address, 16));
  }
  int status = 0;
  waitpid(forked, &status, 0);
  say("in a forked process", WIFEXITED(status) ? WEXITSTATUS(status) : -1);
  say("free", CALL(cuMemFree_v2)(block));
  ask_child("late child", handle);
}

}  // namespace

int main(int argc, char** argv) {
  self = argv[0];
  setvbuf(stdout, nullptr, _IOLBF, 0);
  driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  if (driver == nullptr) {
    std::fprintf(stderr, "%s\n", dlerror());
    return 2;
  }
  if (argc > 1) return child(argv[1]);
  before_initialisation();
  without_context("no context:", 0, nullptr, nullptr);
  devices();
  cuda::Address block = 0;
  say("alloc", CALL(cuMemAlloc_v2)(&block, kSize));
  memory(block);
  streams(block);
  between_processes(block);
  say("release context", CALL(cuDevicePrimaryCtxRelease_v2)(0));
  say("alloc in a context that is gone", CALL(cuMemAlloc_v2)(&block, 16));
  say("release context again", CALL(cuDevicePrimaryCtxRelease_v2)(0));
  return 0;
}

// Memory of NVIDIA's devices, through the driver API. Each device is used through its primary context, which the CUDA
// runtime and OpenMP use as well, so that their pointers, streams and kernels work with this memory.
#include <atomic>
#include <cstring>
#include <memory>
#include <string_view>

#include "base/error.hpp"
#include "base/log.hpp"
#include "base/wait.hpp"
#include "memkind/cuda_devices.hpp"
#include "memkind/cuda_host.hpp"
#include "memkind/cuda_kernels.hpp"
#include "memkind/cuda_virtual.hpp"
#include "memkind/kernels/images.hpp"
#include "memkind/word_change.hpp"

namespace isthmus::memkind {
namespace {

using namespace cuda;  // NOLINT: one file in two

Pointer pointer(const void* p) { return reinterpret_cast<Pointer>(p); }

/// The Queue of this kind: a stream. It counts as a user of its device, which keeps the context alive.
struct Work {
  Stream* stream;
  Context* context;
  int device;
  /// In pinned memory: the stream writes the value of `finishes` here when it reaches the end of its commands, so that
  /// the host can poll for it. Null if the driver has no such command.
  std::uint64_t* finished = nullptr;
  std::uint64_t finishes = 0;
  bool reports = false;     ///< the last command included the write to `finished`
  unsigned commands = 0;    ///< number since the last finish()
  bool one_by_one = false;  ///< the last finish() had one command to wait for; the next is likely to, too
};
Work& work(Queue* queue) { return *reinterpret_cast<Work*>(queue); }
/// Returns the queue's stream for one more command, and counts it.
Work& give(Queue* queue) {
  Work& to = work(queue);
  ++to.commands;
  to.reports = false;
  return to;
}

Capacity capacity(int device) {
  Ordinal ordinal = 0;
  std::array<char, 128> text{};
  Capacity found;
  ask("cuDeviceGet", driver().device_get(&ordinal, device));
  ask("cuDeviceGetName", driver().device_name(text.data(), static_cast<int>(text.size()) - 1, ordinal));
  ask("cuDeviceTotalMem", driver().total_memory(&found.total, ordinal));
  found.name = text.data();
  return found;
}

void* allocate(const config::PartitionSpec& spec, int device, std::size_t bytes) {
  Pointer address = 0;
  const Result result = driver().allocate(&address, bytes);
  if (result == kOutOfMemory) {
    Capacity room = capacity(device);
    std::size_t total = 0;
    ask("cuMemGetInfo", driver().memory_info(&room.free, &total));
    throw does_not_fit(spec, device, room);
  }
  ask("cuMemAlloc", result);
  return reinterpret_cast<void*>(address);
}

Region alloc(const config::PartitionSpec& spec, void*) {
  const int device = choose_device(spec, count_devices(), kHowToLook);
  if (const Capacity room = capacity(device); spec.size > room.total) throw does_not_fit(spec, device, room);
  Context* context = use(device);
  try {
    const Current current(context);
    Region region = place(
        spec.size, device, [&](std::size_t bytes) { return allocate(spec, device, bytes); },
        [](void* p) { driver().free(pointer(p)); });
    region.fabric_device = static_cast<std::uint64_t>(device);
    return region;
  } catch (const base::SetupError&) {
    leave(device);
    throw;
  }
}

Queue* open_queue() {
  const int device = home_device();
  auto made = std::make_unique<Work>(Work{nullptr, use(device), device});
  const Current current(made->context);
  must("cuStreamCreate", driver().stream_create(&made->stream, kNonBlocking));
  if (driver().write_words) made->finished = static_cast<std::uint64_t*>(pin(sizeof *made->finished));
  if (made->finished) *made->finished = 0;
  return reinterpret_cast<Queue*>(made.release());
}

void close_queue(Queue* queue) {
  const std::unique_ptr<Work> closed(&work(queue));
  const Current current(closed->context);
  driver().stream_destroy(closed->stream);
  if (closed->finished) unpin(closed->finished);
  leave(closed->device);
}

void begin_copy(Queue* queue, void* dest, const void* source, std::size_t bytes) {
  const Work& to = give(queue);
  const Current current(to.context);
  must("cuMemcpyAsync", driver().copy_async(pointer(dest), pointer(source), bytes, to.stream));
}

/// The write to `finished` by which the stream reports the end of the commands before it.
Write end_of(Work& queue) { return {kWrite64, pointer(queue.finished), ++queue.finishes, 0, {}}; }

/// Stores an aligned word of 4 or 8 bytes. Its value is part of the command, which is faster than a copy from memory.
/// If this looks like the only command before finish(), the report of its end is part of the same call.
bool store(Queue* queue, void* dest, const void* source, std::size_t bytes) {
  const bool half = bytes == sizeof(std::uint32_t);
  if ((!half && bytes != sizeof(std::uint64_t)) || pointer(dest) % bytes != 0 || !driver().write_words) return false;
  std::array<Write, 2> words{Write{half ? kWrite32 : kWrite64, pointer(dest), 0, 0, {}}};
  std::memcpy(&words[0].value, source, bytes);
  Work& to = give(queue);
  const Current current(to.context);
  to.reports = to.finished && to.one_by_one && to.commands == 1;
  if (to.reports) words[1] = end_of(to);
  const bool taken = driver().write_words(to.stream, to.reports ? 2 : 1, words.data(), 0) == 0;
  to.reports &= taken;
  return taken;
}

/// Polls for about a millisecond for the stream's report of its end, which is faster than cuStreamSynchronize. Returns
/// false if none came: the work takes longer, or has failed, and cuStreamSynchronize has to tell.
bool finishes_soon(Work& queue) {
  if (!queue.finished || base::spin_limit == 0) return false;
  if (!queue.reports) {
    const Write end = end_of(queue);
    if (driver().write_words(queue.stream, 1, &end, 0) != 0) return false;
  }
  const std::uint64_t until = base::ticks() + base::ticks_in_ms();
  while (std::atomic_ref(*queue.finished).load(std::memory_order_acquire) != queue.finishes) {
    if (base::ticks() > until) return false;
    base::relax();
  }
  return true;
}

void finish(Queue* queue) {
  Work& of = work(queue);
  const Current current(of.context);
  if (!finishes_soon(of)) must("cuStreamSynchronize", driver().stream_synchronize(of.stream));
  of.one_by_one = of.commands == 1;
  of.commands = 0;
  of.reports = false;
}

bool is_device_memory(const void* p) {
  unsigned type = 0;
  return driver().attribute(&type, kMemoryType, pointer(p)) == 0 && type == kDeviceMemory;
}

bool present() { return is_loaded("libcuda.so.1"); }

bool adopt(const void* p) {
  if (!present() || count_devices() == 0 || !is_device_memory(p)) return false;
  int device = 0;
  setup("cuPointerGetAttribute", driver().attribute(&device, kDeviceOrdinal, pointer(p)));
  use(device);
  return true;
}

/// For drivers before CUDA 11, which do not know all questions. Their memory is not shared.
bool describe_plainly(const void* p, Allocation& found) {
  int device = 0;
  if (!is_device_memory(p) || driver().attribute(&device, kDeviceOrdinal, pointer(p)) != 0) return false;
  found = {.base = static_cast<char*>(const_cast<void*>(p)), .device = device};
  hold(device);
  return true;
}

/// Asks for everything in one call, which fails if the program has not initialised the driver. Each answer has 8 bytes,
/// whatever the driver fills of them.
bool describe(const void* p, Allocation& found) {
  constexpr std::array kWhat{kMemoryType, kIsManaged, kDeviceOrdinal, kBufferId,
                             kRangeStart, kRangeSize, kIpcCapable,    kHandleTypes};
  std::array<std::uint64_t, kWhat.size()> answers{};
  std::array<void*, kWhat.size()> data;
  for (std::size_t i = 0; i < answers.size(); ++i) data[i] = &answers[i];
  const Result result = driver().attributes(kWhat.size(), kWhat.data(), data.data(), pointer(p));
  if (result == kInvalidValue) return describe_plainly(p, found);
  if (result != 0) return false;
  const auto& [type, managed, device, id, start, bytes, capable, handle_types] = answers;
  if (static_cast<unsigned>(type) != kDeviceMemory && !managed) return false;
  found = {.base = reinterpret_cast<char*>(start),
           .bytes = bytes,
           .id = id,
           .device = static_cast<int>(device),
           .shareable = (capable || handle_types & kDescriptor) && !managed};
  if (found.shareable && !capable) found.shareable = identify_physical(found);
  hold(found.device);
  return true;
}

/// While it lives, calls that are not allowed during the capture of a stream do not end the captures of other threads.
class RelaxedCapture {
 public:
  RelaxedCapture() { exchange(); }
  ~RelaxedCapture() { exchange(); }
  RelaxedCapture(const RelaxedCapture&) = delete;
  RelaxedCapture& operator=(const RelaxedCapture&) = delete;

 private:
  void exchange() {
    if (driver().exchange_capture_mode) driver().exchange_capture_mode(&mode_);
  }
  int mode_ = kCaptureRelaxed;
};

void settle(const Allocation& allocation) {
  const Current current(hold(allocation.device));
  const RelaxedCapture relaxed;
  const int yes = 1;
  // The default stream, on which cudaMemset works. Errors are ignored: one of an earlier command will come again, and
  // nothing can be waited for while the program captures that stream.
  driver().stream_synchronize(nullptr);
  driver().set_attribute(&yes, kSyncMemops, pointer(allocation.base));  // refused for some memory, which is no error
}

std::vector<std::string> list() {
  std::vector<std::string> lines;
  for (int device = 0, count = count_devices(); device < count; ++device)
    lines.push_back(list_line(device, capacity(device)));
  return lines;
}

bool launch(Queue* queue, kernels::Kernel kernel, const kernels::Work& what) {
  if (out_of_reach()) return false;
  Work& to = give(queue);
  const Current current(to.context);
  Function* const function = find_kernel(kernel);
  if (!function) return false;
  void* arguments[] = {const_cast<kernels::Work*>(&what)};
  must("cuLaunchKernel", driver().launch(function, static_cast<unsigned>(what.threads / kernels::kBlock), 1, 1,
                                         kernels::kBlock, 1, 1, 0, to.stream, arguments, nullptr));
  return true;
}

bool reaches(const void* own) {
  int device = 0;
  return !out_of_reach() || driver().attribute(&device, kDeviceOrdinal, pointer(own)) != 0 || !out_of_reach(device);
}

TurnQueue turns;

bool change_word(void* word, const WordChange& change, std::uint64_t& old) {
  return change_by_kernel(kCuda, turns, word, change, old);
}

Limits limits;
constexpr Device kDevice{
    .open_queue = open_queue,
    .close_queue = close_queue,
    .copy = begin_copy,
    .store = store,
    .finish = finish,
    .pin = pin,
    .unpin = unpin,
    .adopt = adopt,
    .present = present,
    .describe = describe,
    .settle = settle,
    .register_host = register_host,
    .unregister_host = unregister_host,
    .host_atomics = host_atomics,
    .list = list,
    .launch = kernels::kNvptx64.empty() ? nullptr : launch,
    .load_kernels = kernels::kNvptx64.empty() ? nullptr : load_kernels,
    .unload_kernels = unload_kernels,
    .change_word = change_word,
    .reaches = reaches,
    .in_turns = in_turns,
    .spin_in_waits = spin_in_waits,
    .streams = &kCudaStreams,
    .fabric_kind = 1,
    .limits = &limits,
};

void copy(void* dest, const void* source, std::size_t bytes) {
  turns.run(kDevice, [&](Queue* queue) { begin_copy(queue, dest, source, bytes); });
}

void fill(void* dest, int byte, std::size_t bytes) {
  turns.run(kDevice, [&](Queue* queue) {
    const Work& to = give(queue);
    const Current current(to.context);
    const auto value = static_cast<unsigned char>(byte);
    must("cuMemsetD8Async", driver().fill_async(pointer(dest), value, bytes, to.stream));
  });
}

void free_region(Region& region) {
  if (!region.address) return;
  turns.close(kDevice);
  // Errors are ignored: at exit the driver may have shut down already, and freed the memory.
  driver().free(pointer(start_of(region)));
  leave(region.device);
  region = Region{};
}

Handle export_handle(const Region& region) {
  const Current current(home());
  IpcHandle given{};
  Handle handle;
  const Result result = driver().ipc_get(&given, pointer(start_of(region)));
  if (result != 0) handle.fd = export_descriptor(pointer(start_of(region)));
  if (!handle.fd) setup("cuIpcGetMemHandle", result);
  handle.bytes = given.bytes;
  return handle;
}

void* import_handle(const Handle& handle, std::size_t bytes) {
  const Current current(home());
  if (handle.fd) return import_descriptor(handle.fd.get(), bytes);
  Pointer address = 0;
  setup("cuIpcOpenMemHandle", driver().ipc_open(&address, {handle.bytes}, kLazyPeerAccess));
  return reinterpret_cast<void*>(address);
}

void release_import(void* address, std::size_t bytes) {
  const Current current(home());
  if (!release_descriptor(address, bytes)) driver().ipc_close(pointer(address));
}

bool query(const void* p) { return home() && is_device_memory(p); }

}  // namespace

const Kind kCuda{
    .name = "CUDA",
    .device = &kDevice,
    .alloc = alloc,
    .free = free_region,
    .copy = copy,
    .fill = fill,
    .export_handle = export_handle,
    .import_handle = import_handle,
    .release_import = release_import,
    .query = query,
};

}  // namespace isthmus::memkind

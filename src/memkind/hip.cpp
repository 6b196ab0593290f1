// Memory of AMD's devices, through the HIP runtime's host API. Each thread has one current device in HIP; calls here
// set it and restore it afterwards.
#include <algorithm>
#include <atomic>
#include <memory>

#include "base/error.hpp"
#include "base/log.hpp"
#include "memkind/hip_driver.hpp"
#include "memkind/kernels/images.hpp"
#include "memkind/word_change.hpp"

namespace isthmus::memkind {
namespace {

using namespace hip;  // NOLINT: one file in two

constexpr const char* kHowToLook = "rocm-smi, ROCR_VISIBLE_DEVICES and HIP_VISIBLE_DEVICES";

std::string name(Result result) {
  const char* text = driver().error_name(result);
  return text ? text : base::text("HIP error %d", result);
}

/// Checks calls that query the devices, and adds a remedy to the error.
void ask(const char* call, Result result) {
  if (result != 0) throw unusable("HIP", call, name(result), kHowToLook);
}

/// Clears the runtime's last error: the program must not find one of ours.
void forget_error() { driver().last_error(); }

void setup(const char* call, Result result) {
  if (result == 0) return;
  forget_error();
  throw base::SetupError(base::text("%s failed: %s", call, name(result).c_str()));
}

void must(const char* call, Result result) {
  if (result != 0) [[unlikely]]
    base::fatal(call, base::text("the HIP runtime failed: %s", name(result).c_str()));
}

int count_devices() {
  const Result started = driver().init(0);
  if (started == kNoDevice || started == kInvalidDevice) return 0;  // HIP 5.7 returns the latter if there is no device
  ask("hipInit", started);
  int count = 0;
  const Result counted = driver().device_count(&count);
  if (counted == kNoDevice) return 0;
  ask("hipGetDeviceCount", counted);
  return count;
}

/// The first device that was used, or -1. Its streams get all copies, also those between two other devices.
std::atomic<int> home = -1;

/// Makes a device current while the object lives, and the thread's previous one current again afterwards.
class Current {
 public:
  explicit Current(int device) {
    // Errors are ignored here: the call that follows fails as well and reports it.
    if (driver().get_device(&before_) != 0 || before_ == device) before_ = -1;
    if (before_ >= 0) driver().set_device(device);
  }
  ~Current() {
    if (before_ >= 0) driver().set_device(before_);
  }
  Current(const Current&) = delete;
  Current& operator=(const Current&) = delete;

 private:
  int before_ = -1;
};

/// One bit for each device in use to which kernels on the home device lack peer access. If there is one, no kernel is
/// launched.
std::atomic<std::uint64_t> out_of_reach = 0;
std::uint64_t bit(int device) { return std::uint64_t{1} << (device & 63); }

void use(int device) {
  int first = -1;
  if (home.compare_exchange_strong(first, device) || first == device) return;
  const Current current(first);
  const Result result = driver().enable_peer(device, 0);
  if (result != 0) forget_error();
  if (result != 0 && result != kPeerAccessAlready) out_of_reach |= bit(device);
}

/// Calls use() for a device at its first call.
void hold(int device) {
  static std::atomic<std::uint64_t> held = 0;
  if (held.load(std::memory_order_relaxed) & bit(device)) return;
  use(device);
  held |= bit(device);
}

/// The Queue of this kind: a stream.
Stream* stream(Queue* queue) { return reinterpret_cast<Stream*>(queue); }

Capacity capacity(int device) {
  std::array<char, 128> text{};
  Capacity found;
  ask("hipDeviceGetName", driver().device_name(text.data(), static_cast<int>(text.size()) - 1, device));
  ask("hipDeviceTotalMem", driver().total_memory(&found.total, device));
  found.name = text.data();
  return found;
}

void* allocate(const config::PartitionSpec& spec, int device, std::size_t bytes) {
  void* address = nullptr;
  const Result result = driver().allocate(&address, bytes);
  if (result == kOutOfMemory) {
    forget_error();
    Capacity room = capacity(device);
    std::size_t total = 0;
    ask("hipMemGetInfo", driver().memory_info(&room.free, &total));
    throw does_not_fit(spec, device, room);
  }
  ask("hipMalloc", result);
  return address;
}

Region alloc(const config::PartitionSpec& spec, void*) {
  const int device = choose_device(spec, count_devices(), kHowToLook);
  if (const Capacity room = capacity(device); spec.size > room.total) throw does_not_fit(spec, device, room);
  use(device);
  const Current current(device);
  return place(
      spec.size, device, [&](std::size_t bytes) { return allocate(spec, device, bytes); },
      [](void* p) { driver().free(p); });
}

Queue* open_queue() {
  const Current current(home);
  Stream* made = nullptr;
  must("hipStreamCreateWithFlags", driver().stream_create(&made, kNonBlocking));
  return reinterpret_cast<Queue*>(made);
}

void close_queue(Queue* queue) { driver().stream_destroy(stream(queue)); }

void begin_copy(Queue* queue, void* dest, const void* source, std::size_t bytes) {
  const Current current(home);
  must("hipMemcpyAsync", driver().copy_async(dest, source, bytes, kFromAddresses, stream(queue)));
}

void finish(Queue* queue) { must("hipStreamSynchronize", driver().stream_synchronize(stream(queue))); }

void* pin(std::size_t bytes) {
  const Current current(home);
  void* p = nullptr;
  if (driver().host_allocate(&p, bytes, kPortable) == 0) return p;
  forget_error();
  return nullptr;
}

void unpin(void* pinned) { driver().host_free(pinned); }

/// hipMemoryTypeDevice, whose number changed with version 6.
int type_of_device_memory() {
  static const int device_memory = [] {
    int version = 0;
    return driver().version(&version) == 0 && version >= 60000000 ? 2 : 1;
  }();
  return device_memory;
}

/// The device that holds `p`, or -1 if `p` is not device memory.
int device_of(const void* p) {
  Attributes found{};
  if (driver().attributes(&found, p) != 0) {
    forget_error();
    return -1;
  }
  return found.type == type_of_device_memory() ? found.device : -1;
}

bool present() { return std::any_of(std::begin(kLibraries), std::end(kLibraries), is_loaded); }

bool adopt(const void* p) {
  if (!present() || count_devices() == 0) return false;
  const int device = device_of(p);
  if (device >= 0) use(device);
  return device >= 0;
}

/// Runtimes without hipDrvPointerGetAttributes give no ids to allocations, so that nobody could tell a mapping of freed
/// memory from a current one: they share nothing. The call also leaves no error behind for memory that is not HIP's.
bool describe(const void* p, Allocation& found) {
  if (!driver().all_attributes) {
    found = {.base = static_cast<char*>(const_cast<void*>(p)), .device = device_of(p)};
    if (found.device >= 0) hold(found.device);
    return found.device >= 0;
  }
  constexpr std::array kWhat{kMemoryType, kIsManaged, kDeviceOrdinal, kBufferId, kRangeStart, kRangeSize};
  std::array<std::uint64_t, kWhat.size()> answers{};
  std::array<void*, kWhat.size()> data;
  for (std::size_t i = 0; i < answers.size(); ++i) data[i] = &answers[i];
  if (driver().all_attributes(kWhat.size(), kWhat.data(), data.data(), const_cast<void*>(p)) != 0) {
    forget_error();
    return false;
  }
  const auto& [type, managed, device, id, start, bytes] = answers;
  const bool is_managed = managed & 1;
  if (start == 0 || (static_cast<int>(type) != type_of_device_memory() && !is_managed)) return false;
  found = {.base = reinterpret_cast<char*>(start),
           .bytes = bytes,
           .id = id,
           .device = static_cast<int>(device),
           .shareable = !is_managed};
  hold(found.device);
  return true;
}

void settle(const Allocation& allocation) {
  const Current current(allocation.device);
  const int yes = 1;
  must("hipStreamSynchronize", driver().stream_synchronize(nullptr));  // the default stream, on which hipMemset works
  if (driver().set_attribute && driver().set_attribute(&yes, kSyncMemops, allocation.base) != 0) forget_error();
}

void* register_host(void* start, std::size_t bytes) {
  const Current current(home);
  void* address = nullptr;
  const bool registered = driver().host_register(start, bytes, kPortable | kMapped) == 0;
  if (registered && driver().host_pointer(&address, start, 0) == 0) return address;
  forget_error();
  if (registered) driver().host_unregister(start);
  return nullptr;
}

void unregister_host(void* start) { driver().host_unregister(start); }

std::vector<std::string> list() {
  std::vector<std::string> lines;
  for (int device = 0, count = count_devices(); device < count; ++device)
    lines.push_back(list_line(device, capacity(device)));
  return lines;
}

/// Loads the first image that fits the device. Returns null if none does.
Module* load_module() {
  Module* made = nullptr;
  for (const kernels::Image& image : kernels::kAmdgcn) {
    if (driver().module_load(&made, image.begin) == 0) return made;
    forget_error();
  }
  base::debug("reductions run on the host: the HIP runtime takes no kernel of ours for this device");
  return nullptr;
}

/// The kernels on the home device, which all queues share.
struct Loaded {
  std::mutex mutex;
  bool tried = false;  ///< the module was loaded, or no image fits the device
  Module* module = nullptr;
  kernels::Table<Function*> functions{};
};
Loaded loaded;

Function* find_kernel(kernels::Kernel kernel) {
  const std::lock_guard lock(loaded.mutex);
  if (!loaded.tried) loaded.module = load_module();
  loaded.tried = true;
  Function*& function = loaded.functions[kernel.index()];
  if (loaded.module && !function)
    must("hipModuleGetFunction", driver().module_function(&function, loaded.module, kernels::name(kernel).c_str()));
  return function;
}

void load_kernels(kernels::Set which) {
  int own = 0;
  if (home < 0 && driver().get_device(&own) == 0) hold(own);  // the device of the program's streams
  if (home < 0 || out_of_reach) return;
  const Current current(home);
  for (std::size_t i = 0; i < kernels::Kernel::kCount; ++i)
    if (const auto kernel = kernels::Kernel::at(i); kernels::is_in(which, kernel)) find_kernel(kernel);
}

void unload_kernels() {
  const std::lock_guard lock(loaded.mutex);
  if (loaded.module) driver().module_unload(loaded.module);
  loaded.tried = false;
  loaded.module = nullptr;
  loaded.functions = {};
}

bool launch(Queue* queue, kernels::Kernel kernel, const kernels::Work& what) {
  if (out_of_reach) return false;
  const Current current(home);
  Function* const function = find_kernel(kernel);
  if (!function) return false;
  void* arguments[] = {const_cast<kernels::Work*>(&what)};
  must("hipModuleLaunchKernel", driver().launch(function, static_cast<unsigned>(what.threads / kernels::kBlock), 1, 1,
                                                kernels::kBlock, 1, 1, 0, stream(queue), arguments, nullptr));
  return true;
}

/// AMD's driver may run one process's kernels only after another's have ended.
bool reaches(const void* own) {
  const int device = out_of_reach ? device_of(own) : -1;
  return device < 0 || !(out_of_reach & bit(device));
}

const char* in_turns() { return "give each PE a device of its own"; }

TurnQueue turns;

bool change_word(void* word, const WordChange& change, std::uint64_t& old) {
  return change_by_kernel(kHip, turns, word, change, old);
}

Limits limits;
constexpr Device kDevice{
    .open_queue = open_queue,
    .close_queue = close_queue,
    .copy = begin_copy,
    .store = nullptr,
    .finish = finish,
    .pin = pin,
    .unpin = unpin,
    .adopt = adopt,
    .present = present,
    .describe = describe,
    .settle = settle,
    .register_host = register_host,
    .unregister_host = unregister_host,
    .host_atomics = nullptr,
    .list = list,
    .launch = kernels::kAmdgcn.empty() ? nullptr : launch,
    .load_kernels = kernels::kAmdgcn.empty() ? nullptr : load_kernels,
    .unload_kernels = unload_kernels,
    .change_word = change_word,
    .reaches = reaches,
    .in_turns = in_turns,
    .spin_in_waits = nullptr,
    .streams = &kHipStreams,
    .fabric_kind = 2,
    .limits = &limits,
};

void copy(void* dest, const void* source, std::size_t bytes) {
  turns.run(kDevice, [&](Queue* queue) { begin_copy(queue, dest, source, bytes); });
}

void fill(void* dest, int byte, std::size_t bytes) {
  turns.run(kDevice, [&](Queue* queue) {
    const Current current(home);
    must("hipMemsetAsync", driver().fill_async(dest, byte, bytes, stream(queue)));
  });
}

void free_region(Region& region) {
  if (!region.address) return;
  turns.close(kDevice);
  // Errors are ignored: at exit the runtime may have shut down already, and freed the memory.
  driver().free(start_of(region));
  region = Region{};
}

Handle export_handle(const Region& region) {
  const Current current(region.device);
  IpcHandle given{};
  setup("hipIpcGetMemHandle", driver().ipc_get(&given, start_of(region)));
  Handle handle;
  handle.bytes = given.bytes;
  return handle;
}

void* import_handle(const Handle& handle, std::size_t) {
  const Current current(home);
  void* address = nullptr;
  setup("hipIpcOpenMemHandle", driver().ipc_open(&address, {handle.bytes}, kLazyPeerAccess));
  return address;
}

void release_import(void* address, std::size_t) {
  const Current current(home);
  driver().ipc_close(address);
}

bool query(const void* p) { return home >= 0 && device_of(p) >= 0; }

}  // namespace

const Kind kHip{
    .name = "HIP",
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

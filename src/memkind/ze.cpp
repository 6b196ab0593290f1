// Memory of Intel's devices, and of others that have a Level Zero driver. The driver's IPC handle is 64 bytes that
// begin with the number of a file descriptor. The descriptor is passed to peers by SCM_RIGHTS; the peer then writes the
// number that it has there over ours.
#include <fcntl.h>

#include <algorithm>
#include <cstring>
#include <memory>

#include "base/error.hpp"
#include "base/log.hpp"
#include "memkind/driver.hpp"
#include "memkind/kernels/images.hpp"
#include "memkind/word_change.hpp"
#include "memkind/ze_driver.hpp"

namespace isthmus::memkind {
namespace {

using namespace ze;  // NOLINT: one file in two

constexpr const char* kHowToLook = "sycl-ls and ZE_AFFINITY_MASK";

/// Checks calls that query the devices, and adds a remedy to the error.
void ask(const char* call, Result result) {
  if (result != 0) throw unusable("ZE", call, base::text("Level Zero error %#x", result), kHowToLook);
}

struct Visible {
  ZeDriver* driver;
  ZeDevice* device;
  std::uint64_t fabric_device;  ///< driver << 16 | device, as libfabric numbers them
};

/// The devices of all drivers, in one list whose indices are the device numbers.
std::vector<Visible> find_devices() {
  const Result started = driver().init(kGpuOnly);
  if (started == kUninitialized) return {};  // the loader found no driver
  ask("zeInit", started);
  std::uint32_t n = 0;
  ask("zeDriverGet", driver().drivers(&n, nullptr));
  std::vector<ZeDriver*> drivers(n);
  ask("zeDriverGet", driver().drivers(&n, drivers.data()));
  std::vector<Visible> found;
  for (ZeDriver*& one : drivers) {
    n = 0;
    ask("zeDeviceGet", driver().devices(one, &n, nullptr));
    std::vector<ZeDevice*> devices(n);
    ask("zeDeviceGet", driver().devices(one, &n, devices.data()));
    const auto number = static_cast<std::uint64_t>(&one - drivers.data());
    for (std::uint64_t i = 0; i < devices.size(); ++i) found.push_back({one, devices[i], number << 16 | i});
  }
  return found;
}

/// The first device in use, which gets all copies, and its driver, whose devices all share one context.
struct Home {
  ZeDriver* driver = nullptr;
  ZeContext* context = nullptr;
  ZeDevice* device = nullptr;
  unsigned group = 0;
  bool made = false;          ///< we created the context; it is not the driver's default one
  bool out_of_reach = false;  ///< kernels here lack peer access to some device in use
  int users = 0;
} home;

/// The first group of engines that can run kernels. Such engines can also copy and fill.
unsigned compute_group(ZeDevice* device) {
  std::uint32_t n = 0;
  ask("zeDeviceGetCommandQueueGroupProperties", driver().groups(device, &n, nullptr));
  std::vector<GroupProperties> groups(n);
  ask("zeDeviceGetCommandQueueGroupProperties", driver().groups(device, &n, groups.data()));
  for (unsigned i = 0; i < groups.size(); ++i)
    if (groups[i].flags & kCompute) return i;
  return 0;
}

std::mutex home_mutex;  // guards home.users, and creating and destroying the context

/// `what` begins the error's message. Counts a user of the context, which exists until leave() was called as often as
/// use(). Queues are users, too.
void use(const std::string& what, const Visible& wanted) {
  const std::lock_guard lock(home_mutex);
  if (home.context && home.driver != wanted.driver)
    throw base::SetupError(what +
                           ": this device has another Level Zero driver than that of the partition "
                           "before; choose devices of one driver");
  if (!home.context) {
    const unsigned group = compute_group(wanted.device);
    // Memory belongs to a context. We prefer the driver's default context, if it has one, because the program may use
    // it as well, and then zeMemGetAllocProperties knows the program's memory here.
    ZeContext* context = driver().default_context ? driver().default_context(wanted.driver) : nullptr;
    const bool made = !context;
    const ContextDescription description;
    if (made) ask("zeContextCreate", driver().create_context(wanted.driver, &description, &context));
    home = {wanted.driver, context, wanted.device, group, made, false, 0};
  }
  std::uint8_t can = 1;
  if (wanted.device != home.device)
    setup("zeDeviceCanAccessPeer", driver().peer_access(home.device, wanted.device, &can));
  if (!can) home.out_of_reach = true;
  ++home.users;
}

void leave() {
  const std::lock_guard lock(home_mutex);
  if (--home.users > 0) return;
  if (home.made) driver().destroy_context(home.context);
  home = {};
}

Capacity capacity(ZeDevice* device) {
  DeviceProperties properties{};
  ask("zeDeviceGetProperties", driver().properties(device, &properties));
  std::uint32_t n = 0;
  ask("zeDeviceGetMemoryProperties", driver().memories(device, &n, nullptr));
  std::vector<MemoryProperties> memories(n);
  ask("zeDeviceGetMemoryProperties", driver().memories(device, &n, memories.data()));
  Capacity found;
  properties.name.back() = '\0';
  found.name = properties.name.data();
  for (const MemoryProperties& memory : memories) found.total += memory.total;
  return found;
}

Region alloc(const config::PartitionSpec& spec, void*) {
  const std::vector<Visible> visible = find_devices();
  const int number = choose_device(spec, static_cast<int>(visible.size()), kHowToLook);
  const Visible& chosen = visible[static_cast<std::size_t>(number)];
  const Capacity room = capacity(chosen.device);
  if (spec.size > room.total) throw does_not_fit(spec, number, room);
  use(in_words(spec), chosen);
  const auto allocate = [&](std::size_t bytes) {
    const DeviceAllocation description;
    void* address = nullptr;
    const Result result =
        driver().allocate(home.context, &description, bytes, kRegionAlignment, chosen.device, &address);
    if (result == kOutOfDeviceMemory || result == kUnsupportedSize) throw does_not_fit(spec, number, room);
    ask("zeMemAllocDevice", result);
    return address;
  };
  try {
    Region region = place(spec.size, number, allocate, [](void* p) { driver().free(home.context, p); });
    region.fabric_device = chosen.fabric_device;
    return region;
  } catch (const base::SetupError&) {
    leave();
    throw;
  }
}

/// The Queue of this kind: an immediate command list, and the kernels that it has launched.
struct Work {
  ZeList* list = nullptr;
  bool tried = false;  ///< the module was loaded, or the driver refused it
  ZeModule* module = nullptr;
  kernels::Table<ZeKernel*> kernels{};
};
Work& work(Queue* queue) { return *reinterpret_cast<Work*>(queue); }
ZeList* list_of(Queue* queue) { return work(queue).list; }

Queue* open_queue() {
  const QueueDescription description{
      .ordinal = home.group, .index = 0, .flags = kInOrder, .mode = kAsynchronous, .priority = 0};
  auto made = std::make_unique<Work>();
  must("zeCommandListCreateImmediate", driver().create_list(home.context, home.device, &description, &made->list));
  const std::lock_guard lock(home_mutex);
  ++home.users;
  return reinterpret_cast<Queue*>(made.release());
}

void close_queue(Queue* queue) {
  const std::unique_ptr<Work> closed(&work(queue));
  for (ZeKernel* kernel : closed->kernels)
    if (kernel) driver().destroy_kernel(kernel);
  if (closed->module) driver().destroy_module(closed->module);
  driver().destroy_list(closed->list);
  leave();
}

void begin_copy(Queue* queue, void* dest, const void* source, std::size_t bytes) {
  must("zeCommandListAppendMemoryCopy", driver().append_copy(list_of(queue), dest, source, bytes, nullptr, 0, nullptr));
}

void finish(Queue* queue) { must("zeCommandListHostSynchronize", driver().synchronize(list_of(queue), UINT64_MAX)); }

void* pin(std::size_t bytes) {
  const HostAllocation description;
  void* p = nullptr;
  return driver().host_allocate(home.context, &description, bytes, 4096, &p) == 0 ? p : nullptr;
}

void unpin(void* pinned) { driver().free(home.context, pinned); }

/// Level Zero looks addresses up in one context, so memory that somebody else allocated cannot be recognised.
bool adopt(const void*) { return false; }

bool present() { return is_loaded("libze_loader.so.1"); }

/// Makes the first device of the program's driver the home device, if there is none yet. Returns false if the program
/// has not initialised the driver.
bool find_home() {
  if (home.context) return true;
  std::uint32_t n = 0;
  if (driver().drivers(&n, nullptr) != 0 || n == 0) return false;
  const std::vector<Visible> visible = find_devices();
  if (!visible.empty()) use("Level Zero", visible[0]);
  return !visible.empty();
}

/// The number of a device whose memory was met; that of the home device for null. Finds out at the first time whether
/// kernels of the home device reach it.
int meet(ZeDevice* device) {
  struct Met {
    ZeDevice* device;
    int number;
  };
  static std::mutex mutex;
  static std::vector<Met> met;
  const std::lock_guard lock(mutex);
  if (!device) device = home.device;
  for (const Met& one : met)
    if (one.device == device) return one.number;
  const std::vector<Visible> visible = find_devices();
  const auto found =
      std::find_if(visible.begin(), visible.end(), [&](const Visible& one) { return one.device == device; });
  std::uint8_t can = 1;
  if (device != home.device && (driver().peer_access(home.device, device, &can) != 0 || !can)) home.out_of_reach = true;
  met.push_back({device, found == visible.end() ? 0 : static_cast<int>(found - visible.begin())});
  return met.back().number;
}

/// Memory of any of the program's contexts: drivers look addresses up in all of them, or only in the one they are
/// given, which is the driver's default context if there is one.
bool describe(const void* p, Allocation& found) {
  AllocationProperties properties;
  ZeDevice* device = nullptr;
  if (!find_home() || driver().allocation(home.context, p, &properties, &device) != 0) return false;
  if (properties.type != kDeviceMemory && properties.type != kSharedMemory) return false;
  void* start = nullptr;
  found = {.id = properties.id, .device = meet(device), .shareable = properties.type == kDeviceMemory};
  if (driver().range(home.context, p, &start, &found.bytes) != 0) return false;
  found.base = static_cast<char*>(start);
  return true;
}

std::vector<std::string> list() {
  std::vector<std::string> lines;
  for (const Visible& one : find_devices())
    lines.push_back(list_line(static_cast<int>(lines.size()), capacity(one.device)));
  return lines;
}

/// Loads the first image that the driver accepts. Returns null if it accepts none.
ZeModule* load_module() {
  ZeModule* made = nullptr;
  Result result = 0;
  for (const kernels::Image& image : kernels::kSpirv64) {
    const ModuleDescription description{.size = image.size(), .image = image.begin};
    result = driver().create_module(home.context, home.device, &description, &made, nullptr);
    if (result == 0) return made;
  }
  base::debug(
      base::text("reductions run on the host: the Level Zero driver does not take the kernels: error %#x", result));
  return nullptr;
}

ZeKernel* make_kernel(ZeModule* module, kernels::Kernel kernel) {
  const std::string name = kernels::name(kernel);
  const KernelDescription description{.name = name.c_str()};
  ZeKernel* made = nullptr;
  must("zeKernelCreate", driver().create_kernel(module, &description, &made));
  must("zeKernelSetGroupSize", driver().group_size(made, kernels::kBlock, 1, 1));
  // The kernel's argument is a structure with addresses in it. The driver cannot see them, so it has to be told that
  // the kernel may access any allocation.
  must("zeKernelSetIndirectAccess", driver().indirect_access(made, kIndirectHost | kIndirectDevice | kIndirectShared));
  return made;
}

bool reaches(const void* own) {
  AllocationProperties properties;
  ZeDevice* device = nullptr;
  std::uint8_t can = 1;
  if (!home.out_of_reach || driver().allocation(home.context, own, &properties, &device) != 0) return true;
  return device == home.device || (driver().peer_access(home.device, device, &can) == 0 && can);
}

bool launch(Queue* queue, kernels::Kernel kernel, const kernels::Work& what) {
  if (home.out_of_reach) return false;
  Work& to = work(queue);
  if (!to.tried) to.module = load_module();
  to.tried = true;
  if (!to.module) return false;
  ZeKernel*& made = to.kernels[kernel.index()];
  if (!made) made = make_kernel(to.module, kernel);
  must("zeKernelSetArgumentValue", driver().argument(made, 0, sizeof what, &what));
  const GroupCount groups{static_cast<std::uint32_t>(what.threads / kernels::kBlock), 1, 1};
  must("zeCommandListAppendLaunchKernel", driver().append_launch(to.list, made, &groups, nullptr, 0, nullptr));
  return true;
}

TurnQueue turns;

bool change_word(void* word, const WordChange& change, std::uint64_t& old) {
  return change_by_kernel(kZe, turns, word, change, old);
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
    .settle = nullptr,
    .register_host = nullptr,
    .unregister_host = nullptr,
    .host_atomics = nullptr,
    .list = list,
    .launch = kernels::kSpirv64.empty() ? nullptr : launch,
    .change_word = change_word,
    .reaches = reaches,
    .in_turns = nullptr,
    .spin_in_waits = nullptr,
    .streams = nullptr,
    .fabric_kind = 3,
    .limits = &limits,
};

void copy(void* dest, const void* source, std::size_t bytes) {
  turns.run(kDevice, [&](Queue* queue) { begin_copy(queue, dest, source, bytes); });
}

void fill(void* dest, int byte, std::size_t bytes) {
  const auto pattern = static_cast<unsigned char>(byte);
  turns.run(kDevice, [&](Queue* queue) {
    must("zeCommandListAppendMemoryFill",
         driver().append_fill(list_of(queue), dest, &pattern, sizeof pattern, bytes, nullptr, 0, nullptr));
  });
}

void free_region(Region& region) {
  if (!region.address) return;
  turns.close(kDevice);
  // Errors are ignored: at exit the driver may have shut down already, and freed the memory.
  driver().free(home.context, start_of(region));
  leave();
  region = Region{};
}

Handle export_handle(const Region& region) {
  IpcHandle given{};
  setup("zeMemGetIpcHandle", driver().ipc_get(home.context, start_of(region), &given));
  Handle handle;
  handle.bytes = given.bytes;
  int fd = -1;
  std::memcpy(&fd, given.bytes.data(), sizeof fd);
  handle.fd = base::Fd(fcntl(fd, F_DUPFD_CLOEXEC, 0));
  if (driver().ipc_put) driver().ipc_put(home.context, given);
  if (!handle.fd) base::throw_errno("the handle of zeMemGetIpcHandle holds no descriptor");
  return handle;
}

void* import_handle(const Handle& handle, std::size_t) {
  IpcHandle taken{handle.bytes};
  const int fd = handle.fd.get();
  std::memcpy(taken.bytes.data(), &fd, sizeof fd);
  void* address = nullptr;
  setup("zeMemOpenIpcHandle", driver().ipc_open(home.context, home.device, taken, 0, &address));
  return address;
}

void release_import(void* address, std::size_t) { driver().ipc_close(home.context, address); }

bool query(const void* p) {
  AllocationProperties found;
  return home.context && driver().allocation(home.context, p, &found, nullptr) == 0 && found.type == kDeviceMemory;
}

}  // namespace

const Kind kZe{
    .name = "ZE",
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

// A double of libpti_view: it hands over kernels and copies that it is told of (tool_double.hpp), as PTI does those of
// the devices: in a buffer for each thread, which it asks for, from a thread of its own when one is full, and by a
// flush. Its clock is the time of day. It is told nothing unless the loader of Level Zero gives it a tracer.
//
// DOUBLE_PTI_VERSION is what ptiVersion says, "1.0" or such, else 0.17. With DOUBLE_PTI_REFUSES=1 no view can be
// enabled.
#include <dlfcn.h>

#include <cstdio>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <utility>

#include "tool_double.hpp"

namespace {

enum Result : std::uint32_t {
  success = 0,
  end_of_buffer = 1,
  bad_argument = 3,
  no_callbacks = 4,
  driver = 50,
  not_local = 52
};
enum View : std::uint32_t { gpu_kernel = 1, mem_copy = 8, mem_fill = 9, mem_copy_p2p = 10 };

using Requested = void (*)(unsigned char**, std::size_t*);
using Completed = void (*)(unsigned char*, std::size_t, std::size_t);

/// The bytes of records in PTI 0.17.
std::size_t size_of(View view) { return view == gpu_kernel || view == mem_copy_p2p ? 168 : 136; }
using AnyRecord = Bytes<168>;

struct Buffer {
  unsigned char* start = nullptr;
  std::size_t size = 0, used = 0;
};

struct Pti {
  std::mutex mutex;
  Requested requested = nullptr;
  Completed completed = nullptr;
  std::set<View> enabled;
  std::map<std::thread::id, Buffer> buffers;
  bool has_tracer = false;
};
auto& pti = *new Pti;

void deliver(Buffer& buffer) {
  const Buffer full = std::exchange(buffer, {});
  if (full.start == nullptr) return;
  std::thread([&] { pti.completed(full.start, full.size, full.used); }).join();
}

void add(View view, AnyRecord& record) {
  const std::lock_guard lock(pti.mutex);
  if (pti.enabled.count(view) == 0) return;
  record.put(0, view);
  const std::size_t size = size_of(view);
  Buffer& buffer = pti.buffers[std::this_thread::get_id()];
  if (buffer.start == nullptr) pti.requested(&buffer.start, &buffer.size);
  if (buffer.start == nullptr || buffer.size < sizeof record.at) std::abort();
  std::memcpy(buffer.start + buffer.used, record.at, size);
  buffer.used += size;
  if (buffer.size - buffer.used < sizeof record.at) deliver(buffer);
}

bool is_lts() { return std::getenv("DOUBLE_PTI_LTS") != nullptr; }

/// Handles and identities stand for the numbers.
void* handle(std::uint32_t number) { return reinterpret_cast<void*>(0x1000 + std::uintptr_t{number} * 16); }
void put_device(AnyRecord& record, std::size_t address, std::size_t uuid, std::uint32_t device) {
  char text[16] = {};
  std::snprintf(text, sizeof text, "0:%x:0.0", device + 1);
  record.put(address, text);
  record.put(uuid, device + 1);
}

/// As PTI does: initialises Level Zero, and asks its loader for a tracer.
bool has_tracer() {
  void* const loader = dlopen("libze_loader.so.1", RTLD_LAZY | RTLD_NOLOAD);
  if (loader == nullptr) return false;
  const auto init = reinterpret_cast<int (*)(std::uint32_t)>(dlsym(loader, "zeInit"));
  const auto create = reinterpret_cast<int (*)(const void*, void**)>(dlsym(loader, "zelTracerCreate"));
  void* tracer = nullptr;
  return init != nullptr && create != nullptr && init(1) == 0 && create(nullptr, &tracer) == 0;
}

}  // namespace

#pragma GCC visibility push(default)
extern "C" {

struct pti_version {
  std::uint32_t major, minor, patch;
};

pti_version ptiVersion() {
  pti_version version{0, 17, 0};
  const char* const given = std::getenv("DOUBLE_PTI_VERSION");
  if (given != nullptr) std::sscanf(given, "%u.%u", &version.major, &version.minor);
  return version;
}

const char* ptiResultTypeToString(Result result) {
  return result == driver      ? "PTI_ERROR_DRIVER"
         : result == not_local ? "PTI_ERROR_L0_LOCAL_PROFILING_NOT_SUPPORTED"
                               : "INVALID";
}

std::uint64_t ptiViewGetTimestamp() {
  timespec now{};
  clock_gettime(CLOCK_REALTIME, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1000000000 + static_cast<std::uint64_t>(now.tv_nsec);
}

Result ptiViewSetCallbacks(Requested requested, Completed completed) {
  if (requested == nullptr || completed == nullptr) return bad_argument;
  const std::lock_guard lock(pti.mutex);
  pti.requested = requested;
  pti.completed = completed;
  pti.has_tracer = has_tracer();
  return success;
}

Result ptiViewGPULocalAvailable() { return is_lts() ? not_local : success; }

Result ptiViewEnable(View view) {
  const std::lock_guard lock(pti.mutex);
  if (pti.requested == nullptr) return no_callbacks;
  if (std::getenv("DOUBLE_PTI_REFUSES") != nullptr) return driver;
  if (!pti.has_tracer) return driver;
  if (is_lts()) std::abort();
  pti.enabled.insert(view);
  return success;
}

Result ptiViewDisable(View view) {
  const std::lock_guard lock(pti.mutex);
  pti.enabled.erase(view);
  return success;
}

Result ptiFlushAllViews() {
  const std::lock_guard lock(pti.mutex);
  for (auto& [thread, buffer] : pti.buffers) deliver(buffer);
  return success;
}

Result ptiViewGetNextRecord(std::uint8_t* buffer, std::size_t valid, std::uint8_t** record) {
  std::uint8_t* next = buffer;
  if (*record != nullptr) {
    View view{};
    std::memcpy(&view, *record, sizeof view);
    next = *record + size_of(view);
  }
  if (next >= buffer + valid) return end_of_buffer;
  *record = next;
  return success;
}

std::uint64_t double_now() { return ptiViewGetTimestamp(); }

void double_kernel(const char* name, std::uint64_t start, std::uint64_t end, std::uint32_t device,
                   std::uint32_t stream) {
  AnyRecord record;
  record.put(8, handle(stream));
  record.put(16, handle(0));
  record.put(24, name);
  put_device(record, 64, 80, device);
  record.put(104, start);
  record.put(112, end);
  add(gpu_kernel, record);
}

void double_copy(const char* kind, std::uint64_t bytes, std::uint64_t start, std::uint64_t end, std::uint32_t device,
                 std::uint32_t to_device, std::uint32_t stream) {
  // pti_view_memcpy_type. Memory of the program's own is no memory of the driver's.
  static const std::map<std::string, std::uint32_t> types = {
      {"HtoD", 2}, {"DtoH", 8}, {"DtoD", 10}, {"HtoH", 0}, {"PtoP", 10}};
  const auto type = types.find(kind);
  AnyRecord record;
  if (type == types.end()) {
    record.put(4, 2);
    record.put(8, handle(stream));
    record.put(16, handle(0));
    put_device(record, 32, 48, device);
    record.put(88, start);
    record.put(96, end);
    record.put(112, bytes);
    return add(mem_fill, record);
  }
  record.put(4, type->second);
  record.put(16, handle(stream));
  record.put(24, handle(0));
  put_device(record, 40, kind[0] == 'P' ? 72 : 56, device);
  if (kind[0] == 'P') {
    put_device(record, 56, 88, to_device);
    record.put(128, start);
    record.put(136, end);
    record.put(152, bytes);
    return add(mem_copy_p2p, record);
  }
  record.put(96, start);
  record.put(104, end);
  record.put(120, bytes);
  add(mem_copy, record);
}

}  // extern "C"
#pragma GCC visibility pop

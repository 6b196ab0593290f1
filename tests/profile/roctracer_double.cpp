// A double of libroctracer64: it hands over kernels and copies that it is told of (tool_double.hpp), as roctracer does
// those of the devices: in a pool of two buffers of the size that it is given, from a thread of its own when one is
// full, and by a flush. Names of kernels are at the end of the buffer. Its clock, which counts from another time than
// the host's, does not run before the HIP runtime was called.
//
// DOUBLE_ROCTRACER_MINOR is what roctracer_version_minor says, else 1. With DOUBLE_ROCTRACER_REFUSES=1 no operation can
// be enabled.
#include <dlfcn.h>

#include <map>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "tool_double.hpp"

namespace {

enum Status { success = 0, error = -1, invalid_argument = -3 };
enum Domain : std::uint32_t { hip_ops = 2 };
enum Operation : std::uint32_t { dispatch = 0, copy = 1, barrier = 2 };
constexpr std::uint32_t kKernel = 0x11f0;  // CL_COMMAND_NDRANGE_KERNEL

constexpr std::size_t kRecord = 64;

struct Properties {
  std::uint32_t mode;
  std::size_t buffer_size;
  void (*allocate)(char**, std::size_t, void*);
  void* allocate_argument;
  void (*callback)(const char*, const char*, void*);
  void* callback_argument;
};

class Pool {
 public:
  explicit Pool(const Properties& properties) : properties_(properties), buffer_(properties.buffer_size) {
    names_ = buffer_.size();
  }

  void write(Bytes<kRecord> record, const char* name) {
    const std::lock_guard lock(mutex_);
    const std::size_t name_bytes = name != nullptr ? std::strlen(name) + 1 : 0;
    if (used_ + kRecord + name_bytes > names_) deliver();
    if (name != nullptr) {
      names_ -= name_bytes;
      std::memcpy(buffer_.data() + names_, name, name_bytes);
      record.put(56, static_cast<const char*>(buffer_.data() + names_));
    }
    std::memcpy(buffer_.data() + used_, record.at, kRecord);
    used_ += kRecord;
  }
  void flush() {
    const std::lock_guard lock(mutex_);
    if (used_ > 0) deliver();
  }

 private:
  void deliver() {
    std::thread([this] {
      properties_.callback(buffer_.data(), buffer_.data() + used_, properties_.callback_argument);
    }).join();
    std::memset(buffer_.data(), 0x5a, buffer_.size());
    used_ = 0;
    names_ = buffer_.size();
  }

  std::mutex mutex_;
  const Properties properties_;
  std::vector<char> buffer_;
  std::size_t used_ = 0, names_;
};

struct Roctracer {
  std::mutex mutex;
  std::map<std::uint32_t, Pool*> pool_of;  // of the operations that are enabled
  std::string error;
};
auto& roctracer = *new Roctracer;

template <class Function>
Function* function_of_hip(const char* name) {
  void* const hip = dlopen("libamdhip64.so.6", RTLD_LAZY | RTLD_NOLOAD);
  return hip != nullptr ? reinterpret_cast<Function*>(dlsym(hip, name)) : nullptr;
}

/// As roctracer does: asks the HIP runtime to tell it, as long as an operation is enabled.
void register_with_hip() {
  const auto add = function_of_hip<void(int (*)(int, std::uint32_t, void*))>("hipRegisterTracerCallback");
  if (add == nullptr) return;
  if (roctracer.pool_of.empty()) return add(nullptr);
  add([](int, std::uint32_t, void*) { return -1; });
}

void add(Operation operation, Bytes<kRecord>& record, std::uint64_t start, std::uint64_t end, std::uint32_t device,
         std::uint32_t stream, const char* name = nullptr) {
  const std::lock_guard lock(roctracer.mutex);
  const auto at = roctracer.pool_of.find(operation);
  if (at == roctracer.pool_of.end() || end < start) return;  // what has not ended is not told
  record.put(0, hip_ops);
  record.put(8, operation);
  record.put(16, std::uint64_t{4711});
  record.put(24, start);
  record.put(32, end);
  record.put(40, device);
  record.put(48, std::uint64_t{stream});
  at->second->write(record, name);
}

}  // namespace

#pragma GCC visibility push(default)
extern "C" {

std::uint32_t roctracer_version_major() { return 4; }
std::uint32_t roctracer_version_minor() { return number_of("DOUBLE_ROCTRACER_MINOR", 1); }

const char* roctracer_error_string() { return strdup(roctracer.error.c_str()); }

Status roctracer_get_timestamp(std::uint64_t* ns) {
  const auto runs = function_of_hip<int()>("double_hsa_runs");
  *ns = runs != nullptr && runs() != 0 ? 1600000000000000000 + host_ns() : 0;
  return success;
}

Status roctracer_open_pool_expl(const Properties* properties, Pool** pool) {
  if (properties == nullptr || pool == nullptr || properties->callback == nullptr) return invalid_argument;
  *pool = new Pool(*properties);
  return success;
}

Status roctracer_enable_op_activity_expl(std::uint32_t domain, std::uint32_t operation, Pool* pool) {
  const std::lock_guard lock(roctracer.mutex);
  if (domain != hip_ops || operation > barrier || pool == nullptr) return invalid_argument;
  if (std::getenv("DOUBLE_ROCTRACER_REFUSES") != nullptr) {
    roctracer.error = "HIP is busy";
    return error;
  }
  roctracer.pool_of[operation] = pool;
  register_with_hip();
  return success;
}

Status roctracer_disable_op_activity(std::uint32_t domain, std::uint32_t operation) {
  const std::lock_guard lock(roctracer.mutex);
  if (domain != hip_ops || operation > barrier) return invalid_argument;
  roctracer.pool_of.erase(operation);
  register_with_hip();
  return success;
}

Status roctracer_flush_activity_expl(Pool* pool) {
  if (pool != nullptr) pool->flush();
  return success;
}

Status roctracer_next_record(const char* record, const char** next) {
  *next = record + kRecord;
  return success;
}

std::uint64_t double_now() {
  std::uint64_t ns = 0;
  roctracer_get_timestamp(&ns);
  return ns;
}

void double_kernel(const char* name, std::uint64_t start, std::uint64_t end, std::uint32_t device,
                   std::uint32_t stream) {
  Bytes<kRecord> record;
  record.put(4, kKernel);
  add(dispatch, record, start, end, device, stream, name);
}

void double_copy(const char* kind, std::uint64_t bytes, std::uint64_t start, std::uint64_t end, std::uint32_t device,
                 std::uint32_t, std::uint32_t stream) {
  // The runtime has no command of its own for copies between devices.
  static const std::map<std::string, std::uint32_t> commands = {{"DtoH", 0x11f3}, {"HtoD", 0x11f4}, {"DtoD", 0x11f5},
                                                                {"HtoH", 0x11f5}, {"PtoP", 0x11f5}, {"fill", 0x1207}};
  Bytes<kRecord> record;
  record.put(4, commands.at(kind));
  record.put(56, bytes);
  add(copy, record, start, end, device, stream);
}

}  // extern "C"
#pragma GCC visibility pop

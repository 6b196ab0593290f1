// A double of libcupti: it hands over kernels and copies that it is told of (tool_double.hpp), as CUPTI does those of
// the devices: in buffers that it asks for, on a thread of its own when one is full, and by a flush. Its clock counts
// from another time than the host's, and runs fast by a hundredth.
//
// DOUBLE_CUPTI_VERSION is what cuptiGetVersion says, else that of CUDA 12.6. With DOUBLE_CUPTI_REFUSES=1 no kind can be
// enabled.
#include <cstdint>
#include <cstdlib>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <utility>

#include "tool_double.hpp"

namespace {

enum Result { success = 0, invalid_parameter = 1, max_limit_reached = 12, not_permitted = 35 };
enum Kind : std::uint32_t { memcpy_kind = 1, memset_kind = 2, concurrent_kernel = 10, memcpy_peers = 22 };

using Request = void (*)(std::uint8_t**, std::size_t*, std::size_t*);
using Complete = void (*)(void*, std::uint32_t, std::uint8_t*, std::size_t, std::size_t);

/// Bytes of a record of any kind, that of a kernel in CUDA 12.
constexpr std::size_t kRecord = 200;

struct Cupti {
  std::mutex mutex;
  Request request = nullptr;
  Complete complete = nullptr;
  std::set<Kind> enabled;
  std::uint8_t* buffer = nullptr;
  std::size_t size = 0, used = 0, lost = 0;
};
auto& cupti = *new Cupti;

void deliver(std::unique_lock<std::mutex>& lock) {
  std::uint8_t* const buffer = std::exchange(cupti.buffer, nullptr);
  const std::size_t size = cupti.size, used = cupti.used;
  if (buffer == nullptr) return;
  lock.unlock();
  std::thread([&] { cupti.complete(nullptr, 0, buffer, size, used); }).join();
  lock.lock();
}

void add(Kind kind, Bytes<kRecord>& record) {
  std::unique_lock lock(cupti.mutex);
  if (cupti.enabled.count(kind) == 0) return;
  record.put(0, kind);
  if (cupti.buffer != nullptr && cupti.used + kRecord > cupti.size) deliver(lock);
  if (cupti.buffer == nullptr) {
    std::size_t most = 0;
    cupti.request(&cupti.buffer, &cupti.size, &most);
    cupti.used = 0;
  }
  if (cupti.buffer == nullptr || cupti.size < kRecord) std::abort();
  std::memcpy(cupti.buffer + cupti.used, record.at, kRecord);
  cupti.used += kRecord;
}

}  // namespace

#pragma GCC visibility push(default)
extern "C" {

Result cuptiGetVersion(std::uint32_t* version) {
  *version = number_of("DOUBLE_CUPTI_VERSION", 24);
  return success;
}

Result cuptiGetTimestamp(std::uint64_t* ns) {
  *ns = 1700000000000000000 + host_ns() + host_ns() / 100;
  return success;
}

Result cuptiActivityRegisterCallbacks(Request request, Complete complete) {
  if (request == nullptr || complete == nullptr) return invalid_parameter;
  cupti.request = request;
  cupti.complete = complete;
  return success;
}

Result cuptiActivityEnable(Kind kind) {
  if (std::getenv("DOUBLE_CUPTI_REFUSES") != nullptr) return not_permitted;
  const std::lock_guard lock(cupti.mutex);
  cupti.enabled.insert(kind);
  return success;
}

Result cuptiActivityDisable(Kind kind) {
  const std::lock_guard lock(cupti.mutex);
  cupti.enabled.erase(kind);
  return success;
}

/// Without the flag, only what has ended would be handed over: the test has a kernel that never ends.
Result cuptiActivityFlushAll(std::uint32_t flag) {
  std::unique_lock lock(cupti.mutex);
  if (flag == 1) deliver(lock);
  return success;
}

Result cuptiActivityGetNextRecord(std::uint8_t* buffer, std::size_t valid, std::uint8_t** record) {
  std::uint8_t* const next = *record == nullptr ? buffer : *record + kRecord;
  if (next + kRecord > buffer + valid) return max_limit_reached;
  *record = next;
  return success;
}

Result cuptiActivityGetNumDroppedRecords(void*, std::uint32_t, std::size_t* dropped) {
  const std::lock_guard lock(cupti.mutex);
  *dropped = std::exchange(cupti.lost, 0);
  return success;
}

Result cuptiGetResultString(Result result, const char** name) {
  *name = result == not_permitted ? "CUPTI_ERROR_INSUFFICIENT_PRIVILEGES" : "CUPTI_ERROR_UNKNOWN";
  return success;
}

std::uint64_t double_now() {
  std::uint64_t ns = 0;
  cuptiGetTimestamp(&ns);
  return ns;
}

void double_kernel(const char* name, std::uint64_t start, std::uint64_t end, std::uint32_t device,
                   std::uint32_t stream) {
  Bytes<kRecord> record;
  record.put(16, start);
  record.put(24, end);
  record.put(32, end);
  record.put(40, device);
  record.put(44, std::uint32_t{1});
  record.put(48, stream);
  const std::int32_t shape[] = {64, 2, 1, 256, 1, 1};
  record.put(52, shape);
  record.put(104, name);
  add(concurrent_kernel, record);
}

void double_copy(const char* kind, std::uint64_t bytes, std::uint64_t start, std::uint64_t end, std::uint32_t device,
                 std::uint32_t to_device, std::uint32_t stream) {
  static const std::map<std::string, std::uint8_t> numbers = {
      {"HtoD", 1}, {"DtoH", 2}, {"DtoD", 8}, {"HtoH", 9}, {"PtoP", 10}};
  const auto number = numbers.find(kind);  // CUpti_ActivityMemcpyKind
  const bool is_fill = number == numbers.end(), is_between_devices = kind == std::string("PtoP");
  Bytes<kRecord> record;
  if (!is_fill) record.put(4, number->second);
  record.put(8, bytes);
  record.put(16, start);
  record.put(24, end);
  record.put(32, device);
  record.put(36, std::uint32_t{1});
  record.put(40, stream);
  record.put(44, is_between_devices ? device : 77);  // else it is the number of the call
  if (is_between_devices) record.put(52, to_device);
  add(is_fill ? memset_kind : is_between_devices ? memcpy_peers : memcpy_kind, record);
}

/// So many records were lost in CUPTI itself.
void double_lose(std::size_t records) {
  const std::lock_guard lock(cupti.mutex);
  cupti.lost += records;
}

}  // extern "C"
#pragma GCC visibility pop

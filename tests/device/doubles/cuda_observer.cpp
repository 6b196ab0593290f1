#include "cuda_observer.hpp"

#include <dlfcn.h>

#include <cstdlib>
#include <map>

#include "cuda_state.hpp"

namespace cuda {
namespace {

using Time = std::uint64_t;

struct Observer {
  int (*now)(Time*) = nullptr;
  void (*kernel)(const char* name, Time start, Time end, unsigned device, unsigned stream) = nullptr;
  void (*copy)(std::uint8_t kind, std::uint64_t bytes, Time start, Time end, unsigned device, unsigned to_device,
               unsigned stream) = nullptr;
};
Observer observer;

template <class Function>
void find(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(library, name));
}

/// Streams are numbered as they are met; the null stream is 7, as in CUPTI.
unsigned number_of(StreamHandle stream) {
  static std::mutex mutex;
  static std::map<StreamHandle, unsigned> numbers;
  const std::lock_guard lock(mutex);
  return numbers.try_emplace(stream, 7 + static_cast<unsigned>(numbers.size())).first->second;
}

/// Adds `tell`, which is called with both times, to the work.
template <class Tell>
void observe(doubles::Operation& operation, Tell tell) {
  operation.work = [work = std::move(operation.work), tell] {
    Time start = 0, end = 0;
    observer.now(&start);
    const int result = work ? work() : 0;
    observer.now(&end);
    tell(start, end);
    return result;
  };
}

int device_of(Address address) {
  const doubles::BlockRef block = doubles::memory().find(pointer_to(address));
  return block != nullptr ? block->device : -1;
}

}  // namespace

void load_tool() {
  number_of(nullptr);
  const char* const file = std::getenv("CUDA_INJECTION64_PATH");
  if (file == nullptr || *file == '\0') return;
  void* const tool = dlopen(file, RTLD_NOW);
  int (*begin)() = nullptr;
  if (tool != nullptr) find(tool, "InitializeInjection", begin);
  if (begin == nullptr) return;
  begin();
  void* const cupti = dlopen("libcupti.so.12", RTLD_LAZY | RTLD_NOLOAD);
  if (cupti == nullptr) return;
  find(cupti, "double_cupti_kernel", observer.kernel);
  find(cupti, "double_cupti_copy", observer.copy);
  find(cupti, "cuptiGetTimestamp", observer.now);
}

void observe_copy(doubles::Operation& operation, Address dest, Address source, std::size_t bytes, StreamHandle stream) {
  if (observer.copy == nullptr) return;
  constexpr std::uint8_t kinds[2][2] = {{9, 1}, {2, 8}};  // by whether the source and the destination are on a device
  constexpr std::uint8_t between_devices = 10;
  const int from = device_of(source), to = device_of(dest);
  const std::uint8_t kind = from >= 0 && to >= 0 && from != to ? between_devices : kinds[from >= 0][to >= 0];
  observe(operation, [=, device = stack().back()->device, number = number_of(stream)](Time start, Time end) {
    observer.copy(kind, bytes, start, end, static_cast<unsigned>(device), static_cast<unsigned>(to), number);
  });
}

void observe_fill(doubles::Operation& operation, std::size_t bytes, StreamHandle stream) {
  if (observer.copy == nullptr) return;
  observe(operation, [=, device = stack().back()->device, number = number_of(stream)](Time start, Time end) {
    observer.copy(0, bytes, start, end, static_cast<unsigned>(device), 0, number);
  });
}

void observe_kernel(doubles::Operation& operation, const char* name, StreamHandle stream) {
  if (observer.kernel == nullptr) return;
  observe(operation, [=, device = stack().back()->device, number = number_of(stream)](Time start, Time end) {
    observer.kernel(name, start, end, static_cast<unsigned>(device), number);
  });
}

}  // namespace cuda

#include "memkind/cuda_host.hpp"

#include "memkind/cuda_devices.hpp"

namespace isthmus::memkind::cuda {

void* pin(std::size_t bytes) {
  const Current current(home());
  void* p = nullptr;
  return driver().host_allocate(&p, bytes, kPortable) == 0 ? p : nullptr;
}

void unpin(void* pinned) { driver().host_free(pinned); }

void* register_host(void* start, std::size_t bytes) {
  const Current current(home());
  Pointer address = 0;
  if (driver().host_register(start, bytes, kPortable | kDeviceMap) != 0) return nullptr;
  if (driver().host_pointer(&address, start, 0) == 0) return reinterpret_cast<void*>(address);
  driver().host_unregister(start);
  return nullptr;
}

void unregister_host(void* start) {
  const Current current(home());
  driver().host_unregister(start);
}

bool host_atomics() {
  constexpr int kHostNativeAtomics = 86;
  Ordinal ordinal{};
  int native = 0;
  return driver().device_attribute && driver().device_get(&ordinal, home_device()) == 0 &&
         driver().device_attribute(&native, kHostNativeAtomics, ordinal) == 0 && native != 0;
}

}  // namespace isthmus::memkind::cuda

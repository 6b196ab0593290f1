// What the host does for calls from device code; device code itself finds them in shmemx_device.h.
#include "device/calls.hpp"

#include <cstdint>

#include "api/stamp.hpp"

using namespace isthmus;

extern "C" {
[[gnu::visibility("default")]] void shmemx_device_register(isthmus_device_image* image);
[[gnu::visibility("default")]] void shmemx_device_unregister(isthmus_device_image* image);
[[gnu::visibility("default")]] int shmemx_device_update(void);
[[gnu::visibility("default")]] int shmemx_device_fill(void* state, size_t bytes);
[[gnu::visibility("default")]] void shmemx_device_quiet(void);
}

EXTENSION(void, shmemx_device_register, (isthmus_device_image * image)) { device::register_image(*image); }
EXTENSION(void, shmemx_device_unregister, (isthmus_device_image * image)) { device::unregister_image(*image); }
EXTENSION(int, shmemx_device_update, (void)) { return device::update(); }
EXTENSION(int, shmemx_device_fill, (void* state, size_t bytes)) { return device::fill(state, bytes) ? 0 : 1; }
EXTENSION(void, shmemx_device_quiet, (void)) {
  runtime::job("shmemx_device_quiet");
  if (runtime::world.finish_device_requests) runtime::world.finish_device_requests();
}

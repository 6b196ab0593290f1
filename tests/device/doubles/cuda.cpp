// The double of libcuda.so.1: devices and contexts. Memory is in cuda_memory.cpp, work in cuda_work.cpp.
#include "cuda.hpp"

#include <sys/types.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>

#include "cuda_state.hpp"

namespace cuda {

const doubles::ErrorName kErrorNames[] = {{success, "CUDA_SUCCESS"},
                                          {invalid_value, "CUDA_ERROR_INVALID_VALUE"},
                                          {out_of_memory, "CUDA_ERROR_OUT_OF_MEMORY"},
                                          {not_initialized, "CUDA_ERROR_NOT_INITIALIZED"},
                                          {no_device, "CUDA_ERROR_NO_DEVICE"},
                                          {invalid_device, "CUDA_ERROR_INVALID_DEVICE"},
                                          {invalid_image, "CUDA_ERROR_INVALID_IMAGE"},
                                          {invalid_context, "CUDA_ERROR_INVALID_CONTEXT"},
                                          {map_failed, "CUDA_ERROR_MAP_FAILED"},
                                          {already_mapped, "CUDA_ERROR_ALREADY_MAPPED"},
                                          {peer_access_unsupported, "CUDA_ERROR_PEER_ACCESS_UNSUPPORTED"},
                                          {operating_system, "CUDA_ERROR_OPERATING_SYSTEM"},
                                          {invalid_handle, "CUDA_ERROR_INVALID_HANDLE"},
                                          {not_found, "CUDA_ERROR_NOT_FOUND"},
                                          {not_ready, "CUDA_ERROR_NOT_READY"},
                                          {illegal_address, "CUDA_ERROR_ILLEGAL_ADDRESS"},
                                          {launch_out_of_resources, "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES"},
                                          {peer_access_already_enabled, "CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED"},
                                          {peer_access_not_enabled, "CUDA_ERROR_PEER_ACCESS_NOT_ENABLED"},
                                          {context_is_destroyed, "CUDA_ERROR_CONTEXT_IS_DESTROYED"},
                                          {host_memory_already_registered, "CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED"},
                                          {host_memory_not_registered, "CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED"},
                                          {launch_failed, "CUDA_ERROR_LAUNCH_FAILED"},
                                          {not_permitted, "CUDA_ERROR_NOT_PERMITTED"},
                                          {not_supported, "CUDA_ERROR_NOT_SUPPORTED"},
                                          {capture_unsupported, "CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED"},
                                          {capture_invalidated, "CUDA_ERROR_STREAM_CAPTURE_INVALIDATED"},
                                          {unknown, "CUDA_ERROR_UNKNOWN"},
                                          {0, nullptr}};

Process& process() {
  static Process& ours = *new Process;
  return ours;
}

std::vector<PrimaryContext*>& stack() {
  // Never destroyed: programs call the driver in atexit handlers, which come after a thread's own variables have gone.
  thread_local auto& ours = *new std::vector<PrimaryContext*>;
  return ours;
}

Error admitted(const char* name, Needs needs, Error usual_failure) {
  if (needs != Needs::nothing && process().initialised_in != getpid()) return not_initialized;
  if (needs == Needs::context) {
    if (stack().empty() || stack().back() == nullptr) return invalid_context;
    const std::lock_guard lock(process().mutex);
    if (stack().back()->work == nullptr) return context_is_destroyed;
    if (const int error = stack().back()->work->broken()) return static_cast<Error>(error);
  }
  if (ends_capture(name)) return capture_unsupported;
  return static_cast<Error>(doubles::injected(name, usual_failure, kErrorNames));
}

namespace {

Error set_current(ContextHandle context) {
  auto& contexts = stack();
  if (contexts.empty()) contexts.push_back(nullptr);
  contexts.back() = context;
  if (context == nullptr) contexts.pop_back();
  return success;
}

bool is_context(ContextHandle context) {
  for (PrimaryContext& one : process().contexts) {
    if (context == &one) return true;
  }
  return false;
}

__attribute__((destructor)) void look_for_leaks() {
  if (!doubles::settings().leaks || process().initialised_in != getpid()) return;
  std::string left = doubles::memory().left();
  for (const PrimaryContext& context : process().contexts) {
    if (context.work != nullptr && context.work->streams() != 0) left += " streams";
  }
  if (left.empty()) return;
  std::fprintf(stderr, "driver double: libcuda: left at the end: %s\n", left.c_str());
  _exit(97);
}

}  // namespace
}  // namespace cuda

using namespace cuda;  // NOLINT: the entry points have C's names

#pragma GCC visibility push(default)
extern "C" {

Error cuInit(unsigned flags) {
  return call("cuInit", Needs::nothing, unknown, [&] {
    if (flags != 0) return invalid_value;
    if (doubles::settings().devices == 0) return no_device;
    for (int i = 0; i < doubles::settings().devices; ++i) process().contexts[static_cast<std::size_t>(i)].device = i;
    if (process().initialised_in.exchange(getpid()) != getpid()) load_tool();
    return success;
  });
}

Error cuDriverGetVersion(int* version) {
  *version = 12060;
  return success;
}

Error cuGetErrorName(Error error, const char** name) {
  *name = doubles::name_of(error, kErrorNames);
  return *name != nullptr ? success : invalid_value;
}

Error cuGetErrorString(Error error, const char** text) { return cuGetErrorName(error, text); }

Error cuDeviceGetCount(int* count) {
  return call("cuDeviceGetCount", Needs::initialisation, unknown, [&] {
    *count = doubles::settings().devices;
    return success;
  });
}

Error cuDeviceGet(Device* device, int ordinal) {
  return call("cuDeviceGet", Needs::initialisation, invalid_device, [&] {
    if (!is_device(ordinal)) return invalid_device;
    *device = ordinal;
    return success;
  });
}

Error cuDeviceGetName(char* name, int bytes, Device device) {
  return call("cuDeviceGetName", Needs::initialisation, invalid_device, [&] {
    if (!is_device(device)) return invalid_device;
    std::snprintf(name, static_cast<std::size_t>(bytes), "Double %d", device);
    return success;
  });
}

Error cuDeviceGetUuid_v2(Uuid* uuid, Device device) {
  return call("cuDeviceGetUuid_v2", Needs::initialisation, invalid_device, [&] {
    if (!is_device(device)) return invalid_device;
    *uuid = Uuid{"DriverDouble"};
    uuid->bytes[15] = static_cast<char>(device);
    return success;
  });
}

Error cuDeviceGetPCIBusId(char* id, int bytes, Device device) {
  return call("cuDeviceGetPCIBusId", Needs::initialisation, invalid_device, [&] {
    if (!is_device(device)) return invalid_device;
    std::snprintf(id, static_cast<std::size_t>(bytes), "00ff:%02x:00.0", device + 1);
    return success;
  });
}

Error cuDeviceGetAttribute(int* value, int attribute, Device device) {
  return call("cuDeviceGetAttribute", Needs::initialisation, invalid_device, [&] {
    constexpr int multiprocessors = 16, unified_addressing = 41, major = 75, minor = 76, wait_value = 92;
    if (!is_device(device)) return invalid_device;
    *value = attribute == multiprocessors                                 ? 4
             : attribute == unified_addressing || attribute == wait_value ? 1
             : attribute == major                                         ? 9
             : attribute == minor                                         ? 0
                                                                          : 0;
    return success;
  });
}

Error cuDeviceTotalMem_v2(std::size_t* bytes, Device device) {
  return call("cuDeviceTotalMem_v2", Needs::initialisation, invalid_device, [&] {
    if (!is_device(device)) return invalid_device;
    *bytes = doubles::settings().memory;
    return success;
  });
}

Error cuDeviceCanAccessPeer(int* can, Device device, Device peer) {
  return call("cuDeviceCanAccessPeer", Needs::initialisation, invalid_device, [&] {
    if (!is_device(device) || !is_device(peer)) return invalid_device;
    *can = device != peer && doubles::settings().peers ? 1 : 0;
    return success;
  });
}

Error cuDevicePrimaryCtxRetain(ContextHandle* context, Device device) {
  return call("cuDevicePrimaryCtxRetain", Needs::initialisation, out_of_memory, [&] {
    if (!is_device(device)) return invalid_device;
    const std::lock_guard lock(process().mutex);
    PrimaryContext& primary = process().contexts[static_cast<std::size_t>(device)];
    if (primary.holders++ == 0) primary.work = std::make_shared<doubles::Context>(device);
    *context = &primary;
    return success;
  });
}

Error cuDevicePrimaryCtxRelease_v2(Device device) {
  return call("cuDevicePrimaryCtxRelease_v2", Needs::initialisation, unknown, [&] {
    if (!is_device(device)) return invalid_device;
    const std::lock_guard lock(process().mutex);
    PrimaryContext& primary = process().contexts[static_cast<std::size_t>(device)];
    if (primary.holders == 0) return invalid_context;
    if (--primary.holders == 0) {
      primary.work->finish();
      primary.work.reset();
      doubles::memory().remove_all(device);  // a context takes its memory along
      primary.peers.clear();
    }
    return success;
  });
}

Error cuDevicePrimaryCtxGetState(Device device, unsigned* flags, int* active) {
  return call("cuDevicePrimaryCtxGetState", Needs::initialisation, unknown, [&] {
    if (!is_device(device)) return invalid_device;
    const std::lock_guard lock(process().mutex);
    *flags = process().contexts[static_cast<std::size_t>(device)].flags;
    *active = process().contexts[static_cast<std::size_t>(device)].holders != 0;
    return success;
  });
}

Error cuDevicePrimaryCtxSetFlags_v2(Device device, unsigned flags) {
  return call("cuDevicePrimaryCtxSetFlags_v2", Needs::initialisation, unknown, [&] {
    if (!is_device(device)) return invalid_device;
    const std::lock_guard lock(process().mutex);
    process().contexts[static_cast<std::size_t>(device)].flags = flags;
    return success;
  });
}

Error cuCtxSetCurrent(ContextHandle context) {
  return call("cuCtxSetCurrent", Needs::initialisation, invalid_context,
              [&] { return context != nullptr && !is_context(context) ? invalid_context : set_current(context); });
}

Error cuCtxGetCurrent(ContextHandle* context) {
  return call("cuCtxGetCurrent", Needs::initialisation, unknown, [&] {
    *context = stack().empty() ? nullptr : stack().back();
    return success;
  });
}

Error cuCtxPushCurrent_v2(ContextHandle context) {
  return call("cuCtxPushCurrent_v2", Needs::initialisation, invalid_context, [&] {
    if (!is_context(context)) return invalid_context;
    stack().push_back(context);
    return success;
  });
}

Error cuCtxPopCurrent_v2(ContextHandle* context) {
  return call("cuCtxPopCurrent_v2", Needs::initialisation, invalid_context, [&] {
    if (stack().empty()) return invalid_context;
    if (context != nullptr) *context = stack().back();
    stack().pop_back();
    return success;
  });
}

Error cuCtxGetDevice(Device* device) {
  return call("cuCtxGetDevice", Needs::context, unknown, [&] {
    *device = stack().back()->device;
    return success;
  });
}

Error cuCtxSynchronize() {
  return call("cuCtxSynchronize", Needs::context, unknown, [&] {
    const int failure = current().finish();
    if (failure != 0) current().breaks(failure);
    return static_cast<Error>(failure);
  });
}

Error cuCtxEnablePeerAccess(ContextHandle peer, unsigned flags) {
  return call("cuCtxEnablePeerAccess", Needs::context, peer_access_unsupported, [&] {
    if (flags != 0) return invalid_value;
    if (!is_context(peer)) return invalid_context;
    if (peer == stack().back() || !doubles::settings().peers) return peer_access_unsupported;
    const std::lock_guard lock(process().mutex);
    return stack().back()->peers.insert(peer->device).second ? success : peer_access_already_enabled;
  });
}

Error cuCtxDisablePeerAccess(ContextHandle peer) {
  return call("cuCtxDisablePeerAccess", Needs::context, unknown, [&] {
    if (!is_context(peer)) return invalid_context;
    const std::lock_guard lock(process().mutex);
    return stack().back()->peers.erase(peer->device) != 0 ? success : peer_access_not_enabled;
  });
}

}  // extern "C"
#pragma GCC visibility pop

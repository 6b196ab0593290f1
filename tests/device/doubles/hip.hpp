// The part of HIP that the double has, in declarations of our own; by the documents of ROCm 6.
#pragma once
#include <cstddef>
#include <cstdint>

namespace doubles {
struct ContextStream;
struct ContextEvent;
}  // namespace doubles

namespace hip {

enum Error : int {
  success = 0,
  invalid_value = 1,
  out_of_memory = 2,
  not_initialized = 3,
  invalid_device_pointer = 17,
  invalid_memcpy_direction = 21,
  no_device = 100,
  invalid_device = 101,
  invalid_image = 200,
  invalid_context = 201,
  map_failed = 205,
  already_mapped = 208,
  peer_access_unsupported = 217,
  invalid_handle = 400,
  not_found = 500,
  not_ready = 600,
  illegal_address = 700,
  peer_access_already_enabled = 704,
  peer_access_not_enabled = 705,
  host_memory_already_registered = 712,
  host_memory_not_registered = 713,
  launch_failure = 719,
  not_supported = 801,
  unknown = 999,
};

using StreamHandle = doubles::ContextStream*;
using EventHandle = doubles::ContextEvent*;
struct LoadedModule;
using ModuleHandle = LoadedModule*;
struct Function;
using FunctionHandle = Function*;
struct IpcMemHandle {
  char reserved[64];
};
struct PointerAttributes {
  int type;
  int device;
  void* device_pointer;
  void* host_pointer;
  int is_managed;
  unsigned allocation_flags;
};

inline constexpr unsigned kStreamNonBlocking = 1;
inline constexpr unsigned kIpcLazyEnablePeerAccess = 1;
inline constexpr unsigned kHostMallocPortable = 1;
inline constexpr unsigned kEventDisableTiming = 2;
inline constexpr int kMemoryTypeHost = 1, kMemoryTypeDevice = 2;
inline constexpr int kHostToHost = 0, kHostToDevice = 1, kDeviceToHost = 2, kDeviceToDevice = 3, kDefault = 4;

}  // namespace hip

extern "C" {
hip::Error hipInit(unsigned flags);
hip::Error hipRuntimeGetVersion(int* version);
hip::Error hipDriverGetVersion(int* version);
const char* hipGetErrorName(hip::Error error);
const char* hipGetErrorString(hip::Error error);
hip::Error hipGetLastError();
hip::Error hipPeekAtLastError();

hip::Error hipGetDeviceCount(int* count);
hip::Error hipGetDevice(int* device);
hip::Error hipSetDevice(int device);
hip::Error hipDeviceGetName(char* name, int bytes, int device);
hip::Error hipDeviceTotalMem(std::size_t* bytes, int device);
hip::Error hipDeviceGetPCIBusId(char* id, int bytes, int device);
hip::Error hipDeviceCanAccessPeer(int* can, int device, int peer);
hip::Error hipDeviceEnablePeerAccess(int peer, unsigned flags);
hip::Error hipDeviceDisablePeerAccess(int peer);
hip::Error hipDeviceSynchronize();

hip::Error hipMemGetInfo(std::size_t* free, std::size_t* total);
hip::Error hipMalloc(void** pointer, std::size_t bytes);
hip::Error hipFree(void* pointer);
hip::Error hipHostMalloc(void** pointer, std::size_t bytes, unsigned flags);
hip::Error hipHostFree(void* pointer);
hip::Error hipHostRegister(void* pointer, std::size_t bytes, unsigned flags);
hip::Error hipHostUnregister(void* pointer);
hip::Error hipHostGetDevicePointer(void** address, void* pointer, unsigned flags);
hip::Error hipMemGetAddressRange(void** base, std::size_t* bytes, void* pointer);
hip::Error hipMallocManaged(void** pointer, std::size_t bytes, unsigned flags);
hip::Error hipDrvPointerGetAttributes(unsigned n, const int* attributes, void** data, void* pointer);
hip::Error hipPointerSetAttribute(const void* value, int which, void* pointer);
hip::Error hipPointerGetAttributes(hip::PointerAttributes* attributes, const void* pointer);

hip::Error hipIpcGetMemHandle(hip::IpcMemHandle* handle, void* pointer);
hip::Error hipIpcOpenMemHandle(void** pointer, hip::IpcMemHandle handle, unsigned flags);
hip::Error hipIpcCloseMemHandle(void* pointer);

hip::Error hipMemcpy(void* dest, const void* source, std::size_t bytes, int kind);
hip::Error hipMemcpyAsync(void* dest, const void* source, std::size_t bytes, int kind, hip::StreamHandle stream);
hip::Error hipMemset(void* dest, int value, std::size_t bytes);
hip::Error hipMemsetAsync(void* dest, int value, std::size_t bytes, hip::StreamHandle stream);

hip::Error hipStreamCreateWithFlags(hip::StreamHandle* stream, unsigned flags);
hip::Error hipStreamDestroy(hip::StreamHandle stream);
hip::Error hipStreamSynchronize(hip::StreamHandle stream);
hip::Error hipStreamQuery(hip::StreamHandle stream);
hip::Error hipStreamWaitEvent(hip::StreamHandle stream, hip::EventHandle event, unsigned flags);
hip::Error hipStreamWriteValue32(hip::StreamHandle stream, void* pointer, std::uint32_t value, unsigned flags);
hip::Error hipStreamWriteValue64(hip::StreamHandle stream, void* pointer, std::uint64_t value, unsigned flags);
hip::Error hipStreamWaitValue32(hip::StreamHandle stream, void* pointer, std::uint32_t value, unsigned flags,
                                std::uint32_t mask);
hip::Error hipStreamWaitValue64(hip::StreamHandle stream, void* pointer, std::uint64_t value, unsigned flags,
                                std::uint64_t mask);
hip::Error hipLaunchHostFunc(hip::StreamHandle stream, void (*function)(void*), void* data);
hip::Error hipEventCreateWithFlags(hip::EventHandle* event, unsigned flags);
hip::Error hipEventDestroy(hip::EventHandle event);
hip::Error hipEventRecord(hip::EventHandle event, hip::StreamHandle stream);
hip::Error hipEventQuery(hip::EventHandle event);
hip::Error hipEventSynchronize(hip::EventHandle event);

hip::Error hipModuleLoadData(hip::ModuleHandle* module, const void* image);
hip::Error hipModuleUnload(hip::ModuleHandle module);
hip::Error hipModuleGetFunction(hip::FunctionHandle* function, hip::ModuleHandle module, const char* name);
hip::Error hipModuleLaunchKernel(hip::FunctionHandle function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                                 unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared_bytes,
                                 hip::StreamHandle stream, void** arguments, void** extra);
}

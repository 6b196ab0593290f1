// The part of CUDA's driver API that the double has, in declarations of our own; by the documents of CUDA 12.
#pragma once
#include <cstddef>
#include <cstdint>

namespace doubles {
struct ContextStream;
struct ContextEvent;
}  // namespace doubles

namespace cuda {

enum Error : int {
  success = 0,
  invalid_value = 1,
  out_of_memory = 2,
  not_initialized = 3,
  no_device = 100,
  invalid_device = 101,
  invalid_image = 200,
  invalid_context = 201,
  map_failed = 205,
  already_mapped = 208,
  peer_access_unsupported = 217,
  operating_system = 304,
  invalid_handle = 400,
  not_found = 500,
  not_ready = 600,
  illegal_address = 700,
  launch_out_of_resources = 701,
  peer_access_already_enabled = 704,
  peer_access_not_enabled = 705,
  context_is_destroyed = 709,
  host_memory_already_registered = 712,
  host_memory_not_registered = 713,
  launch_failed = 719,
  not_permitted = 800,
  not_supported = 801,
  capture_unsupported = 900,
  capture_invalidated = 901,
  unknown = 999,
};

using Device = int;
using Address = std::uint64_t;
struct PrimaryContext;
using ContextHandle = PrimaryContext*;
using StreamHandle = doubles::ContextStream*;
using EventHandle = doubles::ContextEvent*;
struct LoadedModule;
using ModuleHandle = LoadedModule*;
struct Function;
using FunctionHandle = Function*;
struct IpcMemHandle {
  char reserved[64];
};
struct Uuid {
  char bytes[16];
};

/// What CUstreamBatchMemOpParams is for a write.
struct BatchedWrite {
  int operation;
  Address address;
  std::uint64_t value;
  unsigned flags;
  std::uint64_t unused[2];
};
inline constexpr int kBatchWrite32 = 2, kBatchWrite64 = 5;

inline constexpr unsigned kStreamNonBlocking = 1;
inline constexpr unsigned kIpcLazyEnablePeerAccess = 1;
inline constexpr unsigned kHostAllocPortable = 1;
inline constexpr unsigned kEventDisableTiming = 2;
inline constexpr int kAttributeContext = 1, kAttributeMemoryType = 2, kAttributeDevicePointer = 3,
                     kAttributeHostPointer = 4, kAttributeSyncMemops = 6, kAttributeBufferId = 7,
                     kAttributeIsManaged = 8, kAttributeDeviceOrdinal = 9, kAttributeIpcCapable = 10,
                     kAttributeRangeStart = 11, kAttributeRangeSize = 12, kAttributeMapped = 13,
                     kAttributeHandleTypes = 14;
struct AllocationProp {
  int type, handle_types, location, device;
  void* metadata;
  std::uint64_t flags;
};
struct AccessDesc {
  int location, device, flags;
};
inline constexpr int kPinnedAllocation = 1, kOnDevice = 1, kPosixDescriptor = 1, kReadWrite = 3;
inline constexpr unsigned kMemoryTypeHost = 1, kMemoryTypeDevice = 2;
inline constexpr unsigned kWaitGeq = 0, kWaitEq = 1, kWaitAnd = 2, kWaitNor = 3;

}  // namespace cuda

extern "C" {
cuda::Error cuInit(unsigned flags);
cuda::Error cuDriverGetVersion(int* version);
cuda::Error cuGetErrorName(cuda::Error error, const char** name);
cuda::Error cuGetErrorString(cuda::Error error, const char** text);
cuda::Error cuGetProcAddress_v2(const char* symbol, void** function, int version, std::uint64_t flags, int* status);

cuda::Error cuDeviceGetCount(int* count);
cuda::Error cuDeviceGet(cuda::Device* device, int ordinal);
cuda::Error cuDeviceGetName(char* name, int bytes, cuda::Device device);
cuda::Error cuDeviceGetUuid_v2(cuda::Uuid* uuid, cuda::Device device);
cuda::Error cuDeviceGetPCIBusId(char* id, int bytes, cuda::Device device);
cuda::Error cuDeviceGetAttribute(int* value, int attribute, cuda::Device device);
cuda::Error cuDeviceTotalMem_v2(std::size_t* bytes, cuda::Device device);
cuda::Error cuDeviceCanAccessPeer(int* can, cuda::Device device, cuda::Device peer);

cuda::Error cuDevicePrimaryCtxRetain(cuda::ContextHandle* context, cuda::Device device);
cuda::Error cuDevicePrimaryCtxRelease_v2(cuda::Device device);
cuda::Error cuDevicePrimaryCtxGetState(cuda::Device device, unsigned* flags, int* active);
cuda::Error cuDevicePrimaryCtxSetFlags_v2(cuda::Device device, unsigned flags);
cuda::Error cuCtxSetCurrent(cuda::ContextHandle context);
cuda::Error cuCtxGetCurrent(cuda::ContextHandle* context);
cuda::Error cuCtxPushCurrent_v2(cuda::ContextHandle context);
cuda::Error cuCtxPopCurrent_v2(cuda::ContextHandle* context);
cuda::Error cuCtxGetDevice(cuda::Device* device);
cuda::Error cuCtxSynchronize();
cuda::Error cuCtxEnablePeerAccess(cuda::ContextHandle peer, unsigned flags);
cuda::Error cuCtxDisablePeerAccess(cuda::ContextHandle peer);

cuda::Error cuMemGetInfo_v2(std::size_t* free, std::size_t* total);
cuda::Error cuMemAlloc_v2(cuda::Address* address, std::size_t bytes);
cuda::Error cuMemFree_v2(cuda::Address address);
cuda::Error cuMemCreate(std::uint64_t* physical, std::size_t bytes, const cuda::AllocationProp* prop,
                        std::uint64_t flags);
cuda::Error cuMemRelease(std::uint64_t physical);
cuda::Error cuMemRetainAllocationHandle(std::uint64_t* physical, void* address);
cuda::Error cuMemExportToShareableHandle(void* descriptor, std::uint64_t physical, int type, std::uint64_t flags);
cuda::Error cuMemImportFromShareableHandle(std::uint64_t* physical, void* descriptor, int type);
cuda::Error cuMemAddressReserve(cuda::Address* address, std::size_t bytes, std::size_t alignment, cuda::Address hint,
                                std::uint64_t flags);
cuda::Error cuMemAddressFree(cuda::Address address, std::size_t bytes);
cuda::Error cuMemMap(cuda::Address address, std::size_t bytes, std::size_t offset, std::uint64_t physical,
                     std::uint64_t flags);
cuda::Error cuMemUnmap(cuda::Address address, std::size_t bytes);
cuda::Error cuMemSetAccess(cuda::Address address, std::size_t bytes, const cuda::AccessDesc* access, std::size_t n);
cuda::Error cuMemAllocManaged(cuda::Address* address, std::size_t bytes, unsigned flags);
cuda::Error cuMemAllocAsync(cuda::Address* address, std::size_t bytes, cuda::StreamHandle stream);
cuda::Error cuMemFreeAsync(cuda::Address address, cuda::StreamHandle stream);
cuda::Error cuMemGetAddressRange_v2(cuda::Address* base, std::size_t* bytes, cuda::Address address);
cuda::Error cuMemHostAlloc(void** pointer, std::size_t bytes, unsigned flags);
cuda::Error cuMemAllocHost_v2(void** pointer, std::size_t bytes);
cuda::Error cuMemFreeHost(void* pointer);
cuda::Error cuMemHostGetDevicePointer_v2(cuda::Address* address, void* pointer, unsigned flags);
cuda::Error cuMemHostRegister_v2(void* pointer, std::size_t bytes, unsigned flags);
cuda::Error cuMemHostUnregister(void* pointer);
cuda::Error cuPointerGetAttribute(void* data, int attribute, cuda::Address pointer);
cuda::Error cuPointerGetAttributes(unsigned n, const int* attributes, void** data, cuda::Address pointer);
cuda::Error cuPointerSetAttribute(const void* value, int attribute, cuda::Address pointer);

cuda::Error cuMemcpy(cuda::Address dest, cuda::Address source, std::size_t bytes);
cuda::Error cuMemcpyAsync(cuda::Address dest, cuda::Address source, std::size_t bytes, cuda::StreamHandle stream);
cuda::Error cuMemcpyHtoD_v2(cuda::Address dest, const void* source, std::size_t bytes);
cuda::Error cuMemcpyDtoH_v2(void* dest, cuda::Address source, std::size_t bytes);
cuda::Error cuMemcpyDtoD_v2(cuda::Address dest, cuda::Address source, std::size_t bytes);
cuda::Error cuMemcpyHtoDAsync_v2(cuda::Address dest, const void* source, std::size_t bytes, cuda::StreamHandle stream);
cuda::Error cuMemcpyDtoHAsync_v2(void* dest, cuda::Address source, std::size_t bytes, cuda::StreamHandle stream);
cuda::Error cuMemcpyDtoDAsync_v2(cuda::Address dest, cuda::Address source, std::size_t bytes,
                                 cuda::StreamHandle stream);
cuda::Error cuMemsetD8_v2(cuda::Address dest, unsigned char value, std::size_t count);
cuda::Error cuMemsetD32_v2(cuda::Address dest, unsigned value, std::size_t count);
cuda::Error cuMemsetD8Async(cuda::Address dest, unsigned char value, std::size_t count, cuda::StreamHandle stream);
cuda::Error cuMemsetD32Async(cuda::Address dest, unsigned value, std::size_t count, cuda::StreamHandle stream);

cuda::Error cuIpcGetMemHandle(cuda::IpcMemHandle* handle, cuda::Address address);
cuda::Error cuIpcOpenMemHandle_v2(cuda::Address* address, cuda::IpcMemHandle handle, unsigned flags);
cuda::Error cuIpcCloseMemHandle(cuda::Address address);

cuda::Error cuStreamCreate(cuda::StreamHandle* stream, unsigned flags);
cuda::Error cuStreamCreateWithPriority(cuda::StreamHandle* stream, unsigned flags, int priority);
cuda::Error cuStreamDestroy_v2(cuda::StreamHandle stream);
cuda::Error cuStreamSynchronize(cuda::StreamHandle stream);
cuda::Error cuStreamQuery(cuda::StreamHandle stream);
cuda::Error cuStreamWaitEvent(cuda::StreamHandle stream, cuda::EventHandle event, unsigned flags);
cuda::Error cuStreamWriteValue32_v2(cuda::StreamHandle stream, cuda::Address address, std::uint32_t value,
                                    unsigned flags);
cuda::Error cuStreamWriteValue64_v2(cuda::StreamHandle stream, cuda::Address address, std::uint64_t value,
                                    unsigned flags);
cuda::Error cuStreamWaitValue32_v2(cuda::StreamHandle stream, cuda::Address address, std::uint32_t value,
                                   unsigned flags);
cuda::Error cuStreamWaitValue64_v2(cuda::StreamHandle stream, cuda::Address address, std::uint64_t value,
                                   unsigned flags);
cuda::Error cuStreamBatchMemOp_v2(cuda::StreamHandle stream, unsigned count, const cuda::BatchedWrite* writes,
                                  unsigned flags);
cuda::Error cuThreadExchangeStreamCaptureMode(int* mode);
cuda::Error cuStreamBeginCapture_v2(cuda::StreamHandle stream, int mode);
cuda::Error cuStreamEndCapture(cuda::StreamHandle stream, void** graph);
cuda::Error cuLaunchHostFunc(cuda::StreamHandle stream, void (*function)(void*), void* data);
cuda::Error cuEventCreate(cuda::EventHandle* event, unsigned flags);
cuda::Error cuEventDestroy_v2(cuda::EventHandle event);
cuda::Error cuEventRecord(cuda::EventHandle event, cuda::StreamHandle stream);
cuda::Error cuEventQuery(cuda::EventHandle event);
cuda::Error cuEventSynchronize(cuda::EventHandle event);

cuda::Error cuModuleLoadData(cuda::ModuleHandle* module, const void* image);
cuda::Error cuModuleLoadDataEx(cuda::ModuleHandle* module, const void* image, unsigned n, int* options, void** values);
cuda::Error cuModuleUnload(cuda::ModuleHandle module);
cuda::Error cuModuleGetFunction(cuda::FunctionHandle* function, cuda::ModuleHandle module, const char* name);
cuda::Error cuFuncLoad(cuda::FunctionHandle function);
cuda::Error cuLaunchKernel(cuda::FunctionHandle function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                           unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared_bytes,
                           cuda::StreamHandle stream, void** arguments, void** extra);
}

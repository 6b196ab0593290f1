// What is known of pointers of the program, on the doubles of all drivers. One process and one test, since a driver
// that was loaded stays loaded.
#include "memkind/describe.hpp"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>

#include "base/error.hpp"
#include "cuda.hpp"
#include "hip.hpp"
#include "ze.hpp"

namespace isthmus::memkind {
namespace {

template <class Function>
Function* find(const char* library, const char* name) {
  void* const handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  EXPECT_NE(handle, nullptr) << dlerror();
  return reinterpret_cast<Function*>(dlsym(handle, name));
}
#define CUDA(name) find<decltype(::name)>("libcuda.so.1", #name)
#define HIP(name) find<decltype(::name)>("libamdhip64.so.6", #name)
#define ZE(name) find<decltype(::name)>("libze_loader.so.1", #name)

bool has_loaded(const char* library) { return dlopen(library, RTLD_NOW | RTLD_NOLOAD) != nullptr; }

void expect_host(const void* p) { EXPECT_EQ(describe(p).kind, &kHost); }

/// Checks the description of a pointer into an allocation of `bytes` at `base`, and returns its id.
std::uint64_t expect_device(const Kind& kind, char* base, std::size_t bytes, int device, bool shareable) {
  const Described found = describe(base + bytes / 2);
  EXPECT_EQ(found.kind, &kind);
  EXPECT_EQ(found.allocation.base, base);
  EXPECT_EQ(found.allocation.bytes, bytes);
  EXPECT_EQ(found.allocation.device, device);
  EXPECT_EQ(found.allocation.shareable, shareable);
  if (shareable) {
    EXPECT_NO_THROW(kind.export_handle(found.allocation.region()));
  } else {
    EXPECT_THROW(kind.export_handle(found.allocation.region()), base::SetupError);
  }
  if (kind.device->settle) kind.device->settle(found.allocation);
  return found.allocation.id;
}

void try_cuda(const void* host) {
  CUDA(cuInit)(0);
  expect_host(host);
  cuda::ContextHandle context;
  CUDA(cuDevicePrimaryCtxRetain)(&context, 1);
  CUDA(cuCtxSetCurrent)(context);
  cuda::Address at = 0, again = 0;
  EXPECT_EQ(CUDA(cuMemAlloc_v2)(&at, 100000), cuda::success);
  const std::uint64_t id = expect_device(kCuda, reinterpret_cast<char*>(at), 100000, 1, true);
  CUDA(cuMemFree_v2)(at);
  expect_host(reinterpret_cast<void*>(at));
  CUDA(cuMemAlloc_v2)(&again, 100000);
  EXPECT_EQ(again, at);  // DOUBLE_REUSE
  EXPECT_NE(expect_device(kCuda, reinterpret_cast<char*>(again), 100000, 1, true), id);
  CUDA(cuMemAllocAsync)(&at, 5000, nullptr);
  expect_device(kCuda, reinterpret_cast<char*>(at), 5000, 1, false);
  CUDA(cuMemAllocManaged)(&at, 5000, 1);
  expect_device(kCuda, reinterpret_cast<char*>(at), 5000, 0, false);
  void* pinned = nullptr;
  CUDA(cuMemHostAlloc)(&pinned, 5000, 0);
  expect_host(pinned);
}

void try_hip(const void* host) {
  HIP(hipInit)(0);
  expect_host(host);
  HIP(hipSetDevice)(1);
  char *at = nullptr, *again = nullptr;
  HIP(hipMalloc)(reinterpret_cast<void**>(&at), 70000);
  const std::uint64_t id = expect_device(kHip, at, 70000, 1, true);
  HIP(hipFree)(at);
  HIP(hipMalloc)(reinterpret_cast<void**>(&again), 70000);
  EXPECT_EQ(again, at);
  EXPECT_NE(expect_device(kHip, again, 70000, 1, true), id);
  HIP(hipMallocManaged)(reinterpret_cast<void**>(&at), 5000, 1);
  expect_device(kHip, at, 5000, 0, false);
  HIP(hipGetLastError)();
  expect_host(host);
  EXPECT_EQ(HIP(hipGetLastError)(), hip::success);  // the program finds no error that is not its own
}

void try_ze(const void* host) {
  expect_host(host);  // the program has not initialised the driver
  EXPECT_EQ(ZE(zeInit)(1), ze::success);
  std::uint32_t n = 1;
  ze::DriverHandle driver;
  ZE(zeDriverGet)(&n, &driver);
  ze::DeviceHandle device;
  n = 1;
  ZE(zeDeviceGet)(driver, &n, &device);
  const ze::ContextHandle context = ZE(zeDriverGetDefaultContext)(driver);
  ze::DeviceMemAllocDesc desc{};
  desc.stype = ze::kDeviceMemAllocDesc;
  ze::HostMemAllocDesc host_desc{};
  host_desc.stype = ze::kHostMemAllocDesc;
  char *at = nullptr, *again = nullptr;
  EXPECT_EQ(ZE(zeMemAllocDevice)(context, &desc, 90000, 64, device, reinterpret_cast<void**>(&at)), ze::success);
  const std::uint64_t id = expect_device(kZe, at, 90000, 0, true);
  ZE(zeMemFree)(context, at);
  ZE(zeMemAllocDevice)(context, &desc, 90000, 64, device, reinterpret_cast<void**>(&again));
  EXPECT_EQ(again, at);
  EXPECT_NE(expect_device(kZe, again, 90000, 0, true), id);
  ZE(zeMemAllocShared)(context, &desc, &host_desc, 5000, 64, device, reinterpret_cast<void**>(&at));
  expect_device(kZe, at, 5000, 0, false);
  expect_host(host);
}

TEST(Describe, MemoryOfEveryDriver) {
  setenv("DOUBLE_REUSE", "1", 1);  // the doubles read it when they are loaded
  const auto host = std::make_unique<char[]>(100);
  for (int i = 0; i < 2; ++i) expect_host(host.get());
  expect_host(nullptr);
  for (const char* library : {"libcuda.so.1", "libamdhip64.so.6", "libze_loader.so.1"})
    EXPECT_FALSE(has_loaded(library)) << library;
  CUDA(cuDriverGetVersion);  // loads it
  expect_host(host.get());
  try_cuda(host.get());
  try_hip(host.get());
  EXPECT_FALSE(has_loaded("libze_loader.so.1"));
  try_ze(host.get());
}

}  // namespace
}  // namespace isthmus::memkind

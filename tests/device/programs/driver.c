#include "driver.h"

#include <dlfcn.h>
#include <stdint.h>

#include "expect.h"

/* The functions that a kind needs: each is called as its vendor declares it. */
static struct {
  void* (*allocate)(size_t bytes);
  void* (*allocate_managed)(size_t bytes);
  void (*release)(void* pointer);
  void* (*pin)(size_t bytes);
  void (*unpin)(void* pointer);
  void (*begin_copy)(void* dest, const void* source, size_t bytes);
  void (*finish_copies)(void);
} driver;

static void* library;

/* `function` is a pointer to a pointer to a function, of whatever type. */
static void find(const char* name, void* function) {
  void* found = dlsym(library, name);
  if (found == NULL) fprintf(stderr, "%s\n", dlerror());
  EXPECT(found != NULL);
  memcpy(function, &found, sizeof found);
}

static struct {
  int (*alloc)(uint64_t*, size_t);
  int (*free)(uint64_t);
  int (*host_alloc)(void**, size_t, unsigned);
  int (*host_free)(void*);
  int (*copy)(uint64_t, uint64_t, size_t, void*);
  int (*stream_create)(void**, unsigned);
  int (*stream_synchronize)(void*);
  int (*push)(void*);
  int (*pop)(void**);
  void *context, *stream;
} cuda;

static void* cuda_allocate(size_t bytes) {
  uint64_t address = 0;
  EXPECT_EQ(cuda.alloc(&address, bytes), 0);
  return (void*)(uintptr_t)address;
}
static void* cuda_allocate_managed(size_t bytes) {
  int (*alloc)(uint64_t*, size_t, unsigned);
  find("cuMemAllocManaged", &alloc);
  uint64_t address = 0;
  EXPECT_EQ(alloc(&address, bytes, 1), 0);
  return (void*)(uintptr_t)address;
}
struct cuda_prop {
  int type, handle_types, location, device;
  void* metadata;
  uint64_t flags;
};
struct cuda_access {
  int location, device, flags;
};
static size_t cuda_granular(size_t bytes) { return (bytes + (2 << 20) - 1) / (2 << 20) * (2 << 20); }
static void* cuda_allocate_virtual(size_t bytes) {
  int (*create)(uint64_t*, size_t, const struct cuda_prop*, uint64_t), (*release)(uint64_t);
  int (*reserve)(uint64_t*, size_t, size_t, uint64_t, uint64_t), (*map)(uint64_t, size_t, size_t, uint64_t, uint64_t);
  int (*set_access)(uint64_t, size_t, const struct cuda_access*, size_t), device = 0, (*get_device)(int*);
  find("cuMemCreate", &create), find("cuMemRelease", &release), find("cuMemAddressReserve", &reserve);
  find("cuMemMap", &map), find("cuMemSetAccess", &set_access), find("cuCtxGetDevice", &get_device);
  bytes = cuda_granular(bytes);
  EXPECT_EQ(get_device(&device), 0);
  const struct cuda_prop prop = {1, 1, 1, device, NULL, 0};
  const struct cuda_access access = {1, device, 3};
  uint64_t physical = 0, address = 0;
  EXPECT_EQ(create(&physical, bytes, &prop, 0), 0);
  EXPECT_EQ(reserve(&address, bytes, 0, 0, 0), 0);
  EXPECT_EQ(map(address, bytes, 0, physical, 0), 0);
  EXPECT_EQ(set_access(address, bytes, &access, 1), 0);
  EXPECT_EQ(release(physical), 0);
  return (void*)(uintptr_t)address;
}
static void cuda_release_virtual(void* pointer, size_t bytes) {
  int (*unmap)(uint64_t, size_t), (*unreserve)(uint64_t, size_t);
  find("cuMemUnmap", &unmap), find("cuMemAddressFree", &unreserve);
  EXPECT_EQ(unmap((uintptr_t)pointer, cuda_granular(bytes)), 0);
  EXPECT_EQ(unreserve((uintptr_t)pointer, cuda_granular(bytes)), 0);
}
static void cuda_release(void* pointer) { EXPECT_EQ(cuda.free((uintptr_t)pointer), 0); }
static void* cuda_pin(size_t bytes) {
  void* pointer = NULL;
  EXPECT_EQ(cuda.host_alloc(&pointer, bytes, 1), 0);
  return pointer;
}
static void cuda_unpin(void* pointer) { EXPECT_EQ(cuda.host_free(pointer), 0); }
/* Makes the context current for the duration of the call only, since the library has to cope with threads without
 * one. */
static void cuda_begin_copy(void* dest, const void* source, size_t bytes) {
  void* context = NULL;
  EXPECT_EQ(cuda.push(cuda.context), 0);
  EXPECT_EQ(cuda.copy((uintptr_t)dest, (uintptr_t)source, bytes, cuda.stream), 0);
  EXPECT_EQ(cuda.pop(&context), 0);
}
static void cuda_finish(void* stream) {
  void* context = NULL;
  EXPECT_EQ(cuda.push(cuda.context), 0);
  EXPECT_EQ(cuda.stream_synchronize(stream), 0);
  EXPECT_EQ(cuda.pop(&context), 0);
}
static void cuda_finish_copies(void) { cuda_finish(cuda.stream); }
static void* cuda_open_stream(void) {
  void *stream = NULL, *context = NULL;
  EXPECT_EQ(cuda.push(cuda.context), 0);
  EXPECT_EQ(cuda.stream_create(&stream, 1), 0);
  EXPECT_EQ(cuda.pop(&context), 0);
  return stream;
}
static void cuda_open(void) {
  int (*init)(unsigned);
  find("cuInit", &init);
  int (*retain)(void**, int);
  find("cuDevicePrimaryCtxRetain", &retain);
  int (*get_current)(void**);
  find("cuCtxGetCurrent", &get_current);
  int (*get_device)(int*);
  find("cuCtxGetDevice", &get_device);
  int (*set_current)(void*);
  find("cuCtxSetCurrent", &set_current);
  find("cuMemAlloc_v2", &cuda.alloc);
  find("cuMemFree_v2", &cuda.free);
  find("cuMemHostAlloc", &cuda.host_alloc);
  find("cuMemFreeHost", &cuda.host_free);
  find("cuMemcpyAsync", &cuda.copy);
  find("cuStreamCreate", &cuda.stream_create);
  find("cuStreamSynchronize", &cuda.stream_synchronize);
  find("cuCtxPushCurrent_v2", &cuda.push);
  find("cuCtxPopCurrent_v2", &cuda.pop);
  /* Where the library gave this thread its device's context, hold it too: the library may let go of it. */
  int device = 0;
  EXPECT_EQ(init(0), 0);
  EXPECT_EQ(get_current(&cuda.context), 0);
  if (cuda.context != NULL) EXPECT_EQ(get_device(&device), 0);
  EXPECT_EQ(retain(&cuda.context, device), 0);
  EXPECT_EQ(set_current(cuda.context), 0);
  EXPECT_EQ(cuda.stream_create(&cuda.stream, 1), 0);
  driver.allocate = cuda_allocate;
  driver.allocate_managed = cuda_allocate_managed;
  driver.release = cuda_release;
  driver.pin = cuda_pin;
  driver.unpin = cuda_unpin;
  driver.begin_copy = cuda_begin_copy;
  driver.finish_copies = cuda_finish_copies;
}

static struct {
  int (*alloc)(void**, size_t);
  int (*free)(void*);
  int (*host_alloc)(void**, size_t, unsigned);
  int (*host_free)(void*);
  int (*copy)(void*, const void*, size_t, int, void*);
  int (*stream_create)(void**, unsigned);
  int (*stream_synchronize)(void*);
  void* stream;
} hip;

static void* hip_allocate(size_t bytes) {
  void* pointer = NULL;
  EXPECT_EQ(hip.alloc(&pointer, bytes), 0);
  return pointer;
}
static void* hip_allocate_managed(size_t bytes) {
  int (*alloc)(void**, size_t, unsigned);
  find("hipMallocManaged", &alloc);
  void* pointer = NULL;
  EXPECT_EQ(alloc(&pointer, bytes, 1), 0);
  return pointer;
}
static void hip_release(void* pointer) { EXPECT_EQ(hip.free(pointer), 0); }
static void* hip_pin(size_t bytes) {
  void* pointer = NULL;
  EXPECT_EQ(hip.host_alloc(&pointer, bytes, 1), 0);
  return pointer;
}
static void hip_unpin(void* pointer) { EXPECT_EQ(hip.host_free(pointer), 0); }
static void hip_begin_copy(void* dest, const void* source, size_t bytes) {
  EXPECT_EQ(hip.copy(dest, source, bytes, 4, hip.stream), 0);
}
static void hip_finish_copies(void) { EXPECT_EQ(hip.stream_synchronize(hip.stream), 0); }
static void hip_open(void) {
  find("hipMalloc", &hip.alloc);
  find("hipFree", &hip.free);
  find("hipHostMalloc", &hip.host_alloc);
  find("hipHostFree", &hip.host_free);
  find("hipMemcpyAsync", &hip.copy);
  find("hipStreamCreateWithFlags", &hip.stream_create);
  find("hipStreamSynchronize", &hip.stream_synchronize);
  EXPECT_EQ(hip.stream_create(&hip.stream, 1), 0);
  driver.allocate = hip_allocate;
  driver.allocate_managed = hip_allocate_managed;
  driver.release = hip_release;
  driver.pin = hip_pin;
  driver.unpin = hip_unpin;
  driver.begin_copy = hip_begin_copy;
  driver.finish_copies = hip_finish_copies;
}

/* Declared as in ze_api.h. */
typedef struct {
  int stype;
  const void* next;
  uint32_t flags;
} ze_flags_desc;
typedef struct {
  int stype;
  const void* next;
  uint32_t flags, ordinal;
} ze_memory_desc;
typedef struct {
  int stype;
  const void* next;
  uint32_t ordinal, index, flags;
  int mode, priority;
} ze_queue_desc;

static struct {
  int (*alloc)(void*, const ze_memory_desc*, size_t, size_t, void*, void**);
  int (*free)(void*, void*);
  int (*alloc_host)(void*, const ze_flags_desc*, size_t, size_t, void**);
  int (*copy)(void*, void*, const void*, size_t, void*, uint32_t, void**);
  int (*synchronize)(void*, uint64_t);
  void *device, *context, *list;
} ze;

static void* ze_allocate(size_t bytes) {
  const ze_memory_desc desc = {0x15, NULL, 0, 0};
  void* pointer = NULL;
  EXPECT_EQ(ze.alloc(ze.context, &desc, bytes, 0, ze.device, &pointer), 0);
  return pointer;
}
static void* ze_allocate_managed(size_t bytes) {
  int (*alloc)(void*, const ze_memory_desc*, const ze_flags_desc*, size_t, size_t, void*, void**);
  find("zeMemAllocShared", &alloc);
  const ze_memory_desc desc = {0x15, NULL, 0, 0};
  const ze_flags_desc host = {0x16, NULL, 0};
  void* pointer = NULL;
  EXPECT_EQ(alloc(ze.context, &desc, &host, bytes, 64, ze.device, &pointer), 0);
  return pointer;
}
static void ze_release(void* pointer) { EXPECT_EQ(ze.free(ze.context, pointer), 0); }
static void* ze_pin(size_t bytes) {
  const ze_flags_desc desc = {0x16, NULL, 0};
  void* pointer = NULL;
  EXPECT_EQ(ze.alloc_host(ze.context, &desc, bytes, 64, &pointer), 0);
  return pointer;
}
static void ze_begin_copy(void* dest, const void* source, size_t bytes) {
  EXPECT_EQ(ze.copy(ze.list, dest, source, bytes, NULL, 0, NULL), 0);
}
static void ze_finish_copies(void) { EXPECT_EQ(ze.synchronize(ze.list, UINT64_MAX), 0); }
static void ze_open(void) {
  int (*init)(uint32_t);
  find("zeInit", &init);
  int (*get_driver)(uint32_t*, void**);
  find("zeDriverGet", &get_driver);
  int (*get_device)(void*, uint32_t*, void**);
  find("zeDeviceGet", &get_device);
  void* (*default_context)(void*);
  find("zeDriverGetDefaultContext", &default_context);
  int (*make_list)(void*, void*, const ze_queue_desc*, void**);
  find("zeCommandListCreateImmediate", &make_list);
  find("zeMemAllocDevice", &ze.alloc);
  find("zeMemFree", &ze.free);
  find("zeMemAllocHost", &ze.alloc_host);
  find("zeCommandListAppendMemoryCopy", &ze.copy);
  find("zeCommandListHostSynchronize", &ze.synchronize);
  uint32_t n = 1;
  void* first = NULL;
  EXPECT_EQ(init(1), 0);
  EXPECT_EQ(get_driver(&n, &first), 0);
  n = 1;
  EXPECT_EQ(get_device(first, &n, &ze.device), 0);
  /* A Level Zero context does not know another context's memory, so this uses the default context, as the library
   * does. */
  ze.context = default_context(first);
  EXPECT(ze.context != NULL);
  const ze_queue_desc in_order = {0xe, NULL, 0, 0, 2, 2, 0};
  EXPECT_EQ(make_list(ze.context, ze.device, &in_order, &ze.list), 0);
  driver.allocate = ze_allocate;
  driver.allocate_managed = ze_allocate_managed;
  driver.release = ze_release;
  driver.pin = ze_pin;
  driver.unpin = ze_release;
  driver.begin_copy = ze_begin_copy;
  driver.finish_copies = ze_finish_copies;
}

/* The host as an offload device of LLVM: its memory is the host's. */
static void libomp_begin_copy(void* dest, const void* source, size_t bytes) { memcpy(dest, source, bytes); }
static void libomp_finish_copies(void) {}
static void libomp_open(void) {
  driver.begin_copy = libomp_begin_copy;
  driver.finish_copies = libomp_finish_copies;
}

void driver_open(const char* kind) {
  if (strcmp(kind, "LIBOMP") == 0) {
    libomp_open();
    return;
  }
  const int is_cuda = strcmp(kind, "CUDA") == 0, is_hip = strcmp(kind, "HIP") == 0;
  EXPECT(is_cuda || is_hip || strcmp(kind, "ZE") == 0);
  library = dlopen(is_cuda ? "libcuda.so.1" : is_hip ? "libamdhip64.so.6" : "libze_loader.so.1", RTLD_NOW | RTLD_LOCAL);
  EXPECT(library != NULL);
  if (is_cuda) cuda_open();
  if (is_hip) hip_open();
  if (!is_cuda && !is_hip) ze_open();
}

void* driver_malloc(size_t bytes) { return driver.allocate(bytes); }
void* driver_malloc_managed(size_t bytes) { return driver.allocate_managed(bytes); }
void* driver_malloc_virtual(size_t bytes) {
  return driver.allocate == cuda_allocate ? cuda_allocate_virtual(bytes) : driver.allocate(bytes);
}
void driver_free_virtual(void* pointer, size_t bytes) {
  driver.allocate == cuda_allocate ? cuda_release_virtual(pointer, bytes) : driver.release(pointer);
}
void driver_free(void* pointer) { driver.release(pointer); }
void* driver_pin(size_t bytes) { return driver.pin(bytes); }
void driver_unpin(void* pointer) { driver.unpin(pointer); }
void driver_begin_copy(void* dest, const void* source, size_t bytes) { driver.begin_copy(dest, source, bytes); }
void driver_finish_copies(void) { driver.finish_copies(); }
int driver_last_error(void) {
  int (*last)(void) = NULL;
  if (!hip.stream) return 0;
  find("hipGetLastError", &last);
  return last();
}
void* driver_stream(void) { return cuda.stream ? cuda.stream : hip.stream; }
void* driver_open_stream(void) {
  void* stream = NULL;
  if (cuda.stream) return cuda_open_stream();
  EXPECT_EQ(hip.stream_create(&stream, 1), 0);
  return stream;
}
void driver_finish(void* stream) {
  if (cuda.stream)
    cuda_finish(stream);
  else
    EXPECT_EQ(hip.stream_synchronize(stream), 0);
}
void driver_copy(void* dest, const void* source, size_t bytes) {
  driver.begin_copy(dest, source, bytes);
  driver.finish_copies();
}

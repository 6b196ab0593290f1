// A heap, and static data, in device memory for any OpenSHMEM program, to be loaded in front of the library:
//   SHMEM_SYMMETRIC_PARTITION2=SIZE=64M:KIND=CUDA oshrun -n 2 env LD_PRELOAD=.../device_heap.so ./a.out
// The program gets shadows (shadow.h) of blocks in partition 2. DEVICE_HEAP=alternate leaves every second block, and
// the static data, in host memory. Locks, which the library refuses on devices, are served from host memory.
#define ISTHMUS_NO_GENERICS
#include <dlfcn.h>
#include <link.h>
#include <pshmem.h>
#include <shmemx.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

#include "shadow.h"
extern "C" {
#include "driver.h"
}

namespace {

constexpr int kDevicePartition = 2;
constexpr std::size_t kLocks = 4096;
constexpr std::size_t kAnyType = 16;

int depth;  // of calls of shmem_init
bool alternate;
unsigned blocks;
long* locks;

[[noreturn]] void give_up(const char* why) {
  std::fprintf(stderr, "device_heap: %s\n", why);
  pshmem_global_exit(3);
  std::abort();
}

struct Range {
  std::uintptr_t from, to;
};

/// The executable's writable memory that the library has made symmetric, recognised by the memfd of this name that is
/// mapped there. Mappings of that name elsewhere are those of peers.
std::vector<Range> static_data() {
  Range executable{};
  const auto look = [](dl_phdr_info* info, std::size_t, void* out) {
    auto& range = *static_cast<Range*>(out);
    range.from = info->dlpi_addr;
    for (int i = 0; i < info->dlpi_phnum; ++i)
      range.to = std::max(range.to, info->dlpi_addr + info->dlpi_phdr[i].p_vaddr + info->dlpi_phdr[i].p_memsz);
    return 1;  // the executable comes first
  };
  dl_iterate_phdr(look, &executable);
  std::vector<Range> found;
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    Range range{};
    if (line.find("memfd:isthmus-static") != line.npos &&
        std::sscanf(line.c_str(), "%lx-%lx", &range.from, &range.to) == 2 && range.from >= executable.from &&
        range.from < executable.to)
      found.push_back(range);
  }
  return found;
}

void adopt_static_data() {
  for (const Range& range : static_data()) {
    void* const device = shmem_partition_align(4096, range.to - range.from, kDevicePartition);
    if (device == nullptr) give_up("no room for static data in partition 2");
    shadow_adopt(reinterpret_cast<void*>(range.from), device, range.to - range.from);
  }
}

void begin() {
  const char* const mode = std::getenv("DEVICE_HEAP");
  alternate = mode != nullptr && std::strcmp(mode, "alternate") == 0;
  shmemx_partition_info_t device;
  if (shmemx_partition_query(kDevicePartition, &device) != 0 || std::strcmp(device.kind, "HOST") == 0)
    give_up("partition 2 is no device memory; set SHMEM_SYMMETRIC_PARTITION2");
  driver_open(device.kind);
  locks = static_cast<long*>(pshmem_calloc(kLocks, sizeof(long)));
  shadow_of(device.base, device.size);
  if (!alternate) adopt_static_data();
  pshmem_barrier_all();
}

/// Called while all communication can still complete and no PE has released its memory.
void end() {
  shadow_close();
  pshmem_barrier_all();
  shadow_end();
  pshmem_free(locks);
}

bool is_shadow(const void* p) { return shadow_offset(p) >= 0; }

template <class Host>
void* allocate(std::size_t alignment, std::size_t bytes, Host on_host) {
  shadow_close();
  // For size 0 the library itself answers, as it would on the heap.
  const bool host = bytes == 0 || (alternate && blocks++ % 2 != 0);
  void* const p = host ? on_host() : shmem_partition_align(alignment, bytes, kDevicePartition);
  shadow_close();
  return host || p == nullptr ? p : shadow_from_device(p);
}

long* host_lock(long* lock) {
  const long offset = shadow_offset(lock);
  return offset < 0 ? lock : &locks[static_cast<std::size_t>(offset) / sizeof(long) % kLocks];
}

/// Calls the library's own definition of an extension, which has no pshmem_ name.
template <class Function>
Function* next(Function*, const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

}  // namespace

extern "C" {

void shmem_init() {
  pshmem_init();
  if (depth++ == 0) begin();
}

int shmem_init_thread(int requested, int* provided) {
  const int status = pshmem_init_thread(requested, provided);
  if (depth++ == 0) begin();
  return status;
}

void start_pes(int npes) {
  pstart_pes(npes);
  if (depth != 0) return;
  ++depth;
  begin();
  std::atexit([] {  // before the library's own, which came first
    if (depth != 0) end();
  });
}

void shmem_finalize() {
  if (depth != 0 && --depth == 0) end();
  shadow_close();
  pshmem_finalize();
}

void* shmem_malloc(std::size_t size) {
  return allocate(kAnyType, size, [=] { return pshmem_malloc(size); });
}
void* shmem_malloc_with_hints(std::size_t size, long hints) {
  return allocate(kAnyType, size, [=] { return pshmem_malloc_with_hints(size, hints); });
}
void* shmem_align(std::size_t alignment, std::size_t size) {
  return allocate(alignment, size, [=] { return pshmem_align(alignment, size); });
}
void* shmem_calloc(std::size_t count, std::size_t size) {
  std::size_t bytes = 0;
  if (__builtin_mul_overflow(count, size, &bytes)) bytes = SIZE_MAX;
  void* const p = allocate(kAnyType, bytes, [=] { return pshmem_calloc(count, size); });
  if (!is_shadow(p)) return p;
  std::memset(p, 0, bytes);
  shadow_close();
  pshmem_barrier_all();
  return p;
}

void* shmem_realloc(void* ptr, std::size_t size) {
  if (ptr == nullptr) return shmem_malloc(size);
  shadow_close();
  void* const p = pshmem_realloc(shadow_to_device(ptr), size);
  return p != nullptr && is_shadow(ptr) ? shadow_from_device(p) : p;
}

void shmem_free(void* ptr) {
  shadow_close();
  pshmem_free(shadow_to_device(ptr));
}

void* shmalloc(std::size_t size) { return shmem_malloc(size); }
void* shmemalign(std::size_t alignment, std::size_t size) { return shmem_align(alignment, size); }
void* shrealloc(void* ptr, std::size_t size) { return shmem_realloc(ptr, size); }
void shfree(void* ptr) { shmem_free(ptr); }

// Device memory of another PE cannot be loaded from or stored to.
void* shmem_ptr(const void* dest, int pe) {
  if (!is_shadow(dest)) return pshmem_ptr(dest, pe);
  return pe == pshmem_my_pe() ? const_cast<void*>(dest) : nullptr;
}
void* shmem_team_ptr(shmem_team_t team, const void* dest, int pe) {
  if (!is_shadow(dest)) return pshmem_team_ptr(team, dest, pe);
  return shmem_ptr(dest, pshmem_team_translate_pe(team, pe, SHMEM_TEAM_WORLD));
}

void shmem_set_lock(long* lock) {
  shadow_close();
  pshmem_set_lock(host_lock(lock));
  shadow_close();
}
void shmem_clear_lock(long* lock) {
  shadow_close();
  pshmem_clear_lock(host_lock(lock));
}
int shmem_test_lock(long* lock) {
  shadow_close();
  const int status = pshmem_test_lock(host_lock(lock));
  shadow_close();
  return status;
}

// A question about the heap must be answered for the device memory behind the shadow.
const char* shmemx_kind_of(const void* ptr) { return next(shmemx_kind_of, "shmemx_kind_of")(shadow_to_device(ptr)); }
int shmemx_partition_of(const void* ptr) {
  return next(shmemx_partition_of, "shmemx_partition_of")(shadow_to_device(ptr));
}
int shmemx_heap_query(int partition, shmemx_heap_info_t* info) {
  return next(shmemx_heap_query, "shmemx_heap_query")(partition == 1 && !alternate ? kDevicePartition : partition,
                                                      info);
}

}  // extern "C"

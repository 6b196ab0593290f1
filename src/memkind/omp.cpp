// Device memory from omp_target_alloc of the OpenMP runtime in this process, for the devices of any vendor. There are
// three cases. If the memory is of a kind that we support (CUDA, HIP, ZE), that kind's functions do everything but the
// allocation. If the device is the host itself (LLVM's host plugins), its pages are replaced by those of a memfd, which
// peers can map. Otherwise data is copied by omp_target_memcpy, which blocks, and other processes cannot map it.
#include <fcntl.h>
#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <shared_mutex>

#include "base/error.hpp"
#include "base/mapping.hpp"
#include "memkind/driver.hpp"
#include "memkind/word_change.hpp"

namespace isthmus::memkind {
namespace {

struct Runtime : Library {
  Runtime()
      : Library("LIBOMP", "omp_target_alloc", {"libomptarget.so.19.1", "libomptarget.so"},
                "build the program with OpenMP offloading, put LLVM's folder into LD_LIBRARY_PATH, or leave "
                "KIND=LIBOMP out") {
    // From LLVM 19 on the first device code that a program registers starts the runtime. This program has none.
    if (void (*start)() = find_optional("__tgt_rtl_init"); start && is_new()) start();
  }

  int (*device_count)() = find("omp_get_num_devices");
  int (*host_device)() = find("omp_get_initial_device");
  void* (*allocate)(std::size_t, int) = find("omp_target_alloc");
  void (*free)(void*, int) = find("omp_target_free");
  int (*copy)(void*, const void*, std::size_t, std::size_t, std::size_t, int, int) = find("omp_target_memcpy");
};

const Runtime& runtime() {
  static const Runtime loaded;
  return loaded;
}

/// The kind that the runtime's device memory has (CUDA, HIP or ZE); null if it is none of them.
const Kind* vendor = nullptr;

/// A region and its device. omp_target_memcpy has to be told the device of each address, so all regions are listed.
struct Range {
  std::uintptr_t base;
  std::size_t size;
  int device;
  void* start;   ///< of the allocation
  bool on_host;  ///< the device is the host: the memory is of this process, and peers map it
};
std::shared_mutex ranges_mutex;
std::vector<Range> ranges;

/// The OpenMP device number of an address: that of the region that holds it, otherwise the host's.
int device_of(const void* p) {
  const std::shared_lock lock(ranges_mutex);
  for (const Range& range : ranges)
    if (reinterpret_cast<std::uintptr_t>(p) - range.base < range.size) return range.device;
  return runtime().host_device();
}

const Kind* find_vendor(const void* p) {
  for (const Kind* kind : {&kCuda, &kHip, &kZe})
    if (kind->device->adopt(p)) return kind;
  return nullptr;
}

/// Whether all pages of the region are private, writable memory of this process (rw-p in /proc/self/maps).
bool is_ordinary(const Region& region) {
  auto next = reinterpret_cast<std::uintptr_t>(region.address);
  const std::uintptr_t end = next + region.size;
  std::ifstream maps("/proc/self/maps");
  for (std::string line; next < end && std::getline(maps, line);) {
    std::uintptr_t from = 0, to = 0;
    char rights[5] = {};
    if (std::sscanf(line.c_str(), "%" SCNxPTR "-%" SCNxPTR " %4s", &from, &to, rights) != 3) return false;
    if (from <= next && next < to && std::strcmp(rights, "rw-p") == 0) next = to;
  }
  return next >= end;
}

/// Replaces the pages of a new region by those of a memfd, which peers can map. If that fails, no peer can.
void make_shareable(Region& region) {
  if (!is_ordinary(region)) return;
  base::Fd fd(memfd_create("isthmus-omp", MFD_CLOEXEC));
  if (!fd || ftruncate(fd.get(), static_cast<off_t>(region.size)) != 0) return;
  if (mmap(region.address, region.size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED | MAP_NORESERVE, fd.get(), 0) ==
      MAP_FAILED)
    return;
  region.backing = std::move(fd);
  region.skipped = 0;  // the descriptor starts with the region
}

/// Replaces the memfd's pages by private ones again before the region goes back to the runtime, which may reuse it.
void make_ordinary(Region& region) {
  if (!region.backing) return;
  mmap(region.address, region.size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE, -1,
       0);
}

Region alloc(const config::PartitionSpec& spec, void*) {
  const int device = choose_device(spec, runtime().device_count(),
                                   "OMP_TARGET_OFFLOAD and that the program has target regions for the device");
  const auto allocate = [&](std::size_t bytes) {
    void* p = runtime().allocate(bytes, device);
    if (!p)
      throw base::SetupError(base::text("%s: omp_target_alloc found no room for %s on device %d; set SIZE lower",
                                        in_words(spec).c_str(), in_words(bytes).c_str(), device));
    return p;
  };
  Region region = place(spec.size, device, allocate, [&](void* p) { runtime().free(p, device); });
  void* start = start_of(region);
  const Kind* beneath = find_vendor(start);
  if (!ranges.empty() && beneath != vendor) {
    runtime().free(start, device);
    throw base::SetupError(in_words(spec) +
                           ": its device has another vendor than that of the partition before; choose "
                           "devices of one vendor");
  }
  vendor = beneath;
  if (!vendor) make_shareable(region);
  const std::unique_lock lock(ranges_mutex);
  ranges.push_back({reinterpret_cast<std::uintptr_t>(region.address), region.size, device, start,
                    static_cast<bool>(region.backing)});
  return region;
}

void free_region(Region& region) {
  std::unique_lock lock(ranges_mutex);
  const auto found = std::find_if(ranges.begin(), ranges.end(), [&](const Range& range) {
    return range.base == reinterpret_cast<std::uintptr_t>(region.address);
  });
  if (found == ranges.end()) return;
  make_ordinary(region);
  void* const start = found->start;
  ranges.erase(found);
  lock.unlock();  // the driver may wait for kernels, which may wait for somebody who needs the lock
  runtime().free(start, region.device);
  region = Region{};
}

Queue* open_queue() { return vendor ? vendor->device->open_queue() : nullptr; }

void close_queue(Queue* queue) {
  if (vendor) vendor->device->close_queue(queue);
}

void begin_copy(Queue* queue, void* dest, const void* source, std::size_t bytes) {
  if (vendor) return vendor->device->copy(queue, dest, source, bytes);
  if (runtime().copy(dest, source, bytes, 0, 0, device_of(dest), device_of(source)) != 0)
    base::fatal("omp_target_memcpy",
                base::text("the OpenMP runtime did not copy %zu bytes from %p to %p", bytes, source, dest));
}

void finish(Queue* queue) {
  if (vendor) vendor->device->finish(queue);
}

/// Without a vendor's kind ordinary memory will do: the device is the host, or omp_target_memcpy does the staging.
void* pin(std::size_t bytes) { return vendor ? vendor->device->pin(bytes) : std::malloc(bytes); }

void unpin(void* pinned) {
  if (vendor) return vendor->device->unpin(pinned);
  std::free(pinned);
}

bool adopt(const void*) { return false; }

/// What omp_target_alloc returned elsewhere is memory of a vendor's kind, which recognises it, or host memory.
bool present() { return false; }

std::vector<std::string> list() {
  std::vector<std::string> lines;
  for (int device = 0; device < runtime().device_count(); ++device)
    lines.push_back(base::text("%d: an OpenMP target device", device));
  return lines;
}

/// Where the device is the host, its kernels are this processor's code.
bool change_word(void* word, const WordChange& change, std::uint64_t& old) {
  if (vendor) return vendor->device->change_word && vendor->device->change_word(word, change, old);
  {
    const std::shared_lock lock(ranges_mutex);
    if (ranges.empty() || !ranges.front().on_host) return false;
  }
  old = change_here(word, change);
  return true;
}

bool reaches(const void* own) { return !vendor || memkind::reaches(*vendor, own); }
const char* in_turns() { return vendor && vendor->device->in_turns ? vendor->device->in_turns() : nullptr; }
void load_kernels(kernels::Set which) {
  if (vendor && vendor->device->load_kernels) vendor->device->load_kernels(which);
}
void spin_in_waits() {
  if (vendor && vendor->device->spin_in_waits) vendor->device->spin_in_waits();
}

Limits limits;
constexpr Device kDevice{
    .open_queue = open_queue,
    .close_queue = close_queue,
    .copy = begin_copy,
    .store = nullptr,
    .finish = finish,
    .pin = pin,
    .unpin = unpin,
    .adopt = adopt,
    .present = present,
    .describe = nullptr,
    .settle = nullptr,
    .register_host = nullptr,
    .unregister_host = nullptr,
    .host_atomics = nullptr,
    .list = list,
    .launch = nullptr,
    .load_kernels = load_kernels,
    .change_word = change_word,
    .reaches = reaches,
    .in_turns = in_turns,
    .spin_in_waits = spin_in_waits,
    .streams = nullptr,  // the vendor's, see device/stream_proxy.cpp
    .fabric_kind = 0,
    .limits = &limits,
};

void copy(void* dest, const void* source, std::size_t bytes) {
  if (vendor) return vendor->copy(dest, source, bytes);
  begin_copy(nullptr, dest, source, bytes);
}

void fill(void* dest, int byte, std::size_t bytes) {
  if (vendor) return vendor->fill(dest, byte, bytes);
  std::array<char, 65536> piece;
  std::memset(piece.data(), byte, piece.size());
  for (std::size_t done = 0; done < bytes; done += piece.size())
    copy(static_cast<char*>(dest) + done, piece.data(), std::min(piece.size(), bytes - done));
}

Handle export_handle(const Region& region) {
  if (vendor) return vendor->export_handle(region);
  if (!region.backing)
    throw base::SetupError("the OpenMP runtime shares no memory of this device with other processes");
  Handle handle;
  handle.fd = base::Fd(fcntl(region.backing.get(), F_DUPFD_CLOEXEC, 0));
  if (!handle.fd) base::throw_errno("cannot share the memory of an OpenMP device");
  return handle;
}

void* import_handle(const Handle& handle, std::size_t bytes) {
  if (vendor) return vendor->import_handle(handle, bytes);
  base::Mapping mapping(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, handle.fd.get());
  if (!mapping) base::throw_errno("cannot map the memory of a peer's OpenMP device");
  void* address = mapping.get();
  mapping.release();
  return address;
}

void release_import(void* address, std::size_t bytes) {
  if (vendor) return vendor->release_import(address, bytes);
  munmap(address, bytes);
}

bool query(const void* p) {
  if (vendor && vendor->query(p)) return true;
  const std::shared_lock lock(ranges_mutex);
  return std::any_of(ranges.begin(), ranges.end(),
                     [&](const Range& range) { return reinterpret_cast<std::uintptr_t>(p) - range.base < range.size; });
}

}  // namespace

const Kind kOmp{
    .name = "LIBOMP",
    .device = &kDevice,
    .alloc = alloc,
    .free = free_region,
    .copy = copy,
    .fill = fill,
    .export_handle = export_handle,
    .import_handle = import_handle,
    .release_import = release_import,
    .query = query,
};

}  // namespace isthmus::memkind

#include "job.hpp"

#include <pshmem.h>
#include <shmemx.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "device.hpp"
#include "export.hpp"
#include "say.hpp"
#include "settings.hpp"
#include "vendor.hpp"

namespace isthmus::omp {
namespace {

/// A partition in which objects that are mapped to a device get their storage; `block` holds the mirror and the pool.
struct Served {
  int partition;
  Device* device;
  void* block;
};

std::vector<Served> served;
std::atomic<int> users = 0;  // calls of shmem_init minus calls of shmem_finalize
std::atomic<bool> ended = false;
bool checks = false;
int wanted_partition = 0;  // 0: all
bool passed_over = false;  // a partition in device memory that cannot hold maps

/// Collective. Allocates the mirror and the pool in the partition. Their sizes follow from the settings and from sizes
/// that all PEs have in common, so they are the same on all PEs.
void serve(int partition, const shmemx_partition_info_t& info, const Settings& settings) {
  shmemx_partition_info_t heap{};
  shmemx_partition_query(1, &heap);
  constexpr std::size_t kPage = 4096;
  const auto share = [&](int percent) { return info.size * static_cast<std::size_t>(percent) / 100 / kPage * kPage; };
  const std::size_t mirror = std::min(share(settings.mirror_percent), heap.size), pool = share(settings.pool_percent);
  if (mirror + pool == 0) return;
  void* block = shmem_partition_align(kPage, mirror + pool, partition);
  if (!block)
    fail("shmem_init",
         text("partition %d has no room for mapped objects (SHMEM_OMP_MIRROR, SHMEM_OMP_POOL)", partition));
  Device& device = devices[static_cast<std::size_t>(info.device)];
  auto* start = static_cast<char*>(block);
  device.open(partition, {reinterpret_cast<std::uintptr_t>(heap.base), start, mirror}, start + mirror, pool);
  if (checks) device.storage().sequence().keep();
  served.push_back({partition, &device, block});
}

/// Collective. Whether it holds on every PE. In memory of the team: a block of the heap, even if it is freed again,
/// would move the program's first objects, and so their copies in the mirror.
bool holds_everywhere(bool here) {
  auto* words = static_cast<unsigned*>(shmemx_team_malloc(SHMEM_TEAM_WORLD, 2 * sizeof(unsigned)));
  if (!words) fail("shmem_init", "there is no memory of teams to agree on devices; set a larger SHMEM_TEAM_HEAP_SIZE");
  words[0] = here;
  pshmem_uint_and_reduce(SHMEM_TEAM_WORLD, &words[1], &words[0], 1);
  const bool everywhere = words[1] != 0;
  shmemx_team_free(SHMEM_TEAM_WORLD, words);
  return everywhere;
}

/// On this PE: where PEs have different devices, a device may have its partition already on some of them only.
bool can_hold_maps(const shmemx_partition_info_t& info, int n_devices) {
  return info.device >= 0 && info.device < std::min(n_devices, kMaxDevices) &&
         !devices[static_cast<std::size_t>(info.device)].serves();
}

/// Collective: all PEs have the same partitions, and a partition holds maps on every PE or on none.
void open_job() {
  set_pe(pshmem_my_pe());
  const Settings settings = read_settings();
  mode = settings.mode;
  ended = false;
  checks = settings.check;
  passed_over = false;
  wanted_partition = settings.partition;
  const Vendor* runtime = settings.mode == Mode::off ? nullptr : find_vendor();
  if (!runtime) return;
  for (int id = 2; id <= 127; ++id) {
    shmemx_partition_info_t info{};
    if ((settings.partition && id != settings.partition) || shmemx_partition_query(id, &info) != 0) continue;
    if (std::strcmp(info.kind, "HOST") == 0) continue;
    if (holds_everywhere(can_hold_maps(info, runtime->num_devices())))
      serve(id, info, settings);
    else
      passed_over = true;
  }
  if (served.empty() && settings.mode == Mode::all) tell_why_not(-1);
}

void close_job() {
  std::size_t left = 0;
  for (const Served& one : served) left += one.device->close();
  if (left)
    say(text("shmem_finalize: %zu object%s still mapped in symmetric device memory, which ends here; unmap them before",
             left, left == 1 ? " is" : "s are"));
  served.clear();
  ended = true;
}

void enter() {
  if (users.fetch_add(1) == 0) open_job();
}

/// Must be called before pshmem_finalize, because the last one unmaps the partitions.
void leave() {
  if (users.fetch_sub(1) == 1) close_job();
}

std::string why_not(std::int64_t number) {
  if (ended) return "after shmem_finalize there is no symmetric memory";
  if (users == 0) return "before shmem_init there is no symmetric memory";
  if (!find_vendor()) return why_no_vendor();
  if (served.empty() && passed_over)
    return "on some PE, the device of the partition is none of OpenMP's; set DEVICE to one that all PEs have";
  if (served.empty() && wanted_partition)
    return text("SHMEM_OMP_PARTITION=%d is no partition in device memory; leave it out, or configure that partition",
                wanted_partition);
  if (served.empty())
    return "no partition in device memory is configured; set SHMEM_SYMMETRIC_PARTITION2=SIZE=<size>:KIND=LIBOMP";
  return text(
      "the partition is on device %d, the map is of device %lld; call "
      "omp_set_default_device(shmemx_omp_device()), or set DEVICE=%lld for the partition",
      served.front().device->number(), static_cast<long long>(number), static_cast<long long>(number));
}

}  // namespace

void tell_why_not(std::int64_t number) {
  static Once inside, after;
  if (number < 0 && find_vendor()) number = vendor().default_device();
  (ended ? after : inside)
      .say("an object whose map is selected gets the runtime's own storage, which other PEs cannot reach: " +
           why_not(number));
}

bool can_serve(const char* call) {
  if (!served.empty()) return true;
  static Once inside, after;
  (ended ? after : inside).say(std::string(call) + ": nothing can be selected: " + why_not(-1));
  return false;
}

}  // namespace isthmus::omp

using namespace isthmus::omp;

ISTHMUS_EXPORT void shmem_init() {
  pshmem_init();
  enter();
}

ISTHMUS_EXPORT int shmem_init_thread(int requested, int* provided) {
  const int status = pshmem_init_thread(requested, provided);
  if (status == 0) enter();
  return status;
}

ISTHMUS_EXPORT void start_pes(int n) {
  pstart_pes(n);
  enter();
  std::atexit(leave);  // runs before the finalisation that pstart_pes has registered
}

ISTHMUS_EXPORT void shmem_finalize() {
  leave();
  pshmem_finalize();
}

ISTHMUS_EXPORT void shmem_barrier_all() {
  if (checks)
    for (const Served& one : served)
      if (one.device->storage().sequence().kept()) one.device->storage().sequence().compare(one.partition);
  pshmem_barrier_all();
}

ISTHMUS_EXPORT int shmemx_omp_device() { return served.empty() ? -1 : served.front().device->number(); }

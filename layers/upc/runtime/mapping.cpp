// Segments at one distance: what a reference to a thread of this node costs is then one addition (inline.c).
#include <shmem.h>
#include <sys/mman.h>
#include <unistd.h>

#include "job.hpp"

namespace isthmus::upc {
namespace {

/// Writes a word at both ends of this thread's segment, by which the other threads know it.
uint64_t* first_word() { return reinterpret_cast<uint64_t*>(segment); }
uint64_t* last_word() { return reinterpret_cast<uint64_t*>(segment + segment_bytes) - 1; }
uint64_t stamp_of(int thread) { return 0x5550435f7365676dull + static_cast<uint64_t>(thread); }

/// Maps every segment a second time, or none. The first addresses stay: SHMEM knows them.
char* map_all() {
  const auto page = static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
  const uint64_t ahead = reinterpret_cast<uint64_t>(segment) % page, threads = static_cast<uint64_t>(upcr_threads);
  void* reserved = mmap(nullptr, threads * UPCR_MAX_SEGMENT + page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (reserved == MAP_FAILED) return nullptr;
  char* origin = static_cast<char*>(reserved) + ahead;
  for (uint64_t thread = 0; thread < threads; ++thread) {
    char* target = origin + thread * UPCR_MAX_SEGMENT;
    const uint64_t bytes = (ahead + segment_bytes + page - 1) / page * page;
    // An old size of 0 asks Linux for another mapping of the same shared memory.
    const bool done = reinterpret_cast<uint64_t>(upcr_base[thread]) % page == ahead &&
                      mremap(upcr_base[thread] - ahead, 0, bytes, MREMAP_MAYMOVE | MREMAP_FIXED, target - ahead) != MAP_FAILED;
    const auto* ends = reinterpret_cast<volatile uint64_t*>(target);
    if (done && ends[0] == stamp_of(static_cast<int>(thread)) && ends[segment_bytes / sizeof(uint64_t) - 1] == ends[0]) continue;
    munmap(reserved, threads * UPCR_MAX_SEGMENT + page);
    return nullptr;
  }
  // Nothing but null pointers leads to the head by way of this mapping.
  if (ahead == 0 && page <= kHeadBytes) mprotect(origin, page, PROT_NONE);
  return origin;
}

}  // namespace

void map_at_one_distance() {
  *first_word() = *last_word() = stamp_of(upcr_mythread);
  shmem_barrier_all();
  upcr_origin = reinterpret_cast<uint64_t>(map_all());
  shmem_barrier_all();
  *first_word() = *last_word() = 0;
}

}  // namespace isthmus::upc

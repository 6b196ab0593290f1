// Memory that is symmetric over a team only.
#include "runtime/team_memory.hpp"

#include "api/stamp.hpp"
#include "api/team_call.hpp"
#include "base/log.hpp"

using namespace isthmus;
using memory::kAnyType;
using runtime::world;

namespace {

void* allocate(const char* call, shmem_team_t handle, std::size_t alignment, std::size_t bytes) {
  runtime::Job& job = runtime::job(call);
  comm::Team& team = api::team_of(call, handle);
  if (bytes == 0) return nullptr;
  if (alignment == 0 || (alignment & (alignment - 1)) != 0)
    base::fatal(call, base::text("alignment %zu is not a power of two; use 8, 16, 32, ..", alignment));
  api::match(call, team, bytes, alignment);
  void* p = runtime::team_allocate(job, team, bytes, alignment);
  if (!p && team.me == 0)
    base::debug(
        base::text("%s: the PEs of the team have no room for %zu bytes (alignment %zu) in common; "
                   "SHMEM_TEAM_HEAP_SIZE is %zu",
                   call, bytes, alignment, job.memory->team_heap().segment().size));
  return p;
}

}  // namespace

EXTENSION(void*, shmemx_team_malloc, (shmem_team_t team, size_t bytes)) {
  return allocate("shmemx_team_malloc", team, kAnyType, bytes);
}

EXTENSION(void*, shmemx_team_align, (shmem_team_t team, size_t alignment, size_t bytes)) {
  return allocate("shmemx_team_align", team, alignment, bytes);
}

EXTENSION(void, shmemx_team_free, (shmem_team_t handle, void* ptr)) {
  constexpr const char* call = "shmemx_team_free";
  runtime::Job& job = runtime::job(call);
  comm::Team& team = api::team_of(call, handle);
  if (!ptr) return;
  memory::TeamHeap& heap = job.memory->team_heap();
  if (heap.extent(team.slot, ptr) == 0)
    base::fatal(call, base::text("%p is not a block of this team; freed twice, or allocated with another team?", ptr));
  api::match(call, team, heap.segment().offset(ptr));
  runtime::team_free(job, team, ptr);
}

// Memory of one PE, of any kind.
#include "memory/local_memory.hpp"

#include <cstring>

#include "api/stamp.hpp"
#include "base/error.hpp"
#include "base/log.hpp"

using namespace isthmus;

static_assert(sizeof(shmemx_local_handle_t) >= sizeof(memory::LocalHandle));

EXTENSION(void*, shmemx_local_malloc, (const char* kind, int device, size_t bytes)) {
  constexpr const char* call = "shmemx_local_malloc";
  runtime::job(call);
  try {
    return memory::allocate_local(call, kind ? kind : "", device, bytes);
  } catch (const base::SetupError& failure) {
    base::say(failure.what());
    return nullptr;
  }
}

EXTENSION(void, shmemx_local_free, (void* ptr)) {
  if (ptr) memory::free_local("shmemx_local_free", ptr);
}

EXTENSION(void, shmemx_local_copy, (void* dest, const void* source, size_t bytes)) {
  memory::copy_local(dest, source, bytes);
}

EXTENSION(int, shmemx_local_share, (const void* ptr, shmemx_local_handle_t* handle)) {
  memory::LocalHandle mine;
  if (!memory::share_local(ptr, mine)) return 1;
  std::memcpy(handle, &mine, sizeof mine);
  return 0;
}

EXTENSION(void*, shmemx_local_map, (const shmemx_local_handle_t* handle)) {
  memory::LocalHandle theirs;
  std::memcpy(&theirs, handle, sizeof theirs);
  return memory::map_local(theirs);
}

// Puts and gets with counters of their completion.
#include "ops/counted.hpp"

#include "api/stamp.hpp"

using namespace isthmus;
using ofi::NoRoom;

EXTENSION(void, shmemx_putmem_counted, (void* dest, const void* source, size_t nelems, int pe, uint64_t* completed)) {
  ops::put_counted(runtime::default_context(), "shmemx_putmem_counted", dest, source, nelems, pe, completed,
                   NoRoom::wait);
}

EXTENSION(void, shmemx_getmem_counted, (void* dest, const void* source, size_t nelems, int pe, uint64_t* completed)) {
  ops::get_counted(runtime::default_context(), "shmemx_getmem_counted", dest, source, nelems, pe, completed,
                   NoRoom::wait);
}

EXTENSION(int, shmemx_putmem_counted_try,
          (void* dest, const void* source, size_t nelems, int pe, uint64_t* completed)) {
  return !ops::put_counted(runtime::default_context(), "shmemx_putmem_counted_try", dest, source, nelems, pe, completed,
                           NoRoom::refuse);
}

EXTENSION(int, shmemx_getmem_counted_try,
          (void* dest, const void* source, size_t nelems, int pe, uint64_t* completed)) {
  return !ops::get_counted(runtime::default_context(), "shmemx_getmem_counted_try", dest, source, nelems, pe, completed,
                           NoRoom::refuse);
}

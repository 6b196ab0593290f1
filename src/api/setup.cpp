// Initialisation, exit and queries.
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "api/stamp.hpp"
#include "base/error.hpp"
#include "bootstrap/exchange.hpp"
#include "device/calls.hpp"
#include "runtime/lifetime.hpp"
#include "runtime/version.hpp"

using namespace isthmus;
using runtime::world;

API(int, shmem_init_thread, (int requested, int* provided)) {
  try {
    if (requested < SHMEM_THREAD_SINGLE || requested > SHMEM_THREAD_MULTIPLE) {
      base::set_identity(bootstrap::exchange().pe());
      base::fatal("shmem_init_thread", base::text("thread level %d does not exist; use SHMEM_THREAD_SINGLE, FUNNELED, "
                                                  "SERIALIZED or MULTIPLE", requested));
    }
    runtime::init(requested);
    device::begin();
  } catch (const base::SetupError&) {
    return 1;  // the reason is printed
  }
  if (provided) *provided = world.thread_level;
  return 0;
}

API(void, shmem_init, (void)) {
  if (pshmem_init_thread(SHMEM_THREAD_SINGLE, nullptr) != 0) std::exit(1);
}

API(void, shmem_finalize, (void)) { runtime::finalize(); }
API(__attribute__((__noreturn__)) void, shmem_global_exit, (int status)) { runtime::global_exit(status); }
EXTENSION(void, shmemx_leave, (void)) { runtime::leave(); }
API(void, shmem_query_initialized, (int* initialized)) { *initialized = world.users > 0; }
API(void, shmem_query_thread, (int* provided)) { *provided = world.thread_level; }

API(void, start_pes, (int)) {
  try {
    runtime::init_until_exit();
    device::begin();
  } catch (const base::SetupError&) {
    std::exit(1);
  }
}

API(int, shmem_my_pe, (void)) {
  if (world.my_pe < 0) [[unlikely]]
    comm::not_initialized("shmem_my_pe");
  return world.my_pe;
}

API(int, shmem_n_pes, (void)) {
  if (world.n_pes == 0) [[unlikely]]
    comm::not_initialized("shmem_n_pes");
  return world.n_pes;
}

API(int, _my_pe, (void)) { return pshmem_my_pe(); }
API(int, _num_pes, (void)) { return pshmem_n_pes(); }

API(int, shmem_pe_accessible, (int pe)) {
  runtime::job("shmem_pe_accessible");
  return pe >= 0 && pe < world.n_pes;
}

API(int, shmem_addr_accessible, (const void* addr, int pe)) {
  runtime::job("shmem_addr_accessible");
  return world.context.accessible(addr, pe);
}

API(void*, shmem_ptr, (const void* dest, int pe)) {
  runtime::job("shmem_ptr");
  return world.context.find(dest, pe);
}

API(void, shmem_info_get_version, (int* major, int* minor)) {
  *major = SHMEM_MAJOR_VERSION;
  *minor = SHMEM_MINOR_VERSION;
}

API(void, shmem_info_get_name, (char* name)) { std::snprintf(name, SHMEM_MAX_NAME_LEN, "%s", SHMEM_VENDOR_STRING); }

API(void, shmem_pcontrol, (int, ...)) {}

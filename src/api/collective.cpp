// Synchronisation and collectives that move data, over all PEs and over teams.
#include "api/collective_call.hpp"
#include "api/stamp.hpp"
#include "base/product.hpp"
#include "collectives/alltoall/alltoall.hpp"
#include "collectives/broadcast/broadcast.hpp"
#include "collectives/collect/collect.hpp"
#include "runtime/lifetime.hpp"

using namespace isthmus;

API(void, shmem_barrier_all, (void)) { runtime::barrier_all("shmem_barrier_all"); }
API(void, shmem_sync_all, (void)) { runtime::sync_all("shmem_sync_all"); }

API(int, shmem_team_sync, (shmem_team_t team)) {
  api::on_team("shmem_team_sync", team, [](const collectives::Call& call) {
    call.match();
    call.group.sync();
  });
  return 0;
}

#define COLLECTIVE(NAME, PARAMETERS, ...)                                                     \
  API(int, NAME, PARAMETERS) {                                                                \
    api::on_team(#NAME, team, [&](const collectives::Call& call) { __VA_ARGS__ });            \
    return 0;                                                                                 \
  }

#define FAMILY(PREFIX, SUFFIX, TYPE, SIZE)                                                                           \
  COLLECTIVE(PREFIX##broadcast##SUFFIX,                                                                              \
             (shmem_team_t team, TYPE * dest, const TYPE* source, size_t nelems, int PE_root),                       \
             collectives::broadcast(call, dest, source, base::product(nelems, SIZE), PE_root, true);)                \
  COLLECTIVE(PREFIX##collect##SUFFIX, (shmem_team_t team, TYPE * dest, const TYPE* source, size_t nelems),           \
             collectives::collect(call, dest, source, base::product(nelems, SIZE));)                                 \
  COLLECTIVE(PREFIX##fcollect##SUFFIX, (shmem_team_t team, TYPE * dest, const TYPE* source, size_t nelems),          \
             collectives::fcollect(call, dest, source, base::product(nelems, SIZE));)                                \
  COLLECTIVE(PREFIX##alltoall##SUFFIX, (shmem_team_t team, TYPE * dest, const TYPE* source, size_t nelems),          \
             collectives::alltoall(call, dest, source, base::product(nelems, SIZE));)                                \
  COLLECTIVE(PREFIX##alltoalls##SUFFIX,                                                                              \
             (shmem_team_t team, TYPE * dest, const TYPE* source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems),      \
             collectives::alltoalls(call, dest, source, dst, sst, nelems, SIZE);)
#define TYPED(NAME, TYPE) FAMILY(shmem_##NAME##_, , TYPE, sizeof(TYPE))
ISTHMUS_RMA_TYPES(TYPED)
FAMILY(shmem_, mem, void, 1)

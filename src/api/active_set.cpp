// Collectives over active sets, deprecated since OpenSHMEM 1.5 and still part of 1.6. The pWrk arguments are not used.
#include "api/collective_call.hpp"
#include "api/stamp.hpp"
#include "base/product.hpp"
#include "collectives/alltoall/alltoall.hpp"
#include "collectives/broadcast/broadcast.hpp"
#include "collectives/collect/collect.hpp"
#include "collectives/reduce/reduce.hpp"
#include "ops/order.hpp"

using namespace isthmus;

namespace {
/// Ends the job on a negative count, before any synchronisation, since other PEs may have passed a valid one.
size_t count(const char* call, int nreduce) {
  if (nreduce < 0) base::fatal(call, base::text("nreduce is %d; pass 0 or more", nreduce));
  return static_cast<size_t>(nreduce);
}
}  // namespace

#define SET int PE_start, int logPE_stride, int PE_size
#define ON_SET(NAME, PARAMETERS, ...)                                                                          \
  API(void, NAME, PARAMETERS) {                                                                                \
    api::on_active_set(#NAME, {PE_start, logPE_stride, PE_size, pSync},                                        \
                       [&](const collectives::Call& call) { __VA_ARGS__ });                                    \
  }

ON_SET(shmem_sync, (SET, long* pSync), call.match(); call.group.sync();)
ON_SET(shmem_barrier, (SET, long* pSync), ops::quiet(runtime::world.context); call.match(); call.group.sync();)

#define SIZED(BITS, BYTES)                                                                                           \
  ON_SET(shmem_broadcast##BITS, (void* dest, const void* source, size_t nelems, int PE_root, SET, long* pSync),      \
         collectives::broadcast(call, dest, source, base::product(nelems, BYTES), PE_root, false);)                  \
  ON_SET(shmem_collect##BITS, (void* dest, const void* source, size_t nelems, SET, long* pSync),                     \
         collectives::collect(call, dest, source, base::product(nelems, BYTES));)                                    \
  ON_SET(shmem_fcollect##BITS, (void* dest, const void* source, size_t nelems, SET, long* pSync),                    \
         collectives::fcollect(call, dest, source, base::product(nelems, BYTES));)                                   \
  ON_SET(shmem_alltoall##BITS, (void* dest, const void* source, size_t nelems, SET, long* pSync),                    \
         collectives::alltoall(call, dest, source, base::product(nelems, BYTES));)                                   \
  ON_SET(shmem_alltoalls##BITS,                                                                                      \
         (void* dest, const void* source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, SET, long* pSync),            \
         collectives::alltoalls(call, dest, source, dst, sst, nelems, BYTES);)
ISTHMUS_ACTIVE_SET_SIZES(SIZED)

#define TO_ALL(NAME, TYPE, OP)                                                                                       \
  API(void, NAME, (TYPE * dest, const TYPE* source, int nreduce, SET, TYPE*, long* pSync)) {                         \
    const size_t n = count(#NAME, nreduce);                                                                          \
    api::on_active_set(#NAME, {PE_start, logPE_stride, PE_size, pSync}, [&](const collectives::Call& call) {         \
      collectives::reduce(call, collectives::combine<collectives::OP, TYPE>(), dest, source, n);                     \
    });                                                                                                              \
  }
#define BITWISE(NAME, TYPE)                    \
  TO_ALL(shmem_##NAME##_and_to_all, TYPE, And) \
  TO_ALL(shmem_##NAME##_or_to_all, TYPE, Or)   \
  TO_ALL(shmem_##NAME##_xor_to_all, TYPE, Xor)
#define COMPARE(NAME, TYPE)                    \
  TO_ALL(shmem_##NAME##_max_to_all, TYPE, Max) \
  TO_ALL(shmem_##NAME##_min_to_all, TYPE, Min)
#define ARITHMETIC(NAME, TYPE)                 \
  TO_ALL(shmem_##NAME##_sum_to_all, TYPE, Sum) \
  TO_ALL(shmem_##NAME##_prod_to_all, TYPE, Prod)
ISTHMUS_TO_ALL_BITWISE_TYPES(BITWISE)
ISTHMUS_TO_ALL_COMPARE_TYPES(COMPARE)
ISTHMUS_TO_ALL_ARITHMETIC_TYPES(ARITHMETIC)

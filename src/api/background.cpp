// Non-blocking collectives (extension): each call returns a request, to be tested or waited for.
#include "api/combine_elsewhere.hpp"
#include "api/stamp.hpp"
#include "api/team_handle.hpp"
#include "base/product.hpp"
#include "base/wait.hpp"
#include "collectives/alltoall/alltoall.hpp"
#include "collectives/broadcast/broadcast.hpp"
#include "collectives/collect/collect.hpp"
#include "collectives/reduce/reduce.hpp"

using namespace isthmus;

namespace {

runtime::Request* request_of(shmemx_req_t handle) { return reinterpret_cast<runtime::Request*>(handle); }

int begin(const char* call, shmem_team_t handle, shmemx_req_t* request, runtime::Background::Task task) {
  base::must_be_outside_handlers(call);
  comm::Team& team = api::team_of(call, handle);
  if (!request) base::fatal(call, "there is no place for the request; pass the address of a shmemx_req_t");
  runtime::Job& job = runtime::job(call);
  *request = reinterpret_cast<shmemx_req_t>(job.backgrounds.of(job, team).begin(call, std::move(task)));
  return 0;
}

// One function for all types, which differ in the number of bytes.
int broadcast(const char* name, shmem_team_t team, void* dest, const void* source, std::size_t bytes, int root,
              shmemx_req_t* request) {
  return begin(name, team, request, [=](const collectives::Call& call) {
    collectives::broadcast(call, dest, source, bytes, root, true);
  });
}
int fcollect(const char* name, shmem_team_t team, void* dest, const void* source, std::size_t bytes,
             shmemx_req_t* request) {
  return begin(name, team, request,
               [=](const collectives::Call& call) { collectives::fcollect(call, dest, source, bytes); });
}
int alltoall(const char* name, shmem_team_t team, void* dest, const void* source, std::size_t bytes,
             shmemx_req_t* request) {
  return begin(name, team, request,
               [=](const collectives::Call& call) { collectives::alltoall(call, dest, source, bytes); });
}
int reduce(const char* name, shmem_team_t team, const collectives::Combine& combine, void* dest, const void* source,
           std::size_t n, shmemx_req_t* request) {
  return begin(name, team, request,
               [=](const collectives::Call& call) { collectives::reduce(call, combine, dest, source, n); });
}

}  // namespace

EXTENSION(int, shmemx_req_test, (shmemx_req_t * request)) {
  if (*request == SHMEMX_REQ_INVALID) return 1;
  if (!request_of(*request)->done()) {
    base::after_failed_test();
    return 0;
  }
  delete request_of(*request);
  *request = SHMEMX_REQ_INVALID;
  return 1;
}

EXTENSION(void, shmemx_req_wait, (shmemx_req_t * request)) {
  if (*request == SHMEMX_REQ_INVALID) return;
  request_of(*request)->wait();
  delete request_of(*request);
  *request = SHMEMX_REQ_INVALID;
}

EXTENSION(int, shmemx_sync_nb, (shmem_team_t team, shmemx_req_t* request)) {
  return begin("shmemx_sync_nb", team, request, [](const collectives::Call& call) {
    call.match();
    call.group.sync();
  });
}

#define MOVE(VERB, NAME, TYPE, SIZE)                                                                                  \
  EXTENSION(int, NAME##_nb,                                                                                           \
            (shmem_team_t team, TYPE * dest, const TYPE* source, size_t nelems, shmemx_req_t* request)) {             \
    return VERB(#NAME "_nb", team, dest, source, base::product(nelems, SIZE), request);                               \
  }
#define BROADCAST(NAME, TYPE, SIZE)                                                                                   \
  EXTENSION(int, NAME##_nb, (shmem_team_t team, TYPE * dest, const TYPE* source, size_t nelems, int PE_root,          \
                             shmemx_req_t* request)) {                                                                \
    return broadcast(#NAME "_nb", team, dest, source, base::product(nelems, SIZE), PE_root, request);                 \
  }
#define MOVES(PREFIX, SUFFIX, TYPE, SIZE)                  \
  BROADCAST(PREFIX##broadcast##SUFFIX, TYPE, SIZE)         \
  MOVE(fcollect, PREFIX##fcollect##SUFFIX, TYPE, SIZE)     \
  MOVE(alltoall, PREFIX##alltoall##SUFFIX, TYPE, SIZE)
#define TYPED(NAME, TYPE) MOVES(shmemx_##NAME##_, , TYPE, sizeof(TYPE))
ISTHMUS_RMA_TYPES(TYPED)
MOVES(shmemx_, mem, void, 1)

#define REDUCE(NAME, TYPE, OP)                                                                                        \
  EXTENSION(int, NAME,                                                                                                \
            (shmem_team_t team, TYPE * dest, const TYPE* source, size_t nreduce, shmemx_req_t* request)) {            \
    return reduce(#NAME, team, collectives::combine<collectives::OP, TYPE>(), dest, source, nreduce, request);        \
  }
#define BITWISE(NAME, TYPE)                        \
  REDUCE(shmemx_##NAME##_and_reduce_nb, TYPE, And) \
  REDUCE(shmemx_##NAME##_or_reduce_nb, TYPE, Or)   \
  REDUCE(shmemx_##NAME##_xor_reduce_nb, TYPE, Xor)
#define COMPARE(NAME, TYPE)                        \
  REDUCE(shmemx_##NAME##_max_reduce_nb, TYPE, Max) \
  REDUCE(shmemx_##NAME##_min_reduce_nb, TYPE, Min)
#define ARITHMETIC(NAME, TYPE)                     \
  REDUCE(shmemx_##NAME##_sum_reduce_nb, TYPE, Sum) \
  REDUCE(shmemx_##NAME##_prod_reduce_nb, TYPE, Prod)
ISTHMUS_REDUCE_BITWISE_TYPES(BITWISE)
ISTHMUS_REDUCE_COMPARE_TYPES(COMPARE)
ISTHMUS_REDUCE_ARITHMETIC_TYPES(ARITHMETIC)

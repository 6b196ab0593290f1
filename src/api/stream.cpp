// Calls that are queued on a stream of the program (extension).
#include "api/combine_elsewhere.hpp"
#include "api/stamp.hpp"
#include "api/team_handle.hpp"
#include "base/error.hpp"
#include "base/product.hpp"
#include "collectives/alltoall/alltoall.hpp"
#include "collectives/broadcast/broadcast.hpp"
#include "collectives/collect/collect.hpp"
#include "collectives/reduce/reduce.hpp"
#include "device/stream_calls.hpp"

using namespace isthmus;

#define MOVE(VERB, NAME, TYPE, SIZE, WHEN)                                                                            \
  EXTENSION(void, NAME##_on_stream,                                                                                   \
            (TYPE * dest, const TYPE* source, size_t nelems, int pe, shmemx_stream_t stream)) {                       \
    device::VERB##_on(stream, #NAME "_on_stream", dest, source, base::product(nelems, SIZE), pe, ops::When::WHEN);    \
  }
#define PUT_SIGNAL(NAME, TYPE, SIZE, WHEN)                                                                            \
  EXTENSION(void, NAME##_on_stream, (TYPE * dest, const TYPE* source, size_t nelems, uint64_t* sig_addr,              \
                                     uint64_t signal, int sig_op, int pe, shmemx_stream_t stream)) {                  \
    device::put_signal_on(stream, #NAME "_on_stream", dest, source, base::product(nelems, SIZE), sig_addr, signal,    \
                          sig_op, pe, ops::When::WHEN);                                                               \
  }
#define MOVES(PREFIX, SUFFIX, TYPE, SIZE)                            \
  MOVE(put, PREFIX##put##SUFFIX, TYPE, SIZE, now)                    \
  MOVE(get, PREFIX##get##SUFFIX, TYPE, SIZE, now)                    \
  MOVE(put, PREFIX##put##SUFFIX##_nbi, TYPE, SIZE, later)            \
  MOVE(get, PREFIX##get##SUFFIX##_nbi, TYPE, SIZE, later)            \
  PUT_SIGNAL(PREFIX##put##SUFFIX##_signal, TYPE, SIZE, now)          \
  PUT_SIGNAL(PREFIX##put##SUFFIX##_signal_nbi, TYPE, SIZE, later)
#define STRIDED(VERB, NAME, TYPE, SIZE)                                                                               \
  EXTENSION(void, NAME##_on_stream, (TYPE * dest, const TYPE* source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems,    \
                                     int pe, shmemx_stream_t stream)) {                                               \
    device::VERB##_strided_on(stream, #NAME "_on_stream", dest, source, {dst, sst, 1, nelems, SIZE}, pe);             \
  }
#define STRIDES(PREFIX, SUFFIX, TYPE, SIZE)         \
  STRIDED(put, PREFIX##iput##SUFFIX, TYPE, SIZE)    \
  STRIDED(get, PREFIX##iget##SUFFIX, TYPE, SIZE)

namespace {

// One function for all types, which differ in the number of bytes.
int broadcast(const char* name, shmem_team_t team, void* dest, const void* source, std::size_t bytes, int root,
              shmemx_stream_t stream) {
  device::collective_on(stream, name, api::team_of(name, team), [=](const collectives::Call& call) {
    collectives::broadcast(call, dest, source, bytes, root, true);
  });
  return 0;
}
int fcollect(const char* name, shmem_team_t team, void* dest, const void* source, std::size_t bytes,
             shmemx_stream_t stream) {
  device::collective_on(stream, name, api::team_of(name, team), [=](const collectives::Call& call) {
    collectives::fcollect(call, dest, source, bytes);
  });
  return 0;
}
int alltoall(const char* name, shmem_team_t team, void* dest, const void* source, std::size_t bytes,
             shmemx_stream_t stream) {
  device::collective_on(stream, name, api::team_of(name, team), [=](const collectives::Call& call) {
    collectives::alltoall(call, dest, source, bytes);
  });
  return 0;
}
int reduce(const char* name, shmem_team_t team, const collectives::Combine& combine, void* dest, const void* source,
           std::size_t n, shmemx_stream_t stream) {
  device::collective_on(stream, name, api::team_of(name, team), [=](const collectives::Call& call) {
    collectives::reduce(call, combine, dest, source, n);
  });
  return 0;
}

}  // namespace

#define MOVE_ALL(VERB, NAME, TYPE, SIZE)                                                                              \
  EXTENSION(int, NAME##_on_stream,                                                                                    \
            (shmem_team_t team, TYPE * dest, const TYPE* source, size_t nelems, shmemx_stream_t stream)) {            \
    return VERB(#NAME "_on_stream", team, dest, source, base::product(nelems, SIZE), stream);                         \
  }
#define BROADCAST(NAME, TYPE, SIZE)                                                                                   \
  EXTENSION(int, NAME##_on_stream, (shmem_team_t team, TYPE * dest, const TYPE* source, size_t nelems, int PE_root,   \
                                    shmemx_stream_t stream)) {                                                        \
    return broadcast(#NAME "_on_stream", team, dest, source, base::product(nelems, SIZE), PE_root, stream);           \
  }
#define COLLECTIVES(PREFIX, SUFFIX, TYPE, SIZE)                  \
  BROADCAST(PREFIX##broadcast##SUFFIX, TYPE, SIZE)               \
  MOVE_ALL(fcollect, PREFIX##fcollect##SUFFIX, TYPE, SIZE)       \
  MOVE_ALL(alltoall, PREFIX##alltoall##SUFFIX, TYPE, SIZE)

#define TYPED(NAME, TYPE)                                                                                             \
  MOVES(shmemx_##NAME##_, , TYPE, sizeof(TYPE))                                                                       \
  STRIDES(shmemx_##NAME##_, , TYPE, sizeof(TYPE))                                                                     \
  EXTENSION(void, shmemx_##NAME##_p_on_stream, (TYPE * dest, TYPE value, int pe, shmemx_stream_t stream)) {           \
    device::put_value_on(stream, "shmemx_" #NAME "_p_on_stream", dest, value, pe);                                    \
  }                                                                                                                   \
  EXTENSION(TYPE, shmemx_##NAME##_g_on_stream, (const TYPE* source, int pe, shmemx_stream_t stream)) {                \
    return device::get_value_on(stream, "shmemx_" #NAME "_g_on_stream", source, pe);                                  \
  }                                                                                                                   \
  COLLECTIVES(shmemx_##NAME##_, , TYPE, sizeof(TYPE))
ISTHMUS_RMA_TYPES(TYPED)
#define SIZED(BITS, BYTES)             \
  MOVES(shmemx_, BITS, void, BYTES)    \
  STRIDES(shmemx_, BITS, void, BYTES)
ISTHMUS_SIZES(SIZED)
MOVES(shmemx_, mem, void, 1)
COLLECTIVES(shmemx_, mem, void, 1)

#define REDUCE(NAME, TYPE, OP)                                                                                        \
  EXTENSION(int, NAME##_on_stream,                                                                                    \
            (shmem_team_t team, TYPE * dest, const TYPE* source, size_t nreduce, shmemx_stream_t stream)) {           \
    return reduce(#NAME "_on_stream", team, collectives::combine<collectives::OP, TYPE>(), dest, source, nreduce,     \
                  stream);                                                                                            \
  }
#define BITWISE(NAME, TYPE)                     \
  REDUCE(shmemx_##NAME##_and_reduce, TYPE, And) \
  REDUCE(shmemx_##NAME##_or_reduce, TYPE, Or)   \
  REDUCE(shmemx_##NAME##_xor_reduce, TYPE, Xor)
#define COMPARE(NAME, TYPE)                     \
  REDUCE(shmemx_##NAME##_max_reduce, TYPE, Max) \
  REDUCE(shmemx_##NAME##_min_reduce, TYPE, Min)
#define ARITHMETIC(NAME, TYPE)                  \
  REDUCE(shmemx_##NAME##_sum_reduce, TYPE, Sum) \
  REDUCE(shmemx_##NAME##_prod_reduce, TYPE, Prod)
ISTHMUS_REDUCE_BITWISE_TYPES(BITWISE)
ISTHMUS_REDUCE_COMPARE_TYPES(COMPARE)
ISTHMUS_REDUCE_ARITHMETIC_TYPES(ARITHMETIC)

#define WAIT(NAME, TYPE)                                                                                              \
  EXTENSION(void, shmemx_##NAME##_wait_until_on_stream,                                                               \
            (TYPE * ivar, int cmp, TYPE cmp_value, shmemx_stream_t stream)) {                                         \
    device::wait_until_on(stream, "shmemx_" #NAME "_wait_until_on_stream", ivar, cmp, cmp_value);                     \
  }                                                                                                                   \
  EXTENSION(void, shmemx_##NAME##_wait_until_all_on_stream,                                                           \
            (TYPE * ivars, size_t nelems, const int* status, int cmp, TYPE cmp_value, shmemx_stream_t stream)) {      \
    device::wait_until_all_on<TYPE>(stream, "shmemx_" #NAME "_wait_until_all_on_stream", ivars, nelems, status, cmp,  \
                                    cmp_value, nullptr);                                                              \
  }                                                                                                                   \
  EXTENSION(void, shmemx_##NAME##_wait_until_all_vector_on_stream,                                                    \
            (TYPE * ivars, size_t nelems, const int* status, int cmp, const TYPE* cmp_values,                         \
             shmemx_stream_t stream)) {                                                                               \
    constexpr const char* kCall = "shmemx_" #NAME "_wait_until_all_vector_on_stream";                                 \
    if (nelems > 0 && !cmp_values) base::fatal(kCall, "cmp_values is null; pass a value for each variable");          \
    device::wait_until_all_on<TYPE>(stream, kCall, ivars, nelems, status, cmp, 0, cmp_values);                        \
  }
ISTHMUS_SYNC_TYPES(WAIT)

EXTENSION(void, shmemx_signal_set_on_stream, (uint64_t * sig_addr, uint64_t signal, int pe, shmemx_stream_t stream)) {
  device::signal_on(stream, "shmemx_signal_set_on_stream", sig_addr, signal, SHMEM_SIGNAL_SET, pe);
}
EXTENSION(void, shmemx_signal_add_on_stream, (uint64_t * sig_addr, uint64_t signal, int pe, shmemx_stream_t stream)) {
  device::signal_on(stream, "shmemx_signal_add_on_stream", sig_addr, signal, SHMEM_SIGNAL_ADD, pe);
}
EXTENSION(void, shmemx_signal_wait_until_on_stream,
          (uint64_t * sig_addr, int cmp, uint64_t cmp_value, shmemx_stream_t stream)) {
  device::wait_signal_on(stream, "shmemx_signal_wait_until_on_stream", sig_addr, cmp, cmp_value);
}
EXTENSION(void, shmemx_quiet_on_stream, (shmemx_stream_t stream)) {
  device::quiet_on(stream, "shmemx_quiet_on_stream");
}

namespace {

void barrier(const char* call, shmem_team_t team, shmemx_stream_t stream) {
  device::barrier_on(stream, call, api::team_of(call, team));
}
void sync(const char* call, shmem_team_t team, shmemx_stream_t stream) {
  device::sync_on(stream, call, api::team_of(call, team));
}

}  // namespace

EXTENSION(void, shmemx_barrier_all_on_stream, (shmemx_stream_t stream)) {
  barrier("shmemx_barrier_all_on_stream", SHMEM_TEAM_WORLD, stream);
}
EXTENSION(void, shmemx_sync_all_on_stream, (shmemx_stream_t stream)) {
  sync("shmemx_sync_all_on_stream", SHMEM_TEAM_WORLD, stream);
}
EXTENSION(int, shmemx_barrier_on_stream, (shmem_team_t team, shmemx_stream_t stream)) {
  barrier("shmemx_barrier_on_stream", team, stream);
  return 0;
}
EXTENSION(int, shmemx_team_sync_on_stream, (shmem_team_t team, shmemx_stream_t stream)) {
  sync("shmemx_team_sync_on_stream", team, stream);
  return 0;
}

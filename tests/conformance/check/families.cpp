// The families of calls, each represented by one or two of its members, with the kinds of parameters that it has.
#include "check/arguments.hpp"

namespace check {
namespace {
constexpr unsigned transfer = pe | there | extent | length | here | overlap;
constexpr unsigned buffers = team | there | extent | symmetric_here;
using A = const Arguments&;
int fetched;
size_t indices[8];
long* as_long(int* p) { return reinterpret_cast<long*>(p); }
}  // namespace

const Family families[] = {
    {"shmem_int_put", transfer, false, [](A a) { shmem_int_put(a.there, a.here, a.count, a.pe); }},
    {"shmem_int_put_nbi", transfer, false, [](A a) { shmem_int_put_nbi(a.there, a.here, a.count, a.pe); }},
    {"shmem_int_get", transfer, false, [](A a) { shmem_int_get(a.here, a.there, a.count, a.pe); }},
    {"shmem_int_get_nbi", transfer, false, [](A a) { shmem_int_get_nbi(a.here, a.there, a.count, a.pe); }},
    {"shmem_put128", transfer, false, [](A a) { shmem_put128(a.there, a.here, a.count, a.pe); }},
    {"shmem_getmem", transfer, false, [](A a) { shmem_getmem(a.here, a.there, 4 * a.count, a.pe); }},
    {"shmem_ctx_int_put", transfer | context, false,
     [](A a) { shmem_ctx_int_put(a.ctx, a.there, a.here, a.count, a.pe); }},
    {"shmem_ctx_getmem_nbi", transfer | context, false,
     [](A a) { shmem_ctx_getmem_nbi(a.ctx, a.here, a.there, 4 * a.count, a.pe); }},
    {"shmem_int_p", pe | there, false, [](A a) { shmem_int_p(a.there, 1, a.pe); }},
    {"shmem_ctx_longdouble_p", pe | there | context, false,
     [](A a) { shmem_ctx_longdouble_p(a.ctx, reinterpret_cast<long double*>(a.there), 1, a.pe); }},
    {"shmem_int_g", pe | there, false, [](A a) { fetched = shmem_int_g(a.there, a.pe); }},
    {"shmem_ctx_int_g", pe | there | context, false, [](A a) { fetched = shmem_ctx_int_g(a.ctx, a.there, a.pe); }},
    {"shmem_int_iput", transfer | stride, false,
     [](A a) { shmem_int_iput(a.there, a.here, a.dst, a.sst, a.count, a.pe); }},
    {"shmem_iget32", transfer | stride, false, [](A a) { shmem_iget32(a.here, a.there, a.dst, a.sst, a.count, a.pe); }},
    {"shmem_ctx_int_iget", transfer | stride | context, false,
     [](A a) { shmem_ctx_int_iget(a.ctx, a.here, a.there, a.dst, a.sst, a.count, a.pe); }},
    {"shmem_int_ibput", transfer | stride, false,
     [](A a) { shmem_int_ibput(a.there, a.here, a.dst, a.sst, a.bsize, a.count, a.pe); }},
    {"shmem_ctx_int_ibget", transfer | stride | context, false,
     [](A a) { shmem_ctx_int_ibget(a.ctx, a.here, a.there, a.dst, a.sst, a.bsize, a.count, a.pe); }},

    {"shmem_int_atomic_add", pe | there | alignment, false, [](A a) { shmem_int_atomic_add(a.there, 1, a.pe); }},
    {"shmem_int_atomic_fetch", pe | there | alignment, false,
     [](A a) { fetched = shmem_int_atomic_fetch(a.there, a.pe); }},
    {"shmem_int_atomic_set", pe | there | alignment, false, [](A a) { shmem_int_atomic_set(a.there, 1, a.pe); }},
    {"shmem_uint_atomic_fetch_xor", pe | there | alignment, false,
     [](A a) { shmem_uint_atomic_fetch_xor(reinterpret_cast<unsigned*>(a.there), 1, a.pe); }},
    {"shmem_ctx_int_atomic_fetch_add", pe | there | alignment | context, false,
     [](A a) { fetched = shmem_ctx_int_atomic_fetch_add(a.ctx, a.there, 1, a.pe); }},
    {"shmem_ctx_int_atomic_compare_swap_nbi", pe | there | alignment | context | here, false,
     [](A a) { shmem_ctx_int_atomic_compare_swap_nbi(a.ctx, a.here, a.there, 0, 1, a.pe); }},
    {"shmem_int_finc", pe | there | alignment, false, [](A a) { fetched = shmem_int_finc(a.there, a.pe); }},

    {"shmem_int_put_signal", transfer | word | signal_operator, false,
     [](A a) { shmem_int_put_signal(a.there, a.here, a.count, a.word, 1, a.sig_op, a.pe); }},
    {"shmem_ctx_putmem_signal_nbi", transfer | word | signal_operator | context, false,
     [](A a) { shmem_ctx_putmem_signal_nbi(a.ctx, a.there, a.here, 4 * a.count, a.word, 1, a.sig_op, a.pe); }},
    {"shmem_signal_set", pe | word, false, [](A a) { shmem_signal_set(a.word, 1, a.pe); }},
    {"shmem_ctx_signal_add", pe | word | context, false, [](A a) { shmem_ctx_signal_add(a.ctx, a.word, 1, a.pe); }},
    {"shmem_signal_fetch", word, false, [](A a) { fetched = static_cast<int>(shmem_signal_fetch(a.word)); }},
    {"shmem_signal_wait_until", word | comparison, false, [](A a) { shmem_signal_wait_until(a.word, a.cmp, 0); }},

    {"shmem_int_wait_until", there | alignment | comparison, false,
     [](A a) { shmem_int_wait_until(a.there, a.cmp, 0); }},
    {"shmem_int_test", there | alignment | comparison, false, [](A a) { fetched = shmem_int_test(a.there, a.cmp, 0); }},
    {"shmem_int_wait_until_all", there | extent | length | alignment | comparison, false,
     [](A a) { shmem_int_wait_until_all(a.there, a.count, nullptr, a.cmp, 0); }},
    {"shmem_int_wait_until_any_vector", there | extent | length | alignment | comparison | here, false,
     [](A a) { shmem_int_wait_until_any_vector(a.there, a.count, nullptr, a.cmp, a.here); }},
    {"shmem_int_wait_until_some", there | extent | length | alignment | comparison, false,
     [](A a) { shmem_int_wait_until_some(a.there, a.count, indices, nullptr, a.cmp, 0); }},
    {"shmem_int_test_all", there | extent | length | alignment | comparison, false,
     [](A a) { fetched = shmem_int_test_all(a.there, a.count, nullptr, a.cmp, 0); }},
    {"shmem_int_test_any", there | extent | length | alignment | comparison, false,
     [](A a) { shmem_int_test_any(a.there, a.count, nullptr, a.cmp, 0); }},
    {"shmem_int_test_some_vector", there | extent | length | alignment | comparison | here, false,
     [](A a) { shmem_int_test_some_vector(a.there, a.count, indices, nullptr, a.cmp, a.here); }},
    {"shmem_int_wait", there | alignment, false, [](A a) { shmem_int_wait(a.there, 1); }},

    {"shmem_set_lock", lock, false, [](A a) { shmem_set_lock(a.lock); }},
    {"shmem_clear_lock", lock, false, [](A a) { shmem_clear_lock(a.lock); }},
    {"shmem_test_lock", lock, false, [](A a) { fetched = shmem_test_lock(a.lock); }},

    {"shmem_ctx_pe_quiet", pe, false, [](A a) { shmem_ctx_pe_quiet(a.ctx, &a.pe, 1); }},

    {"shmem_team_sync", team, true, [](A a) { shmem_team_sync(a.team); }},
    {"shmem_int_broadcast", buffers | overlap | root, true,
     [](A a) { shmem_int_broadcast(a.team, a.there, a.here, a.count, a.root); }},
    {"shmem_broadcastmem", buffers | overlap | root, true,
     [](A a) { shmem_broadcastmem(a.team, a.there, a.here, 4 * a.count, a.root); }},
    {"shmem_int_collect", buffers | overlap, true, [](A a) { shmem_int_collect(a.team, a.there, a.here, a.count); }},
    {"shmem_int_fcollect", buffers | overlap, true, [](A a) { shmem_int_fcollect(a.team, a.there, a.here, a.count); }},
    {"shmem_int_alltoall", buffers | overlap, true, [](A a) { shmem_int_alltoall(a.team, a.there, a.here, a.count); }},
    {"shmem_int_alltoalls", buffers | overlap | stride, true,
     [](A a) { shmem_int_alltoalls(a.team, a.there, a.here, a.dst, a.sst, a.count); }},
    {"shmem_int_sum_reduce", buffers | overlap, true,
     [](A a) { shmem_int_sum_reduce(a.team, a.there, a.here, a.count); }},
    {"shmem_uint32_and_reduce", buffers, true,
     [](A a) {
       shmem_uint32_and_reduce(a.team, reinterpret_cast<uint32_t*>(a.there), reinterpret_cast<uint32_t*>(a.here),
                               a.count);
     }},
    {"shmem_int_sum_inscan", buffers | overlap, true,
     [](A a) { shmem_int_sum_inscan(a.team, a.there, a.here, a.count); }},
    {"shmem_int_sum_exscan", buffers | overlap, true,
     [](A a) { shmem_int_sum_exscan(a.team, a.there, a.here, a.count); }},

    {"shmem_barrier", active_set, true, [](A a) { shmem_barrier(a.start, a.log_stride, a.size, a.psync); }},
    {"shmem_sync", active_set, true, [](A a) { shmem_sync(a.start, a.log_stride, a.size, a.psync); }},
    {"shmem_broadcast64", active_set | there | extent | symmetric_here | overlap | root, true,
     [](A a) { shmem_broadcast64(a.there, a.here, a.count, a.root, a.start, a.log_stride, a.size, a.psync); }},
    {"shmem_collect32", active_set | there | extent | symmetric_here | overlap, true,
     [](A a) { shmem_collect32(a.there, a.here, a.count, a.start, a.log_stride, a.size, a.psync); }},
    {"shmem_fcollect64", active_set | there | extent | symmetric_here | overlap, true,
     [](A a) { shmem_fcollect64(a.there, a.here, a.count, a.start, a.log_stride, a.size, a.psync); }},
    {"shmem_alltoall32", active_set | there | extent | symmetric_here | overlap, true,
     [](A a) { shmem_alltoall32(a.there, a.here, a.count, a.start, a.log_stride, a.size, a.psync); }},
    {"shmem_alltoalls32", active_set | there | extent | symmetric_here | overlap | stride, true,
     [](A a) { shmem_alltoalls32(a.there, a.here, a.dst, a.sst, a.count, a.start, a.log_stride, a.size, a.psync); }},
    {"shmem_long_max_to_all", active_set | there | extent | symmetric_here | overlap, true,
     [](A a) {
       shmem_long_max_to_all(as_long(a.there), as_long(a.here), static_cast<int>(a.count), a.start, a.log_stride,
                             a.size, as_long(work), a.psync);
     }},
};
const size_t n_families = sizeof families / sizeof *families;

}  // namespace check

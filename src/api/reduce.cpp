// Reductions and scans over teams.
#include "api/collective_call.hpp"
#include "api/stamp.hpp"
#include "collectives/reduce/reduce.hpp"
#include "collectives/scan/scan.hpp"

using namespace isthmus;
using collectives::combine;

#define REDUCE(NAME, TYPE, OP)                                                                                   \
  API(int, NAME, (shmem_team_t team, TYPE * dest, const TYPE* source, size_t nreduce)) {                         \
    api::on_team(#NAME, team, [&](const collectives::Call& call) {                                               \
      collectives::reduce(call, combine<collectives::OP, TYPE>(), dest, source, nreduce);                        \
    });                                                                                                          \
    return 0;                                                                                                    \
  }
#define SCAN(NAME, TYPE, INCLUSIVE)                                                                              \
  API(int, NAME, (shmem_team_t team, TYPE * dest, const TYPE* source, size_t nelems)) {                          \
    api::on_team(#NAME, team, [&](const collectives::Call& call) {                                               \
      collectives::scan(call, combine<collectives::Sum, TYPE>(), dest, source, nelems, INCLUSIVE);               \
    });                                                                                                          \
    return 0;                                                                                                    \
  }

#define BITWISE(NAME, TYPE)                    \
  REDUCE(shmem_##NAME##_and_reduce, TYPE, And) \
  REDUCE(shmem_##NAME##_or_reduce, TYPE, Or)   \
  REDUCE(shmem_##NAME##_xor_reduce, TYPE, Xor)
#define COMPARE(NAME, TYPE)                    \
  REDUCE(shmem_##NAME##_max_reduce, TYPE, Max) \
  REDUCE(shmem_##NAME##_min_reduce, TYPE, Min)
#define ARITHMETIC(NAME, TYPE)                   \
  REDUCE(shmem_##NAME##_sum_reduce, TYPE, Sum)   \
  REDUCE(shmem_##NAME##_prod_reduce, TYPE, Prod) \
  SCAN(shmem_##NAME##_sum_inscan, TYPE, true)    \
  SCAN(shmem_##NAME##_sum_exscan, TYPE, false)
ISTHMUS_REDUCE_BITWISE_TYPES(BITWISE)
ISTHMUS_REDUCE_COMPARE_TYPES(COMPARE)
ISTHMUS_REDUCE_ARITHMETIC_TYPES(ARITHMETIC)

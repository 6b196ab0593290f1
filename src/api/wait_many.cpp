// Point-to-point synchronisation on arrays: all, any, some, and their vector forms.
#include "ops/wait_many.hpp"

#include "api/stamp.hpp"
#include "base/error.hpp"

using namespace isthmus;

namespace {
const memkind::Kind* device_of(const void* variables) { return ops::device_of(runtime::world.context, variables); }

template <class T>
void check(const ops::Many<T>& many) {
  const comm::Context& context = runtime::world.context;
  if (!context.checks()) return;
  ops::check_variables(context, many.call, many.variables, many.n, sizeof(T));
  if (many.n > 0 && !many.values) base::fatal(many.call, "cmp_values is null; pass a value for each variable");
}

/// Returns `indices`, the array to which *_some writes; under SHMEM_CHECK a null pointer ends the job.
template <class T>
size_t* checked(const ops::Many<T>& many, size_t* indices) {
  if (runtime::world.context.checks() && many.n > 0 && !indices)
    base::fatal(many.call, "indices is null; pass an array of nelems elements");
  return indices;
}
/// Returns the result of a test. If it found nothing, yields the core first where PEs share cores.
template <class T>
T one_try(T result, T nothing) {
  if (result == nothing) base::after_failed_test();
  return result;
}

}  // namespace

/// Defines the scalar and the vector form of one function. The body sees the arguments as `many`.
#define BOTH(RESULT, NAME, TYPE, INDICES, ...)                                                                     \
  API(RESULT, NAME, (TYPE * ivars, size_t nelems INDICES, const int* status, int cmp, TYPE cmp_value)) {           \
    const ops::Many<TYPE> many{#NAME, ivars, nelems, status, cmp, &cmp_value, 0, device_of(ivars)};                                  \
    check(many);                                                                                                   \
    __VA_ARGS__                                                                                                    \
  }                                                                                                                \
  API(RESULT, NAME##_vector, (TYPE * ivars, size_t nelems INDICES, const int* status, int cmp,                     \
                              const TYPE* cmp_values)) {                                                           \
    const ops::Many<TYPE> many{#NAME "_vector", ivars, nelems, status, cmp, cmp_values, 1, device_of(ivars)};                        \
    check(many);                                                                                                   \
    __VA_ARGS__                                                                                                    \
  }
#define NO_INDICES
#define INDICES , size_t *indices

#define TYPED(NAME, TYPE)                                                                                   \
  BOTH(void, shmem_##NAME##_wait_until_all, TYPE, NO_INDICES, ops::wait_all(many);)                         \
  BOTH(size_t, shmem_##NAME##_wait_until_any, TYPE, NO_INDICES, return ops::wait_any(many);)                \
  BOTH(size_t, shmem_##NAME##_wait_until_some, TYPE, INDICES, return ops::wait_some(many, checked(many, indices));)        \
  BOTH(int, shmem_##NAME##_test_all, TYPE, NO_INDICES, return one_try(ops::test_all(many), 0);)                         \
  BOTH(size_t, shmem_##NAME##_test_any, TYPE, NO_INDICES, return one_try(ops::test_any(many), SIZE_MAX);)                      \
  BOTH(size_t, shmem_##NAME##_test_some, TYPE, INDICES, return one_try(ops::test_some(many, checked(many, indices)), size_t{0});)
ISTHMUS_SYNC_TYPES(TYPED)

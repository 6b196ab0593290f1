// Point-to-point synchronisation on one variable.
#include "ops/wait.hpp"

#include "api/stamp.hpp"

using namespace isthmus;
using runtime::world;

#define TYPED(NAME, TYPE)                                                                \
  API(void, shmem_##NAME##_wait_until, (TYPE * ivar, int cmp, TYPE cmp_value)) {         \
    ops::wait_until(world.context, "shmem_" #NAME "_wait_until", ivar, cmp, cmp_value);                 \
  }                                                                                      \
  API(int, shmem_##NAME##_test, (TYPE * ivar, int cmp, TYPE cmp_value)) {                \
    return ops::test(world.context, "shmem_" #NAME "_test", ivar, cmp, cmp_value);                      \
  }
ISTHMUS_SYNC_TYPES(TYPED)
ISTHMUS_SHORT_SYNC_TYPES(TYPED)

// Deprecated since 1.4.
API(void, shmem_wait_until, (long* ivar, int cmp, long cmp_value)) {
  ops::wait_until(world.context, "shmem_wait_until", ivar, cmp, cmp_value);
}
API(void, shmem_wait, (long* ivar, long cmp_value)) {
  ops::wait_until(world.context, "shmem_wait", ivar, SHMEM_CMP_NE, cmp_value);
}

#define OLD(NAME, TYPE)                                                                  \
  API(void, shmem_##NAME##_wait, (TYPE * ivar, TYPE cmp_value)) {                        \
    ops::wait_until(world.context, "shmem_" #NAME "_wait", ivar, SHMEM_CMP_NE, cmp_value);              \
  }
ISTHMUS_WAIT_OLD_TYPES(OLD)

// Locks.
#include "ops/lock.hpp"

#include "api/stamp.hpp"

using namespace isthmus;
using runtime::world;

API(void, shmem_set_lock, (long* lock)) { ops::set_lock(world.context, "shmem_set_lock", lock, world.my_pe); }
API(void, shmem_clear_lock, (long* lock)) { ops::clear_lock(world.context, "shmem_clear_lock", lock, world.my_pe); }
API(int, shmem_test_lock, (long* lock)) {
  return ops::test_lock(world.context, "shmem_test_lock", lock, world.my_pe) ? 0 : 1;
}

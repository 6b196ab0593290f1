// fails: upc_unlock of a lock that this thread does not hold
#include <upc.h>
int main(void) {
  upc_lock_t *lock = upc_all_lock_alloc();
  upc_barrier;
  upc_unlock(lock);
  return 0;
}

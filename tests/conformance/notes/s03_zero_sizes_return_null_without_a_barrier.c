/* Section 3: size 0 (or a null pointer to free) returns at once, null, and does not synchronise: one PE alone may call.
 */
#include "program.h"

static int flag;

int main(void) {
  begin();
  if (me == 0) {
    EXPECT(shmem_malloc(0) == NULL);
    EXPECT(shmem_malloc_with_hints(0, SHMEM_MALLOC_ATOMICS_REMOTE) == NULL);
    EXPECT(shmem_calloc(0, 8) == NULL);
    EXPECT(shmem_calloc(8, 0) == NULL);
    EXPECT(shmem_calloc(0, 0) == NULL);
    EXPECT(shmem_align(64, 0) == NULL);
    EXPECT(shmem_realloc(NULL, 0) == NULL);
    shmem_free(NULL);
    EXPECT(shmalloc(0) == NULL);
    shfree(NULL);
    EXPECT(shmemalign(64, 0) == NULL);
    for (int pe = 0; pe < n; ++pe) shmem_int_atomic_set(&flag, 1, pe); /* the others have been waiting for this */
  }
  shmem_int_wait_until(&flag, SHMEM_CMP_EQ, 1);
  return end();
}

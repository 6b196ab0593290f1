/* Section 8: comparison and signal operators are integer constant expressions, all different; so are thread levels, in
 * rising order (section 14), and the hints and options are bits of their own (sections 3, 10, 15). */
#include "program.h"

_Static_assert(SHMEM_THREAD_SINGLE < SHMEM_THREAD_FUNNELED && SHMEM_THREAD_FUNNELED < SHMEM_THREAD_SERIALIZED &&
                   SHMEM_THREAD_SERIALIZED < SHMEM_THREAD_MULTIPLE,
               "levels rise");
_Static_assert(SHMEM_SIGNAL_SET != SHMEM_SIGNAL_ADD, "operators differ");
_Static_assert(SHMEM_MALLOC_ATOMICS_REMOTE != 0 && SHMEM_MALLOC_SIGNAL_REMOTE != 0 &&
                   (SHMEM_MALLOC_ATOMICS_REMOTE & SHMEM_MALLOC_SIGNAL_REMOTE) == 0,
               "hints can be combined");
_Static_assert(SHMEM_CTX_SERIALIZED != 0 && SHMEM_CTX_PRIVATE != 0 && SHMEM_CTX_NOSTORE != 0 &&
                   (SHMEM_CTX_SERIALIZED ^ SHMEM_CTX_PRIVATE ^ SHMEM_CTX_NOSTORE) ==
                       (SHMEM_CTX_SERIALIZED | SHMEM_CTX_PRIVATE | SHMEM_CTX_NOSTORE),
               "options can be combined");
_Static_assert(SHMEM_CMP_EQ == _SHMEM_CMP_EQ && SHMEM_CMP_LT == _SHMEM_CMP_LT && SHMEM_SYNC_VALUE == _SHMEM_SYNC_VALUE,
               "old names");
_Static_assert(SHMEM_SYNC_SIZE >= SHMEM_BCAST_SYNC_SIZE && SHMEM_SYNC_SIZE >= SHMEM_REDUCE_SYNC_SIZE &&
                   SHMEM_SYNC_SIZE >= SHMEM_BARRIER_SYNC_SIZE && SHMEM_SYNC_SIZE >= SHMEM_COLLECT_SYNC_SIZE &&
                   SHMEM_SYNC_SIZE >= SHMEM_ALLTOALL_SYNC_SIZE && SHMEM_SYNC_SIZE >= SHMEM_ALLTOALLS_SYNC_SIZE,
               "section 12: SHMEM_SYNC_SIZE serves any collective");

static int number(int op) {
  switch (op) {
    case SHMEM_CMP_EQ:
      return 1;
    case SHMEM_CMP_NE:
      return 2;
    case SHMEM_CMP_GT:
      return 3;
    case SHMEM_CMP_GE:
      return 4;
    case SHMEM_CMP_LT:
      return 5;
    case SHMEM_CMP_LE:
      return 6;
    default:
      return 0;
  }
}

int main(void) {
  static char bounds[SHMEM_CMP_EQ + SHMEM_CMP_NE + SHMEM_CMP_GT + SHMEM_CMP_GE + SHMEM_CMP_LT + SHMEM_CMP_LE + 1];
  begin();
  EXPECT(sizeof bounds > 1);
  EXPECT_EQ(number(SHMEM_CMP_LE) * 10 + number(SHMEM_CMP_EQ), 61);
  return end();
}

/* Locks. */

ISTHMUS_FN(void, shmem_set_lock, (long *lock))
ISTHMUS_FN(void, shmem_clear_lock, (long *lock))
ISTHMUS_FN(int, shmem_test_lock, (long *lock))

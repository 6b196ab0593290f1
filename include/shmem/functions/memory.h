/* Symmetric memory. */

ISTHMUS_FN(void *, shmem_malloc, (size_t size))
ISTHMUS_FN(void *, shmem_malloc_with_hints, (size_t size, long hints))
ISTHMUS_FN(void *, shmem_calloc, (size_t count, size_t size))
ISTHMUS_FN(void *, shmem_align, (size_t alignment, size_t size))
ISTHMUS_FN(void *, shmem_realloc, (void *ptr, size_t size))
ISTHMUS_FN(void, shmem_free, (void *ptr))

/* Deprecated since 1.2. */
ISTHMUS_FN(void *, shmalloc, (size_t size))
ISTHMUS_FN(void, shfree, (void *ptr))
ISTHMUS_FN(void *, shrealloc, (void *ptr, size_t size))
ISTHMUS_FN(void *, shmemalign, (size_t alignment, size_t size))

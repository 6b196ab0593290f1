/* What Isthmus has beyond OpenSHMEM 1.6. */
#ifndef ISTHMUS_SHMEMX_H
#define ISTHMUS_SHMEMX_H

#include "shmem.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Partitions: SHMEM_SYMMETRIC_PARTITION<ID>=SIZE=..; partition 1 is the symmetric heap. Collective over all PEs, like
 * shmem_malloc, with a barrier on exit (free: on entry). shmem_free takes memory of any partition too. NULL when the
 * partition is full; an id that was not configured ends the job. */
void *shmem_partition_malloc(size_t size, int partition);
void *shmem_partition_align(size_t alignment, size_t size, int partition);
void shmem_partition_free(void *ptr);

typedef struct {
  size_t size;         /* bytes of the partition */
  size_t used;         /* bytes allocated, rounding included */
  size_t largest_free; /* the largest allocation that would succeed */
} shmemx_heap_info_t;

/* Local. 0, or nonzero for a partition that was not configured. */
int shmemx_heap_query(int partition, shmemx_heap_info_t *info);

#ifdef __cplusplus
}
#endif

#endif

/* OpenMP map clauses in symmetric device memory: libisthmus_omp, docs/openmp.md. A mapped object that is selected gets
 * its device storage from an Isthmus partition, so that other PEs put to it and get from it. Objects are selected by
 *
 *   map(close, to: a[0:n])               in the clause,
 *   shmemx_omp_map_symmetric(a, bytes)   by their address, before they are mapped,
 *   a scope                              all that this thread maps meanwhile,
 *   SHMEM_OMP_MAP=all                    all. */
#ifndef ISTHMUS_SHMEMX_OMP_H
#define ISTHMUS_SHMEMX_OMP_H

#include "shmemx.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Objects that begin in this range of host memory are selected. 0, or nonzero with a line that says why nothing can be:
 * no offloading in this program, for one. */
int shmemx_omp_map_symmetric(const void *ptr, size_t bytes);
/* Takes that back; what is mapped stays where it is. Nonzero where no range begins at ptr. */
int shmemx_omp_unmap_symmetric(const void *ptr);

/* What this thread maps between the two is selected. They nest. */
void shmemx_omp_scope_begin(void);
void shmemx_omp_scope_end(void);

/* The device address of a mapped object, for a host address in it; any device pointer of the default device is returned
 * as it is, and NULL for what is not mapped there. Good in every call that takes a symmetric address, for as long as the
 * object is mapped from the partition. */
void *shmemx_device_ptr(const void *ptr);

/* The copy on the default device of what a mapped object of the symmetric heap has at ptr; ptr for all others. Programs
 * that link -listhmus_omp_calls (before -listhmus_omp) have this done to every address in calls that move or combine data:
 * shmem_float_put(x, x, ...) of a mapped x is between devices then. */
void *shmemx_omp_copy(const void *ptr);

/* The number of the OpenMP device that has this PE's partition, for omp_set_default_device; -1: there is none. */
int shmemx_omp_device(void);

/* What is known of a mapped object. */
enum {
  SHMEMX_OMP_NOT_SELECTED, /* or not mapped */
  SHMEMX_OMP_MIRROR,       /* where its host address has it in the symmetric heap */
  SHMEMX_OMP_POOL,
  SHMEMX_OMP_VENDOR        /* no room: storage that other PEs do not reach */
};
typedef struct {
  int place;           /* one of these */
  void *address;       /* on the device */
  uint64_t references; /* of maps, */
  uint64_t holds;      /* and of maps with ompx_hold */
} shmemx_omp_object_t;
/* Local. 0, or nonzero for a device that there is not. */
int shmemx_omp_object_query(const void *ptr, int device, shmemx_omp_object_t *object);

typedef struct {
  size_t mirror_bytes, pool_bytes;               /* there are */
  size_t pool_used;                              /* rounding included */
  uint64_t objects;                              /* mapped now */
  uint64_t mirror_maps, pool_maps, vendor_maps;  /* so far */
} shmemx_omp_info_t;
/* Local. 0, or nonzero where the device has no partition. */
int shmemx_omp_query(int device, shmemx_omp_info_t *info);

/* The interface of Lu, Curtis and Chapman's OpenSHMEM-aware OpenMP (2022): the device's maps, all of them, get their
 * storage from these functions; null: no longer. The second argument of malloc_fn is the number of the partition.
 * shmem_partition_malloc and shmem_partition_free, which wait for all PEs, stand for the pool, which does not. */
int __tgt_set_shmem_allocator(void *(*malloc_fn)(size_t size, int partition), void (*free_fn)(void *ptr), int device);

#ifdef __cplusplus
}

namespace shmemx {
/* What this thread maps while such an object is there is selected. */
class omp_symmetric_scope {
 public:
  omp_symmetric_scope() { shmemx_omp_scope_begin(); }
  ~omp_symmetric_scope() { shmemx_omp_scope_end(); }
  omp_symmetric_scope(const omp_symmetric_scope &) = delete;
  omp_symmetric_scope &operator=(const omp_symmetric_scope &) = delete;
};
}  // namespace shmemx
#endif

/* For omp_init_allocator, omp_alloc and omp_free: memory of the default device, from the pool. Include omp.h, too. */
#define omp_shmem_mem_space ((omp_memspace_handle_t)0x5348)
#define omp_shmem_mem_alloc ((omp_allocator_handle_t)0x5348)

#endif

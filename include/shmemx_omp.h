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

/* Selects objects that begin in this range of host memory. Ranges may overlap; of those that begin at the same address
 * the longest counts. Returns 0, or nonzero after printing why nothing can be selected, for instance because this
 * program has no offloading. */
int shmemx_omp_map_symmetric(const void *ptr, size_t bytes);
/* Removes that range; objects that are mapped stay where they are. Nonzero if no range begins at ptr. */
int shmemx_omp_unmap_symmetric(const void *ptr);

/* Objects that this thread maps between these two calls are selected. Scopes nest. */
void shmemx_omp_scope_begin(void);
void shmemx_omp_scope_end(void);

/* The device address that corresponds to a host address in a mapped object. A device pointer of the default device is
 * returned unchanged; NULL if the address is not mapped there. The result is valid in every call that takes a symmetric
 * address, for as long as the object is mapped from the partition. */
void *shmemx_device_ptr(const void *ptr);

/* For an address in a mapped object of the symmetric heap, the address of its copy on the default device; ptr itself
 * for all other addresses. In programs that link -listhmus_omp_calls (before -listhmus_omp), every address in calls
 * that move or combine data is replaced so: shmem_float_put(x, x, ...) of a mapped x then copies between devices. */
void *shmemx_omp_copy(const void *ptr);

/* The number of the OpenMP device that has this PE's partition, for omp_set_default_device; -1 if there is none. */
int shmemx_omp_device(void);

/* The stream of an interop object (omp interop init(targetsync : object)), for shmemx_*_on_stream. Null on devices that have
 * no streams, as where the device is the host: the calls are complete when they return there. */
#if defined(_OPENMP) && defined(__clang__)
#include <omp.h>
static inline shmemx_stream_t shmemx_omp_stream(omp_interop_t object) {
  int known;
  if (object == omp_interop_none) return NULL; /* LLVM 19 would read from it */
  return omp_get_interop_ptr(object, omp_ipr_targetsync, &known);
}
#endif

/* Where the device storage of an object is. */
enum {
  SHMEMX_OMP_NOT_SELECTED, /* or it is not mapped */
  SHMEMX_OMP_MIRROR,       /* in the partition, at its offset in the symmetric heap */
  SHMEMX_OMP_POOL,         /* elsewhere in the partition */
  SHMEMX_OMP_VENDOR        /* the partition had no room: other PEs cannot reach it */
};
typedef struct {
  int place;           /* one of the constants above */
  void *address;       /* on the device */
  uint64_t references; /* of map clauses */
  uint64_t holds;      /* of map clauses with ompx_hold */
} shmemx_omp_object_t;
/* Local. 0, or nonzero if the device does not exist. */
int shmemx_omp_object_query(const void *ptr, int device, shmemx_omp_object_t *object);

typedef struct {
  size_t mirror_bytes, pool_bytes;               /* sizes */
  size_t pool_used;                              /* rounding included */
  uint64_t objects;                              /* mapped now */
  uint64_t mirror_maps, pool_maps, vendor_maps;  /* so far */
} shmemx_omp_info_t;
/* Local. 0, or nonzero where the device has no partition. */
int shmemx_omp_query(int device, shmemx_omp_info_t *info);

/* The interface of Lu, Curtis and Chapman's OpenSHMEM-aware OpenMP (2022): all maps of the device get their storage
 * from these functions, until null is passed. The second argument of malloc_fn is the number of the partition. If
 * shmem_partition_malloc and shmem_partition_free are passed, the pool is used instead: they wait for all PEs, and the
 * pool does not. */
int __tgt_set_shmem_allocator(void *(*malloc_fn)(size_t size, int partition), void (*free_fn)(void *ptr), int device);

#ifdef __cplusplus
}

namespace shmemx {
/* Objects that this thread maps while a scope exists are selected. */
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

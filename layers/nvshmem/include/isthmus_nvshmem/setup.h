/* Initialisation and memory. NVSHMEM's heap is device memory: a partition of KIND=CUDA, on the device that this PE gets by its
 * number on the node, which is the device that programs choose by NVSHMEMX_TEAM_NODE. */
#ifndef ISTHMUS_NVSHMEM_SETUP_H
#define ISTHMUS_NVSHMEM_SETUP_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The partition that nvshmem_malloc allocates from. It is of size NVSHMEM_SYMMETRIC_SIZE, by default 1G, unless
 * SHMEM_SYMMETRIC_PARTITION2 describes it. */
#define ISTHMUS_NVSHMEM_PARTITION 2

enum {
  NVSHMEMX_SUCCESS = 0,
  NVSHMEMX_ERROR_INVALID_VALUE = 1,
  NVSHMEMX_ERROR_OUT_OF_MEMORY = 2,
  NVSHMEMX_ERROR_NOT_SUPPORTED = 3,
  NVSHMEMX_ERROR_SYMMETRY = 4,
  NVSHMEMX_ERROR_GPU_NOT_SELECTED = 5,
  NVSHMEMX_ERROR_COLLECTIVE_LAUNCH_FAILED = 6,
  NVSHMEMX_ERROR_INTERNAL = 7
};
enum {
  NVSHMEMX_INIT_THREAD_PES = 1,
  NVSHMEMX_INIT_WITH_MPI_COMM = 1 << 1,
  NVSHMEMX_INIT_WITH_SHMEM = 1 << 2,
  NVSHMEMX_INIT_WITH_UNIQUEID = 1 << 3
};
enum {
  NVSHMEM_STATUS_NOT_INITIALIZED = 0,
  NVSHMEM_STATUS_IS_BOOTSTRAPPED = 1,
  NVSHMEM_STATUS_IS_INITIALIZED = 2
};

/* PE numbers come from the launcher, whichever way a program initialises. A communicator has to be that of all processes, in the
 * launcher's order; ranks that come with a unique id are compared with the launcher's. */
typedef struct {
  int version;
  char internal[124];
} nvshmemx_uniqueid_t;
typedef struct {
  int version;
  nvshmemx_uniqueid_t *id;
  int myrank, nranks;
} nvshmemx_uniqueid_args_t;
typedef struct {
  int version;
  nvshmemx_uniqueid_args_t uid_args;
} nvshmemx_init_args_t;
typedef struct {
  int version;
  void *mpi_comm;
  nvshmemx_init_args_t args;
} nvshmemx_init_attr_t;
#define NVSHMEMX_UNIQUEID_INITIALIZER {1, {0}}
#define NVSHMEMX_INIT_ATTR_INITIALIZER {1, NULL, {1, {1, NULL, 0, 0}}}

/* NVSHMEM's own test programs use this macro of its internal headers. */
#define NVSHMEMI_ERROR_PRINT(...) fprintf(stderr, __VA_ARGS__)

/* Ends the job with a line. */
ISTHMUS_NVSHMEM_HOST void isthmus_nvshmem_fail(const char *call, const char *why) {
  fprintf(stderr, "%s: %s\n", call, why);
  shmem_global_exit(1);
}

ISTHMUS_NVSHMEM_HOST int isthmus_nvshmem_begin(const char *call, int level, int *provided) {
  const char *size = getenv("NVSHMEM_SYMMETRIC_SIZE");
  char partition[128];
  shmemx_partition_info_t info;
  snprintf(partition, sizeof partition, "SIZE=%s:KIND=CUDA", size && *size ? size : "1G");
  setenv("SHMEM_SYMMETRIC_PARTITION2", partition, 0);
  if (shmem_init_thread(level, provided) != 0) return NVSHMEMX_ERROR_INTERNAL;
  if (shmemx_partition_query(ISTHMUS_NVSHMEM_PARTITION, &info) != 0)
    isthmus_nvshmem_fail(call, "shmem_init was called before, without a partition for NVSHMEM's heap; set "
                               "SHMEM_SYMMETRIC_PARTITION2=SIZE=1G:KIND=CUDA");
  if (strcmp(info.kind, "HOST") == 0)
    isthmus_nvshmem_fail(call, "SHMEM_SYMMETRIC_PARTITION2 is host memory, and NVSHMEM's heap is device memory; give it KIND=CUDA");
  return NVSHMEMX_SUCCESS;
}

ISTHMUS_NVSHMEM_HOST void nvshmem_init(void) {
  int provided;
  if (isthmus_nvshmem_begin("nvshmem_init", SHMEM_THREAD_SERIALIZED, &provided) != 0) exit(1); /* the library has said why */
}
ISTHMUS_NVSHMEM_HOST int nvshmem_init_thread(int requested, int *provided) {
  return isthmus_nvshmem_begin("nvshmem_init_thread", requested, provided);
}
ISTHMUS_NVSHMEM_HOST void nvshmem_finalize(void) { shmem_finalize(); }

ISTHMUS_NVSHMEM_HOST int nvshmemx_get_uniqueid(nvshmemx_uniqueid_t *id) {
  memset(id, 0, sizeof *id);
  id->version = 1;
  return NVSHMEMX_SUCCESS;
}
ISTHMUS_NVSHMEM_HOST int nvshmemx_set_attr_uniqueid_args(int rank, int nranks, const nvshmemx_uniqueid_t *id,
                                                         nvshmemx_init_attr_t *attr) {
  if (!id || !attr || rank < 0 || rank >= nranks) return NVSHMEMX_ERROR_INVALID_VALUE;
  attr->args.uid_args.id = (nvshmemx_uniqueid_t *)id;
  attr->args.uid_args.myrank = rank;
  attr->args.uid_args.nranks = nranks;
  return NVSHMEMX_SUCCESS;
}
ISTHMUS_NVSHMEM_HOST int nvshmemx_set_attr_mpi_comm_args(void *mpi_comm, nvshmemx_init_attr_t *attr) {
  attr->mpi_comm = mpi_comm;
  return NVSHMEMX_SUCCESS;
}
ISTHMUS_NVSHMEM_HOST int nvshmemx_init_attr(unsigned int flags, nvshmemx_init_attr_t *attr) {
  int provided, status;
  if ((flags & (NVSHMEMX_INIT_WITH_MPI_COMM | NVSHMEMX_INIT_WITH_UNIQUEID)) && !attr) return NVSHMEMX_ERROR_INVALID_VALUE;
  status = isthmus_nvshmem_begin("nvshmemx_init_attr", SHMEM_THREAD_SERIALIZED, &provided);
  if (status == NVSHMEMX_SUCCESS && (flags & NVSHMEMX_INIT_WITH_UNIQUEID) &&
      (attr->args.uid_args.myrank != shmem_my_pe() || attr->args.uid_args.nranks != shmem_n_pes()))
    isthmus_nvshmem_fail("nvshmemx_init_attr", "the ranks that come with a unique id are not those of the launcher; start the "
                                               "program by oshrun, mpirun or srun, and pass the launcher's ranks");
  return status;
}
ISTHMUS_NVSHMEM_HOST int nvshmemx_hostlib_init_attr(unsigned int flags, nvshmemx_init_attr_t *attr) {
  return nvshmemx_init_attr(flags, attr);
}
ISTHMUS_NVSHMEM_HOST void nvshmemx_hostlib_finalize(void) { shmem_finalize(); }
ISTHMUS_NVSHMEM_HOST int nvshmemx_init_status(void) {
  int up = 0;
  shmem_query_initialized(&up);
  return up ? NVSHMEM_STATUS_IS_INITIALIZED : NVSHMEM_STATUS_NOT_INITIALIZED;
}
/* The version of Isthmus. */
ISTHMUS_NVSHMEM_HOST void nvshmemx_vendor_get_version_info(int *major, int *minor, int *patch) {
  *major = NVSHMEM_VENDOR_MAJOR_VERSION;
  *minor = NVSHMEM_VENDOR_MINOR_VERSION;
  *patch = NVSHMEM_VENDOR_PATCH_VERSION;
}

/* ---- Memory ---- */

ISTHMUS_NVSHMEM_HOST void *nvshmem_malloc(size_t size) { return shmem_partition_malloc(size, ISTHMUS_NVSHMEM_PARTITION); }
ISTHMUS_NVSHMEM_HOST void *nvshmem_align(size_t alignment, size_t size) {
  return shmem_partition_align(alignment, size, ISTHMUS_NVSHMEM_PARTITION);
}
ISTHMUS_NVSHMEM_HOST void *nvshmem_calloc(size_t count, size_t size) {
  void *made = count == 0 || size <= (size_t)-1 / count ? nvshmem_malloc(count * size) : NULL;
  if (made) {
    cudaStream_t stream; /* waits for none of the program's, whose kernels may wait for others */
    if (cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) != cudaSuccess ||
        cudaMemsetAsync(made, 0, count * size, stream) != cudaSuccess || cudaStreamSynchronize(stream) != cudaSuccess ||
        cudaStreamDestroy(stream) != cudaSuccess)
      isthmus_nvshmem_fail("nvshmem_calloc", "CUDA cannot fill the memory");
    shmem_barrier_all(); /* nobody's zeros come after another PE's put */
  }
  return made;
}

/* Memory that the program allocated cannot become symmetric here: null, as where NVSHMEM refuses it. */
ISTHMUS_NVSHMEM_HOST void *nvshmemx_buffer_register_symmetric(void *buffer, size_t size, int flags) {
  (void)buffer, (void)size, (void)flags;
  fprintf(stderr, "nvshmemx_buffer_register_symmetric: not supported; allocate by nvshmem_malloc\n");
  return NULL;
}
ISTHMUS_NVSHMEM_HOST int nvshmemx_buffer_unregister_symmetric(void *buffer, size_t size) {
  (void)buffer, (void)size;
  return NVSHMEMX_ERROR_NOT_SUPPORTED;
}

#endif

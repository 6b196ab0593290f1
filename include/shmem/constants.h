/* The constants, types and handles of OpenSHMEM 1.6. */
#ifndef ISTHMUS_SHMEM_CONSTANTS_H
#define ISTHMUS_SHMEM_CONSTANTS_H

#include <stddef.h>

/* In CUDA and HIP a function says where it may be called. Those here may be on both sides; shmemx_device.h defines for devices
 * the ones that exist there. */
#if defined(__clang__) && (defined(__CUDA__) || defined(__HIP__))
#define ISTHMUS_ANYWHERE __attribute__((host)) __attribute__((device))
#elif defined(__CUDACC__)
#define ISTHMUS_ANYWHERE __host__ __device__
#else
#define ISTHMUS_ANYWHERE
#endif

#define SHMEM_MAJOR_VERSION 1
#define SHMEM_MINOR_VERSION 6
#define SHMEM_MAX_NAME_LEN 64
#define SHMEM_VENDOR_STRING "Isthmus"

#define SHMEM_THREAD_SINGLE 0
#define SHMEM_THREAD_FUNNELED 1
#define SHMEM_THREAD_SERIALIZED 2
#define SHMEM_THREAD_MULTIPLE 3

#define SHMEM_CMP_EQ 0
#define SHMEM_CMP_NE 1
#define SHMEM_CMP_GT 2
#define SHMEM_CMP_LE 3
#define SHMEM_CMP_LT 4
#define SHMEM_CMP_GE 5

#define SHMEM_SIGNAL_SET 0
#define SHMEM_SIGNAL_ADD 1

/* Bits of the hints of shmem_malloc_with_hints. */
#define SHMEM_MALLOC_ATOMICS_REMOTE 1L
#define SHMEM_MALLOC_SIGNAL_REMOTE 2L

/* Handles are small numbers cast to pointer types. Each has its own type, by which the generics choose, and is a
 * constant expression, so that a static variable can be initialised with one. The library knows the predefined ones by
 * these values. */
#ifdef __cplusplus
#define ISTHMUS_HANDLE(type, value) (reinterpret_cast<type>(value##UL))
#define ISTHMUS_NO_HANDLE(type) (static_cast<type>(0))
#else
#define ISTHMUS_HANDLE(type, value) ((type)value##UL)
#define ISTHMUS_NO_HANDLE(type) ((type)0UL)
#endif

/* ---- Contexts ---- */

typedef struct isthmus_context *shmem_ctx_t;

#define SHMEM_CTX_INVALID ISTHMUS_NO_HANDLE(shmem_ctx_t)
#define SHMEM_CTX_DEFAULT ISTHMUS_HANDLE(shmem_ctx_t, 128)

/* Bits of the options of shmem_ctx_create and shmem_team_create_ctx. */
#define SHMEM_CTX_SERIALIZED 1L
#define SHMEM_CTX_PRIVATE 2L
#define SHMEM_CTX_NOSTORE 4L

typedef struct {
  size_t total_ops; /* operations expected in the session; SIZE_MAX: not known */
} shmem_ctx_session_config_t;

/* Bit of the options of shmem_ctx_session_start, and of the mask of its configuration. */
#define SHMEM_CTX_SESSION_BATCH 1L
#define SHMEM_CTX_SESSION_TOTAL_OPS 1L

/* ---- Teams ---- */

typedef struct isthmus_team *shmem_team_t;

#define SHMEM_TEAM_INVALID ISTHMUS_NO_HANDLE(shmem_team_t)
#define SHMEM_TEAM_WORLD ISTHMUS_HANDLE(shmem_team_t, 8)
#define SHMEM_TEAM_SHARED ISTHMUS_HANDLE(shmem_team_t, 16)

typedef struct {
  int num_contexts; /* contexts of the team that exist at the same time */
} shmem_team_config_t;

/* Bit of the mask of a team's configuration. */
#define SHMEM_TEAM_NUM_CONTEXTS 1L

/* ---- Active sets, deprecated since 1.5: lengths of pSync and pWrk, and what pSync holds at first ---- */

#define SHMEM_SYNC_VALUE 0L
#define SHMEM_SYNC_SIZE 64
#define SHMEM_BCAST_SYNC_SIZE SHMEM_SYNC_SIZE
#define SHMEM_REDUCE_SYNC_SIZE SHMEM_SYNC_SIZE
#define SHMEM_BARRIER_SYNC_SIZE SHMEM_SYNC_SIZE
#define SHMEM_COLLECT_SYNC_SIZE SHMEM_SYNC_SIZE
#define SHMEM_ALLTOALL_SYNC_SIZE SHMEM_SYNC_SIZE
#define SHMEM_ALLTOALLS_SYNC_SIZE SHMEM_SYNC_SIZE
#define SHMEM_REDUCE_MIN_WRKDATA_SIZE 1

/* ---- Names of before 1.3 ---- */

#define _SHMEM_MAJOR_VERSION SHMEM_MAJOR_VERSION
#define _SHMEM_MINOR_VERSION SHMEM_MINOR_VERSION
#define _SHMEM_MAX_NAME_LEN SHMEM_MAX_NAME_LEN
#define _SHMEM_VENDOR_STRING SHMEM_VENDOR_STRING
#define _SHMEM_CMP_EQ SHMEM_CMP_EQ
#define _SHMEM_CMP_NE SHMEM_CMP_NE
#define _SHMEM_CMP_GT SHMEM_CMP_GT
#define _SHMEM_CMP_LE SHMEM_CMP_LE
#define _SHMEM_CMP_LT SHMEM_CMP_LT
#define _SHMEM_CMP_GE SHMEM_CMP_GE
#define _SHMEM_SYNC_VALUE SHMEM_SYNC_VALUE
#define _SHMEM_BCAST_SYNC_SIZE SHMEM_BCAST_SYNC_SIZE
#define _SHMEM_REDUCE_SYNC_SIZE SHMEM_REDUCE_SYNC_SIZE
#define _SHMEM_BARRIER_SYNC_SIZE SHMEM_BARRIER_SYNC_SIZE
#define _SHMEM_COLLECT_SYNC_SIZE SHMEM_COLLECT_SYNC_SIZE
#define _SHMEM_REDUCE_MIN_WRKDATA_SIZE SHMEM_REDUCE_MIN_WRKDATA_SIZE

#endif

/* NVSHMEM's interface over Isthmus, so that programs written for NVSHMEM compile with it: by nvcc without -rdc, by clang as
 * CUDA, and, without kernels, by a host compiler. docs/nvshmem.md says what is there and what ran where.
 *
 * Most of NVSHMEM's names are OpenSHMEM's with "nv" in front and the same parameters: names.h has them all, made from our
 * headers. Here is what differs. */
#ifndef ISTHMUS_NVSHMEM_H
#define ISTHMUS_NVSHMEM_H

#include <assert.h>
#include <cuda_runtime.h>
#if defined(__has_include) && __has_include(<cuda_bf16.h>) /* programs expect these from NVSHMEM's header */
#include <cuda.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#define ISTHMUS_NVSHMEM_HAS_HALF
#endif

#include "shmemx_device.h"

#include <isthmus_nvshmem/names.h>

#define NVSHMEM_MAJOR_VERSION 1
#define NVSHMEM_MINOR_VERSION 3
#define NVSHMEM_VENDOR_STRING "Isthmus"
#define NVSHMEMX_TEAM_NODE SHMEM_TEAM_SHARED
#define NVSHMEMX_TEAM_SHARED SHMEM_TEAM_SHARED

/* A function of the host, of both sides, and of the device alone. */
#define ISTHMUS_NVSHMEM_HOST static inline __attribute__((unused))
#define ISTHMUS_NVSHMEM_BOTH ISTHMUS_ANYWHERE static inline __attribute__((unused))

#include "isthmus_nvshmem/setup.h"
#include "isthmus_nvshmem/signals.h"
#include "isthmus_nvshmem/launch.h"
#ifdef ISTHMUS_DEVICE_KERNELS
#include "isthmus_nvshmem/reducescatter.h"
#endif
#ifdef ISTHMUS_NVSHMEM_HAS_HALF
#include "isthmus_nvshmem/half.h"
#endif

#endif

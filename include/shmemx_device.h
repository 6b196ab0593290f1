/* Calls of OpenSHMEM from device code: inside OpenMP target regions, CUDA and HIP kernels. One header for all of them, and
 * for the host; no device library and no device linker. Include it in every source whose device code calls shmem_*: there
 * the one-sided calls and the collectives of OpenSHMEM 1.6 have their usual names, and each is one of a single thread.
 * shmemx_*_warp and shmemx_*_block are by all threads of a warp or block (group.h, group_collective.h).
 * docs/device-calls.md has the rules. */
#ifndef ISTHMUS_SHMEMX_DEVICE_H
#define ISTHMUS_SHMEMX_DEVICE_H

#include "shmem.h"
#include "shmemx.h"
#include "shmemx_device/state.h"
#include "shmemx_device/target.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Host. Makes a copy of the state known to the library, and forgets it; this header calls them when its device code is
 * loaded and unloaded. */
void shmemx_device_register(struct isthmus_device_image *image);
void shmemx_device_unregister(struct isthmus_device_image *image);
/* Host. Fills the copies of device code that was loaded after shmem_init. Returns how many could not be filled. */
int shmemx_device_update(void);
/* Host. Fills the copy in a module that the program loaded itself: `state` is the device's address of its variable
 * isthmus_device_state (compile the module with SHMEMX_DEVICE_MODULE), `bytes` its size. Returns 0, or nonzero if the module
 * was compiled with another version of this header, or before shmem_init. Call it again after shmemx_space_create. */
int shmemx_device_fill(void *state, size_t bytes);
/* Host. Completes what device code of this PE has begun, as far as it has ended or waits for nothing of this call.
 * shmem_barrier_all does so, too; shmem_quiet, whose calls are the host's, does not. */
void shmemx_device_quiet(void);

#ifdef __cplusplus
}
#endif

#include "shmemx_device/image.h"

#ifdef ISTHMUS_DEVICE_PASS
#if defined(__clang__) && !defined(__cplusplus)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wstatic-in-inline" /* the calls are always inlined and have no other definition */
#endif
#ifdef __cplusplus
extern "C" {
#endif
#ifdef ISTHMUS_DEVICE_NVPTX
#include "shmemx_device/machine_nvptx.h"
#else
#include "shmemx_device/machine_builtin.h"
#endif
#include "shmemx_device/reach.h"
#include "shmemx_device/ring.h"
#include "shmemx_device/rma.h"
#include "shmemx_device/atomic.h"
#include "shmemx_device/order.h"
#include "shmemx_device/wait.h"
#ifdef __cplusplus
}
#elif defined(__clang__)
#pragma clang diagnostic pop
#endif
#endif
#include "shmemx_device/threads.h"
#include "shmemx_device/group.h"
#include "shmemx_device/group_collective.h"

#endif

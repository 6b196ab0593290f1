/* The copy of the state in this device code, and its registration with the library. */
#ifndef ISTHMUS_DEVICE_IMAGE_H
#define ISTHMUS_DEVICE_IMAGE_H

#include "state.h"
#include "target.h"

#ifdef _OPENMP
#if __has_include(<omp.h>)
#include <omp.h>
#else /* as omp.h declares them, which is not there in every installation that compiles for devices */
#ifdef __cplusplus
extern "C" {
typedef enum omp_allocator_handle_t : uintptr_t {
#else
typedef enum omp_allocator_handle_t {
#endif
  omp_null_allocator = 0,
  omp_default_mem_alloc = 1,
  omp_large_cap_mem_alloc = 2,
  omp_const_mem_alloc = 3,
  omp_high_bw_mem_alloc = 4,
  omp_low_lat_mem_alloc = 5,
  omp_cgroup_mem_alloc = 6,
  omp_pteam_mem_alloc = 7,
  omp_thread_mem_alloc = 8,
  KMP_ALLOCATOR_MAX_HANDLE = UINTPTR_MAX
} omp_allocator_handle_t;
int omp_get_default_device(void);
int omp_get_thread_num(void);
int omp_get_num_threads(void);
#ifdef __cplusplus
}
#endif
#endif
#if defined(ISTHMUS_DEVICE_NVPTX) && !defined(ISTHMUS_DEVICE_KERNELS)
#define ISTHMUS_DEVICE_OPENMP_CONSTANT /* the state is in constant memory, as in kernels */
#endif
#endif

/* Beside the state there is a spare word, which takes atomics that turn out not to be for a mapped peer (atomic.h). */
#if defined(ISTHMUS_DEVICE_KERNELS)

__attribute__((unused)) static __device__ uint64_t isthmus_device_spare;
/* One copy in each translation unit, so that no device linker is needed. It is in constant memory: it does not change while
 * device code runs, so compilers may load it before a loop, past fences and waits. A module that is loaded at run time (compiled to
 * PTX or a code object with SHMEMX_DEVICE_MODULE) has one that its loader finds by name, and passes to
 * shmemx_device_fill. */
#ifdef SHMEMX_DEVICE_MODULE
extern "C" {
ISTHMUS_DEVICE_CONSTANT struct isthmus_device_state isthmus_device_state;
}
#else
ISTHMUS_DEVICE_CONSTANT static struct isthmus_device_state isthmus_device_state;
#ifndef ISTHMUS_DEVICE_PASS
#if defined(__HIP__)
#define ISTHMUS_DEVICE_LANGUAGE "HIP"
#define ISTHMUS_DEVICE_VENDOR(name) hip##name
#define ISTHMUS_DEVICE_SYMBOL HIP_SYMBOL(isthmus_device_state)
#else
#define ISTHMUS_DEVICE_LANGUAGE "CUDA"
#define ISTHMUS_DEVICE_VENDOR(name) cuda##name
#define ISTHMUS_DEVICE_SYMBOL isthmus_device_state
#endif
/* The device is the program's current one. The stream waits for none of the program's, whose kernels may wait for others. */
__attribute__((used)) static int isthmus_device_write(const void *state, uint64_t bytes, int) {
  static struct isthmus_device_state seen;
  ISTHMUS_DEVICE_VENDOR(Stream_t) stream;
  if (ISTHMUS_DEVICE_VENDOR(StreamCreateWithFlags)(&stream, ISTHMUS_DEVICE_VENDOR(StreamNonBlocking)) != 0) return 1;
  const int failed =
      ISTHMUS_DEVICE_VENDOR(MemcpyToSymbolAsync)(ISTHMUS_DEVICE_SYMBOL, state, bytes, 0,
                                                 ISTHMUS_DEVICE_VENDOR(MemcpyHostToDevice), stream) != 0 ||
      ISTHMUS_DEVICE_VENDOR(MemcpyFromSymbolAsync)(&seen, ISTHMUS_DEVICE_SYMBOL, bytes, 0,
                                                   ISTHMUS_DEVICE_VENDOR(MemcpyDeviceToHost), stream) != 0 ||
      ISTHMUS_DEVICE_VENDOR(StreamSynchronize)(stream) != 0;
  return ISTHMUS_DEVICE_VENDOR(StreamDestroy)(stream) != 0 || failed || memcmp(&seen, state, bytes) != 0;
}
#define ISTHMUS_DEVICE_REGISTERS
#endif
#endif

#elif defined(ISTHMUS_DEVICE_OPENMP) && !defined(ISTHMUS_DEVICE_PLAIN_HOST)

/* One copy in each image: weak, so that translation units share it; protected, so that a program and a shared object do not
 * (with default visibility one device copy would never be filled, and a hidden one has no device copy). */
#ifdef __cplusplus
#define ISTHMUS_DEVICE_SHARED inline __attribute__((weak, visibility("protected"), used))
#else
#define ISTHMUS_DEVICE_SHARED __attribute__((weak, visibility("protected"), used))
#endif
#pragma omp begin declare target
#ifdef __cplusplus
extern "C" {
#endif
ISTHMUS_DEVICE_SHARED struct isthmus_device_state isthmus_device_state = {};
ISTHMUS_DEVICE_SHARED uint64_t isthmus_device_spare = 0;
#ifdef ISTHMUS_DEVICE_OPENMP_CONSTANT
#pragma omp allocate(isthmus_device_state) allocator(omp_const_mem_alloc)
#endif
#ifdef __cplusplus
}
#endif
#pragma omp end declare target
#define ISTHMUS_DEVICE_LANGUAGE "OpenMP"
/* Updates a device's copy by way of the host's, which also loads the device code, and looks whether it arrived. */
__attribute__((used)) static int isthmus_device_send(int device) {
  uint32_t seen = 0;
  _Pragma("omp target update to(isthmus_device_state) device(device)")
  _Pragma("omp target map(from : seen) device(device)")
  seen = isthmus_device_state.version;
  return seen != isthmus_device_state.version;
}
/* Target regions run on the default device unless they say otherwise; a program with several may also use the one that holds
 * its partition, `device`. */
__attribute__((used)) static int isthmus_device_write(const void *state, uint64_t bytes, int device) {
  const int usual = omp_get_default_device();
  memcpy(&isthmus_device_state, state, bytes);
  return isthmus_device_send(usual) || (device >= 0 && device != usual && isthmus_device_send(device));
}
#if !defined(__NVPTX__) && !defined(__AMDGCN__) && !defined(__SPIRV__)
#define ISTHMUS_DEVICE_REGISTERS
#endif

#elif defined(ISTHMUS_DEVICE_PASS)

static struct isthmus_device_state isthmus_device_state;
static uint64_t isthmus_device_spare;
#define ISTHMUS_DEVICE_LANGUAGE "host"
__attribute__((used)) static int isthmus_device_write(const void *state, uint64_t bytes, int device) {
  (void)device;
  memcpy(&isthmus_device_state, state, bytes);
  return 0;
}
#define ISTHMUS_DEVICE_REGISTERS

#endif

#ifdef ISTHMUS_DEVICE_REGISTERS
static struct isthmus_device_image isthmus_device_image = {
    ISTHMUS_DEVICE_VERSION, (uint32_t)sizeof(struct isthmus_device_state), ISTHMUS_DEVICE_LANGUAGE,
    isthmus_device_write, NULL};
__attribute__((constructor)) static void isthmus_device_arrives(void) { shmemx_device_register(&isthmus_device_image); }
__attribute__((destructor)) static void isthmus_device_leaves(void) { shmemx_device_unregister(&isthmus_device_image); }
#endif

#endif

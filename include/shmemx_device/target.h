/* Which compilation this is, and how functions for devices are declared in it.
 *
 * A source with device code is compiled several times: for the host and for each device. ISTHMUS_DEVICE_PASS is defined
 * where shmem_* calls are defined by this header. In CUDA and HIP __CUDA_ARCH__ and __HIP_DEVICE_COMPILE__ tell the passes
 * apart, since clang defines __NVPTX__ in CUDA's host pass, too. OpenMP compiles its device pass for the device's machine.
 * Where that is the host, target regions call the library. ISTHMUS_DEVICE_ON_HOST is for tests: it defines the device's
 * functions on the host, under names that begin with device_shmem. */
#ifndef ISTHMUS_DEVICE_TARGET_H
#define ISTHMUS_DEVICE_TARGET_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__CUDACC__) || defined(__CUDA__) || defined(__HIP__)
#define ISTHMUS_DEVICE_KERNELS /* functions say where they run: __host__, __device__ */
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
#define ISTHMUS_DEVICE_PASS
#endif
#elif defined(ISTHMUS_DEVICE_ON_HOST)
#define ISTHMUS_DEVICE_PASS
#elif defined(_OPENMP) && (defined(__NVPTX__) || defined(__AMDGCN__) || defined(__SPIRV__))
#define ISTHMUS_DEVICE_PASS
#endif

/* Target regions have device code if clang compiles them. gcc's run on the host here, and call the library. */
#if defined(_OPENMP) && defined(__clang__)
#define ISTHMUS_DEVICE_OPENMP
#endif

/* The machine that this pass compiles for. */
#if defined(ISTHMUS_DEVICE_PASS) && (defined(__CUDA_ARCH__) || (defined(__NVPTX__) && !defined(ISTHMUS_DEVICE_KERNELS)))
#define ISTHMUS_DEVICE_NVPTX
#elif defined(ISTHMUS_DEVICE_PASS) && defined(__AMDGCN__)
#define ISTHMUS_DEVICE_AMDGCN
#elif defined(ISTHMUS_DEVICE_PASS) && defined(__SPIRV__)
#define ISTHMUS_DEVICE_SPIRV
#endif
#if defined(ISTHMUS_DEVICE_NVPTX) || defined(ISTHMUS_DEVICE_AMDGCN) || defined(ISTHMUS_DEVICE_SPIRV)
#define ISTHMUS_DEVICE_GPU
#endif

#ifdef ISTHMUS_DEVICE_KERNELS
#ifdef __clang__
#define ISTHMUS_DEVICE_ONLY __attribute__((device))
#define ISTHMUS_DEVICE_CONSTANT __attribute__((constant))
#else
#define ISTHMUS_DEVICE_ONLY __device__
#define ISTHMUS_DEVICE_CONSTANT __constant__
#endif
#else
#define ISTHMUS_DEVICE_ONLY
#endif

/* A function that is part of its caller, one that is seldom called and stays out of line, and one in between. */
#define ISTHMUS_DEVICE_INLINE ISTHMUS_DEVICE_ONLY static inline __attribute__((always_inline, unused))
#define ISTHMUS_DEVICE_FAR ISTHMUS_DEVICE_ONLY static __attribute__((noinline, unused))
#define ISTHMUS_DEVICE_FN ISTHMUS_DEVICE_ONLY static inline __attribute__((unused))

/* A call of the API. It has been declared by shmem.h; on devices its only definition is the one that is inlined. */
#ifdef ISTHMUS_DEVICE_ON_HOST
#define ISTHMUS_DEVICE_CALL(result, name, parameters) ISTHMUS_DEVICE_INLINE result device_shmem_##name parameters
#define ISTHMUS_DEVICE_CALLED(name) device_shmem_##name
#elif defined(ISTHMUS_DEVICE_KERNELS)
#define ISTHMUS_DEVICE_CALL(result, name, parameters) \
  ISTHMUS_ANYWHERE extern __inline__ __attribute__((gnu_inline, always_inline)) result(shmem_##name) parameters
#define ISTHMUS_DEVICE_CALLED(name) shmem_##name
#else
#define ISTHMUS_DEVICE_CALL(result, name, parameters) \
  extern __inline__ __attribute__((gnu_inline, always_inline)) result(shmem_##name) parameters
#define ISTHMUS_DEVICE_CALLED(name) shmem_##name
#endif

/* Functions here pass such values and not pointers to variables: OpenMP's device code allocates a variable whose address is
 * passed on in memory that the block shares. */
struct isthmus_device_16 {
  uint64_t low, high;
} __attribute__((aligned(16)));

/* Whether the row of a PE in the table serves an address (state.h), and where the PE's copy of it then is. `near` is whether
 * `probed` is below ISTHMUS_DEVICE_NEAR_LIMIT. */
struct isthmus_device_found {
  char *there;
  int64_t probed;
  int near;
};
#define ISTHMUS_DEVICE_NEAR_LIMIT (INT64_MIN + ISTHMUS_DEVICE_NEAR_SPAN)
#define ISTHMUS_DEVICE_LIKELY(condition) __builtin_expect(condition, 1)

#endif

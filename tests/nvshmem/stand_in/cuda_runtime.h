/* A stand-in for CUDA's header where there is no CUDA: what nvshmem.h and the test's program need, so that clang compiles them
 * as CUDA for both sides. The functions are declared alone. */
#ifndef TESTS_NVSHMEM_CUDA_RUNTIME_H
#define TESTS_NVSHMEM_CUDA_RUNTIME_H

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef __CUDA__
#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __constant__ __attribute__((constant))
#define __shared__ __attribute__((shared))
extern "C" {
__device__ int printf(const char *format, ...);
__device__ void *malloc(size_t bytes);
__device__ void free(void *pointer);
}
#endif

typedef enum { cudaSuccess = 0 } cudaError_t;
enum cudaMemcpyKind { cudaMemcpyHostToDevice = 1, cudaMemcpyDeviceToHost = 2, cudaMemcpyDefault = 4 };
enum cudaDeviceAttr { cudaDevAttrMultiProcessorCount = 16 };
typedef struct CUstream_st *cudaStream_t;
enum { cudaStreamNonBlocking = 1 };

#ifdef __cplusplus
struct dim3 {
  unsigned x, y, z;
#ifdef __CUDA__
  __host__ __device__
#endif
  dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
};
extern "C" {
#endif
cudaError_t cudaMemsetAsync(void *at, int value, size_t bytes, cudaStream_t stream);
cudaError_t cudaMemcpy(void *dest, const void *source, size_t bytes, enum cudaMemcpyKind kind);
cudaError_t cudaDeviceSynchronize(void);
cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned flags);
cudaError_t cudaStreamSynchronize(cudaStream_t stream);
cudaError_t cudaStreamDestroy(cudaStream_t stream);
cudaError_t cudaGetDevice(int *device);
cudaError_t cudaSetDevice(int device);
cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr which, int device);
cudaError_t cudaMemcpyToSymbolAsync(const void *symbol, const void *source, size_t bytes, size_t offset,
                                    enum cudaMemcpyKind kind, cudaStream_t stream);
cudaError_t cudaMemcpyFromSymbolAsync(void *dest, const void *symbol, size_t bytes, size_t offset, enum cudaMemcpyKind kind,
                                      cudaStream_t stream);
#ifdef __cplusplus
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *function, int threads, size_t bytes);
cudaError_t cudaLaunchCooperativeKernel(const void *function, dim3 grid, dim3 block, void **arguments, size_t bytes,
                                        cudaStream_t stream);
unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t bytes = 0, cudaStream_t stream = NULL);
cudaError_t cudaConfigureCall(dim3 grid, dim3 block, size_t bytes = 0, cudaStream_t stream = NULL);
cudaError_t cudaLaunchKernel(const void *function, dim3 grid, dim3 block, void **arguments, size_t bytes, cudaStream_t stream);
}
template <class T>
cudaError_t cudaMemcpyToSymbolAsync(const T &symbol, const void *source, size_t bytes, size_t offset, enum cudaMemcpyKind kind,
                                    cudaStream_t stream) {
  return cudaMemcpyToSymbolAsync(static_cast<const void *>(&symbol), source, bytes, offset, kind, stream);
}
template <class T>
cudaError_t cudaMemcpyFromSymbolAsync(void *dest, const T &symbol, size_t bytes, size_t offset, enum cudaMemcpyKind kind,
                                      cudaStream_t stream) {
  return cudaMemcpyFromSymbolAsync(dest, static_cast<const void *>(&symbol), bytes, offset, kind, stream);
}
#endif

#endif

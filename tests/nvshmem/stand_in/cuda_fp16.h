/* A stand-in, as cuda_runtime.h here. */
#ifndef TESTS_NVSHMEM_CUDA_FP16_H
#define TESTS_NVSHMEM_CUDA_FP16_H
typedef struct {
  unsigned short bits;
} half;
#endif

/* A stand-in, as cuda_runtime.h here. */
#ifndef TESTS_NVSHMEM_CUDA_BF16_H
#define TESTS_NVSHMEM_CUDA_BF16_H
typedef struct {
  unsigned short bits;
} __nv_bfloat16;
#endif

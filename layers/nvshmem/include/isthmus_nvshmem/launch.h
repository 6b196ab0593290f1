/* Kernels whose blocks, on all PEs, wait for one another: all of them have to run at the same time, so they are launched
 * cooperatively. Modules that a program loads itself. */
#ifndef ISTHMUS_NVSHMEM_LAUNCH_H
#define ISTHMUS_NVSHMEM_LAUNCH_H

#ifdef ISTHMUS_DEVICE_KERNELS

ISTHMUS_NVSHMEM_HOST int nvshmemx_collective_launch_query_gridsize(const void *func, dim3 block, void **args,
                                                                   size_t shared_bytes, int *gridsize) {
  int device, processors, blocks;
  (void)args;
  if (cudaGetDevice(&device) != cudaSuccess ||
      cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device) != cudaSuccess ||
      cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, func, (int)(block.x * block.y * block.z), shared_bytes) !=
          cudaSuccess)
    return NVSHMEMX_ERROR_INTERNAL;
  *gridsize = blocks * processors;
  return NVSHMEMX_SUCCESS;
}

/* A grid of 0 blocks stands for as many as the device can run at a time. */
ISTHMUS_NVSHMEM_HOST int nvshmemx_collective_launch(const void *func, dim3 grid, dim3 block, void **args,
                                                    size_t shared_bytes, cudaStream_t stream) {
  int most = 0;
  if (grid.x == 0) {
    if (nvshmemx_collective_launch_query_gridsize(func, block, args, shared_bytes, &most) != NVSHMEMX_SUCCESS)
      return NVSHMEMX_ERROR_COLLECTIVE_LAUNCH_FAILED;
    grid = dim3((unsigned)most, 1, 1);
  }
  return cudaLaunchCooperativeKernel(func, grid, block, args, shared_bytes, stream) == cudaSuccess
             ? NVSHMEMX_SUCCESS
             : NVSHMEMX_ERROR_COLLECTIVE_LAUNCH_FAILED;
}

#endif

/* The module has to be compiled with SHMEMX_DEVICE_MODULE. For programs that include cuda.h before. */
#ifdef CUDA_VERSION
ISTHMUS_NVSHMEM_HOST int nvshmemx_cumodule_init(CUmodule module) {
  CUdeviceptr state;
  size_t bytes;
  if (cuModuleGetGlobal(&state, &bytes, module, "isthmus_device_state") != CUDA_SUCCESS) return NVSHMEMX_ERROR_INTERNAL;
  return shmemx_device_fill((void *)state, bytes) == 0 ? NVSHMEMX_SUCCESS : NVSHMEMX_ERROR_INTERNAL;
}
ISTHMUS_NVSHMEM_HOST int nvshmemx_cumodule_finalize(CUmodule module) {
  (void)module;
  return NVSHMEMX_SUCCESS;
}
#endif

#endif

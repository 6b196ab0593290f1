// Device code in a module that the program loads at run time by the driver's own functions. This source is compiled twice: by
// nvcc -ptx -DSHMEMX_DEVICE_MODULE to the module, and to the program, whose argument is the module's file. The program has no
// other device code. Without the call of shmemx_device_fill (a second argument) the kernel has to end with a line.
#ifdef SHMEMX_DEVICE_MODULE

#include <shmemx_device.h>

extern "C" __global__ void visit_all(long* visits, uint64_t* signals) {
  const int me = shmem_my_pe(), n = shmem_n_pes();
  for (int pe = 0; pe < n; ++pe) {
    shmem_long_atomic_add(visits, me + 1, pe);
    shmem_signal_add(signals, 1, pe);
  }
  shmem_signal_wait_until(signals, SHMEM_CMP_GE, n);
}

#else

#include <cuda.h>
#include <shmem.h>
#include <shmemx.h>

#include <cstdio>
#include <cstdlib>

extern "C" int shmemx_device_fill(void* state, size_t bytes);

namespace {

void must(CUresult result, const char* what) {
  if (result == CUDA_SUCCESS) return;
  const char* name = "?";
  cuGetErrorName(result, &name);
  std::printf("PE %d: %s failed: %s\n", shmem_my_pe(), what, name);
  shmem_global_exit(1);
}

}  // namespace

int main(int argc, char** argv) {
  shmem_init();
  const int n = shmem_n_pes();
  CUdevice device;
  CUcontext context;
  CUmodule module;
  CUfunction visit;
  CUdeviceptr state;
  size_t bytes = 0;
  must(cuInit(0), "cuInit");
  must(cuDeviceGet(&device, 0), "cuDeviceGet");
  must(cuDevicePrimaryCtxRetain(&context, device), "cuDevicePrimaryCtxRetain");
  must(cuCtxSetCurrent(context), "cuCtxSetCurrent");
  must(cuModuleLoad(&module, argv[1]), "cuModuleLoad");
  must(cuModuleGetGlobal(&state, &bytes, module, "isthmus_device_state"), "cuModuleGetGlobal");
  must(cuModuleGetFunction(&visit, module, "visit_all"), "cuModuleGetFunction");
  if (argc == 2 && shmemx_device_fill(reinterpret_cast<void*>(state), bytes) != 0) {
    std::printf("PE %d: the module was not filled\n", shmem_my_pe());
    shmem_global_exit(1);
  }
  char* memory = static_cast<char*>(shmem_partition_malloc(64, 2));
  const long zeros[8] = {};
  shmem_putmem(memory, zeros, sizeof zeros, shmem_my_pe());
  shmem_barrier_all();
  char* signals = memory + 32;
  void* parameters[] = {&memory, &signals};
  must(cuLaunchKernel(visit, 1, 1, 1, 1, 1, 1, 0, nullptr, parameters, nullptr), "cuLaunchKernel");
  must(cuCtxSynchronize(), "cuCtxSynchronize");
  shmem_barrier_all();
  long seen = 0;
  shmem_getmem(&seen, memory, sizeof seen, shmem_my_pe());
  const bool right = seen == n * (n + 1L) / 2;
  if (!right) std::printf("PE %d: %ld\n", shmem_my_pe(), seen);
  shmem_barrier_all();
  if (shmem_my_pe() == 0 && right) std::printf("%d PEs: the module's calls as they should be\n", n);
  shmem_finalize();
  return right ? 0 : 1;
}

#endif

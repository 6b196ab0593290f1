// OpenMP's allocator functions on device memory that the host does not see: what they return must hold its bytes
// already, as kernels that begin next on a stream of the program read them. Looks by the driver's own copies, of a
// partition of KIND=CUDA.
#include <dlfcn.h>
#include <omp.h>
#include <shmemx_omp.h>

#include <cstdint>
#include <cstring>

#include "expect.hpp"

constexpr std::size_t kBytes = 6000;  // more than the library writes at a time

static int (*copy_to_host)(void*, std::uint64_t, std::size_t);

static bool holds(const void* there, unsigned char byte) {
  unsigned char seen[kBytes], right[kBytes];
  std::memset(right, byte, sizeof right);
  EXPECT(copy_to_host(seen, reinterpret_cast<std::uint64_t>(there), sizeof seen) == 0);
  return std::memcmp(seen, right, sizeof seen) == 0;
}

/// A block that the next one of its size gets, full of ones.
static void leave_ones() {
  void* block = omp_alloc(kBytes, omp_shmem_mem_alloc);
  EXPECT(block);
  unsigned char ones[kBytes];
  std::memset(ones, 0xff, sizeof ones);
  shmem_putmem(block, ones, sizeof ones, shmem_my_pe());
  shmem_quiet();
  omp_free(block, omp_shmem_mem_alloc);
}

static void bytes_are_there() {
  leave_ones();
  void* zeros = omp_calloc(kBytes / 8, 8, omp_shmem_mem_alloc);
  EXPECT(holds(zeros, 0));
  void* host = omp_alloc(kBytes, omp_default_mem_alloc);
  std::memset(host, 7, kBytes);
  leave_ones();
  void* moved = omp_realloc(host, kBytes, omp_shmem_mem_alloc, omp_default_mem_alloc);
  EXPECT(holds(moved, 7));
  void* longer = omp_realloc(moved, 2 * kBytes, omp_shmem_mem_alloc, omp_shmem_mem_alloc);
  EXPECT(holds(longer, 7));
  omp_free(longer, omp_shmem_mem_alloc);
  omp_free(zeros, omp_shmem_mem_alloc);
}

static void too_large() {
  EXPECT(!omp_alloc(SIZE_MAX, omp_shmem_mem_alloc));
  EXPECT(!omp_aligned_alloc(4096, SIZE_MAX - 7, omp_shmem_mem_alloc));
  EXPECT(!omp_calloc(SIZE_MAX / 8, 8, omp_shmem_mem_alloc));
  EXPECT(!omp_calloc(SIZE_MAX, 8, omp_shmem_mem_alloc));
}

int main() {
  shmem_init();
  omp_set_default_device(shmemx_omp_device());
  void* driver = dlopen("libcuda.so.1", RTLD_NOW);
  EXPECT(driver);
  copy_to_host = reinterpret_cast<decltype(copy_to_host)>(dlsym(driver, "cuMemcpyDtoH_v2"));
  EXPECT(copy_to_host);
  for (int i = 0; i < 5; ++i) bytes_are_there();
  too_large();
  shmem_finalize();
}

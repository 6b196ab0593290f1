// With unified shared memory only objects in map(close, ...) are mapped. The usage is that of constructs.
#include <omp.h>
#include <shmemx_omp.h>

#include <cstdio>
#include <cstring>

#pragma weak shmem_init
#pragma weak shmem_finalize
#pragma weak shmemx_partition_of
#pragma omp requires unified_shared_memory

int main(int n, char** arguments) {
  const bool with_library = n > 1 && std::strcmp(arguments[1], "stock") != 0;
  if (with_library) shmem_init();
  static double a[100], b[100];
  for (int i = 0; i < 100; ++i) a[i] = b[i] = i;
#pragma omp target data map(to : a) map(close, tofrom : b)
  {
    if (with_library && shmemx_partition_of(omp_get_mapped_ptr(b, 0)) != 2)
      std::fprintf(stderr, "FAILED: b is not ours\n");
    std::printf("a is known by another address: %d\n", omp_get_mapped_ptr(a, 0) && omp_get_mapped_ptr(a, 0) != a);
#pragma omp target map(to : a) map(close, tofrom : b)
    for (int i = 0; i < 100; ++i) {
      a[i] += 1;
      b[i] += 2;
    }
    std::printf("a %g, b not copied back %g\n", a[99], b[99]);
  }
  std::printf("b %g\n", b[99]);
  if (with_library) shmem_finalize();
  return 0;
}

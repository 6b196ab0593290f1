/* How long sums of floats in device memory take: usage: sum_times KIND [times]. Prints a row for each size: the median
 * over the calls of the slowest PE, and what the first call took, which may have compiled the kernel. Each is checked.
 */
#include <time.h>

#include "places.h"

enum { most_times = 1000 };

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e6 + (double)t.tv_nsec * 1e-3;
}
static int by_value(const void* a, const void* b) {
  const double x = *(const double*)a, y = *(const double*)b;
  return (x > y) - (x < y);
}

int main(int argc, char** argv) {
  begin_on_device(argc, argv);
  const int times = argc > 2 ? atoi(argv[2]) : 200;
  EXPECT(times > 0 && times <= most_times);
  const size_t most = (size_t)32 << 20;
  float *source = shmem_partition_malloc(most, device_partition),
        *dest = shmem_partition_malloc(most, device_partition);
  double *mine = shmem_malloc(most_times * sizeof(double)), *worst = shmem_malloc(most_times * sizeof(double));
  float* values = malloc(most);
  EXPECT(source && dest && mine && worst && values);
  for (size_t i = 0; i < most / 4; ++i) values[i] = (float)(me + 1) * (float)(i % 1000);
  driver_copy(source, values, most);
  if (me == 0) printf("%10s %12s %12s\n", "bytes", "median us", "first us");
  for (size_t bytes = 8; bytes <= most; bytes *= 2) {
    for (int t = 0; t < times; ++t) {
      shmem_barrier_all();
      const double start = now();
      shmem_float_sum_reduce(SHMEM_TEAM_WORLD, dest, source, bytes / 4);
      mine[t] = now() - start;
    }
    shmem_double_max_reduce(SHMEM_TEAM_WORLD, worst, mine, (size_t)times);
    driver_copy(values, dest, bytes);
    for (size_t i = 0; i < bytes / 4; ++i) EXPECT_EQ(values[i], (float)(n * (n + 1) / 2) * (float)(i % 1000));
    const double first = worst[0];
    qsort(worst, (size_t)times, sizeof *worst, by_value);
    if (me == 0) printf("%10zu %12.1f %12.1f\n", bytes, worst[times / 2], first);
    shmem_barrier_all();
  }
  free(values);
  shmem_free(worst);
  shmem_free(mine);
  shmem_free(dest);
  shmem_free(source);
  return end();
}

/* A job that sleeps outside of the library must use less than one percent of a core, all PEs together. */
#include <sys/resource.h>
#include <unistd.h>

#include "expect.h"

enum { seconds = 4 };

static double cpu_seconds(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return (double)usage.ru_utime.tv_sec + (double)usage.ru_stime.tv_sec +
         1e-6 * (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

int main(void) {
  static double used, all;
  shmem_init();
  shmem_long_p((long*)&used, 0, (shmem_my_pe() + 1) % shmem_n_pes()); /* connections are open */
  shmem_barrier_all();
  const double before = cpu_seconds();
  sleep(seconds);
  used = cpu_seconds() - before;
  shmem_double_sum_reduce(SHMEM_TEAM_WORLD, &all, &used, 1);
  if (shmem_my_pe() == 0) printf("%d PEs used %.2f%% of a core while idle\n", shmem_n_pes(), 100 * all / seconds);
  EXPECT(all / seconds < 0.01);
  shmem_finalize();
  return 0;
}

// A process whose files may not be large (ulimit -f). The library then makes no shared memory, instead of being ended
// by the kernel's signal. The limit is set after MPI_Init, since MPIs have files of their own.
#include <sys/resource.h>

#include "check.h"

int main(int argc, char** argv) {
  start(&argc, &argv);
  comm = MPI_COMM_WORLD, comm_name = "world";
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  struct rlimit limit;
  getrlimit(RLIMIT_FSIZE, &limit);
  limit.rlim_cur = 100 << 10;
  check(setrlimit(RLIMIT_FSIZE, &limit) == 0, "setrlimit");
  for (int i = 0; i < 6; ++i) {
    int sum = 0;
    MPI_Allreduce(&(int){rank + i}, &sum, 1, MPI_INT, MPI_SUM, comm);
    check(sum == size * (size - 1) / 2 + i * size, "allreduce %d: %d", i, sum);
  }
  return finish();
}

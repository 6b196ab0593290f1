// More communicators at a time than the library takes further ones of the MPI for. When some are freed, there is room
// again.
#include "check.h"

enum { MANY = 100 };

static void use(MPI_Comm of, int number) {
  for (int call = 0; call < 4; ++call) {
    int sum = 0;
    MPI_Allreduce(&(int){rank + number + call}, &sum, 1, MPI_INT, MPI_SUM, of);
    check(sum == size * (size - 1) / 2 + size * (number + call), "allreduce on communicator %d: %d", number, sum);
  }
}

int main(int argc, char** argv) {
  start(&argc, &argv);
  comm = MPI_COMM_WORLD, comm_name = "world";
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  MPI_Comm made[MANY];
  for (int i = 0; i < MANY; ++i) MPI_Comm_dup(comm, &made[i]), use(made[i], i);
  for (int i = 0; i < MANY; ++i) use(made[i], MANY + i), MPI_Comm_free(&made[i]);
  MPI_Comm_dup(comm, &made[0]), use(made[0], 0), MPI_Comm_free(&made[0]);
  return finish();
}

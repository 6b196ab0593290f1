// Collectives on a communicator of processes that were started together and of such that they have spawned. The library
// need not be loaded in these, so that all calls there are the MPI's.
#include "check.h"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm parents, between;
  MPI_Comm_get_parent(&parents);
  for (int i = 0; i < 4; ++i) MPI_Barrier(MPI_COMM_WORLD);  // the world is set up
  if (parents == MPI_COMM_NULL)
    MPI_Comm_spawn(argv[0], MPI_ARGV_NULL, 1, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &between, MPI_ERRCODES_IGNORE);
  else
    between = parents;
  MPI_Intercomm_merge(between, parents != MPI_COMM_NULL, &comm);
  comm_name = "merged";
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  for (int i = 0; i < 20; ++i) {
    int sum = rank + i, data[3] = {rank, i, 7};
    MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_INT, MPI_SUM, comm);
    check(sum == size * (size - 1) / 2 + size * i, "the sum is %d in call %d", sum, i);
    MPI_Bcast(data, 3, MPI_INT, i % size, comm);
    check(data[0] == i % size && data[1] == i, "a bcast brought %d and %d in call %d", data[0], data[1], i);
    MPI_Barrier(comm);
  }
  MPI_Comm_free(&comm);
  MPI_Comm_disconnect(&between);
  return finish();
}

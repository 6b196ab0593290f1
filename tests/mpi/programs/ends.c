// How a job ends that does not end well: ends exit|abort|signal. One rank goes while the others wait in collectives of
// the library; the launcher ends them, as it does without the library.
#include <signal.h>
#include <unistd.h>

#include "check.h"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int sum = 0;
  comm_name = "world";
  for (int i = 0; i < 10; ++i) MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  check(sum == size * (size - 1) / 2, "allreduce before the end");
  if (rank == size - 1) {
    fprintf(stderr, "rank %d goes\n", rank);
    usleep(200000);  // MPICH's launcher ends the ranks of an aborted job without reading what they have just printed
    if (argc > 1 && strcmp(argv[1], "abort") == 0) MPI_Abort(MPI_COMM_WORLD, 7);
    if (argc > 1 && strcmp(argv[1], "signal") == 0) raise(SIGKILL);
    _exit(7);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  fprintf(stderr, "FAILED: the barrier ended without a member\n");
  return 0;
}

// A profiling tool in front of the library: it sees the program's calls and makes them under their other names.
#include <mpi.h>
#include <stdio.h>

static int seen;

int MPI_Allreduce(const void* send, void* receive, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  ++seen;
  return PMPI_Allreduce(send, receive, count, type, op, comm);
}

int MPI_Finalize(void) {
  int rank;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) fprintf(stderr, "tool: %s\n", seen > 100 ? "saw the calls" : "saw nothing");
  return PMPI_Finalize();
}

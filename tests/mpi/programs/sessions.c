// Collectives in a session of MPI 4, in a process that does not call MPI_Init. Types with gaps, because the MPI's own
// functions for them need MPI_COMM_SELF. Debian's MPICH fails in a second session, with or without the library.
#include "check.h"

int main(void) {
  comm_name = "a session";
  MPI_Session made;
  MPI_Group group;
  MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &made);
  MPI_Group_from_session_pset(made, "mpi://WORLD", &group);
  MPI_Comm_create_from_group(group, "isthmus", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm);
  MPI_Group_free(&group);
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  MPI_Datatype second;
  MPI_Type_vector(50, 1, 2, MPI_INT, &second);
  MPI_Type_commit(&second);
  for (int i = 0; i < 20; ++i) {
    int sum = rank + i, data[100];
    for (int k = 0; k < 100; ++k) data[k] = (rank == 0 ? 1000 : 2000) + k;
    MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_INT, MPI_SUM, comm);
    check(sum == size * (size - 1) / 2 + size * i, "the sum is %d in call %d", sum, i);
    MPI_Bcast(data, 1, second, 0, comm);
    for (int k = 0; k < 100; ++k)
      check(data[k] == (rank == 0 || k % 2 == 0 ? 1000 : 2000) + k, "int %d is %d", k, data[k]);
  }
  MPI_Type_free(&second);
  MPI_Allreduce(MPI_IN_PLACE, &failures, 1, MPI_INT, MPI_SUM, comm);
  MPI_Comm_free(&comm);
  MPI_Session_finalize(&made);
  return failures != 0;
}

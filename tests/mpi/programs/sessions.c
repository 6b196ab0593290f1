// Collectives in a session of MPI 4, in a process that does not call MPI_Init. Types with gaps, because there is no
// MPI_COMM_SELF for the MPI's own functions that pack them; that of a distributed array the MPI alone can pack. Debian's
// MPICH fails in a second session after the first, with or without the library.
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
  MPI_Datatype second, distributed;
  MPI_Type_vector(50, 1, 2, MPI_INT, &second);
  MPI_Type_commit(&second);
  MPI_Type_create_darray(2, 0, 1, (int[]){100}, (int[]){MPI_DISTRIBUTE_CYCLIC}, (int[]){1}, (int[]){2}, MPI_ORDER_C,
                         MPI_INT, &distributed);
  MPI_Type_commit(&distributed);
  for (int i = 0; i < 20; ++i) {
    int sum = rank + i, data[100];
    for (int k = 0; k < 100; ++k) data[k] = (rank == 0 ? 1000 : 2000) + k;
    MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_INT, MPI_SUM, comm);
    check(sum == size * (size - 1) / 2 + size * i, "the sum is %d in call %d", sum, i);
    MPI_Bcast(data, 1, i % 2 ? second : distributed, 0, comm);
    for (int k = 0; k < 100; ++k)
      check(data[k] == (rank == 0 || k % 2 == 0 ? 1000 : 2000) + k, "int %d is %d", k, data[k]);
  }
  MPI_Type_free(&second);
  MPI_Type_free(&distributed);
  MPI_Allreduce(MPI_IN_PLACE, &failures, 1, MPI_INT, MPI_SUM, comm);
  MPI_Comm_free(&comm);
  MPI_Session_finalize(&made);
  return failures != 0;
}

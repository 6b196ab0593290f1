// Two sessions at once, without MPI_Init: when one ends, the library still knows the communicators of the other. Rank 0 uses
// so many others then that its thread has to look for what is known of them.
#include "check.h"

#include <unistd.h>

enum { OTHERS = 16 };

static MPI_Session begin(const char* name, MPI_Comm* made) {
  MPI_Session session;
  MPI_Group group;
  MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
  MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
  MPI_Comm_create_from_group(group, name, MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, made);
  MPI_Group_free(&group);
  return session;
}

static void sums(MPI_Comm on, int calls) {
  for (int i = 0; i < calls; ++i) {
    int sum = rank + i;
    MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_INT, MPI_SUM, on);
    check(sum == size * (size - 1) / 2 + size * i, "the sum is %d in call %d", sum, i);
  }
}

int main(void) {
  alarm(30);  // ranks that do not agree wait for each other
  comm_name = "a session";
  MPI_Comm other;
  MPI_Session stays = begin("first", &comm), ends = begin("second", &other);
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  MPI_Comm alone[OTHERS];
  for (int i = 0; i < OTHERS; ++i) MPI_Comm_split(comm, rank, 0, &alone[i]);
  sums(comm, 10);
  sums(other, 10);
  MPI_Comm_free(&other);
  sums(comm, 1);
  MPI_Session_finalize(&ends);
  for (int i = 0; i < OTHERS && rank == 0; ++i) MPI_Barrier(alone[i]);
  sums(comm, 10);
  for (int i = 0; i < OTHERS; ++i) MPI_Comm_free(&alone[i]);
  MPI_Allreduce(MPI_IN_PLACE, &failures, 1, MPI_INT, MPI_SUM, comm);
  MPI_Comm_free(&comm);
  MPI_Session_finalize(&stays);
  return failures != 0;
}

// A persistent collective that lives while more others are made and freed than an MPI has tags: no other's end is taken
// for its own. For 2 ranks. Usage: many_persistent KIND
#include "start.h"

enum { N = 1000, MANY = 32767 };  // as many as there must be tags
static int* make(int first) {
  int host[N], *const made = driver_malloc(sizeof host);
  for (int i = 0; i < N; ++i) host[i] = first + i;
  driver_copy(made, host, sizeof host);
  return made;
}
static void expect(const char* what, const int* sums, int first) {
  int host[N];
  driver_copy(host, sums, sizeof host);
  for (int i = 0; i < N; ++i)
    check(host[i] == first + 2 * i, "%s: int %d is %d, not %d", what, i, host[i], first + 2 * i);
}
static void begin(int* from, int* to, MPI_Request* request) {
  INIT_OF(Allreduce)(from, to, N, MPI_INT, MPI_SUM, comm, MPI_INFO_NULL, request);
}

int main(int argc, char** argv) {
  start_on_device(&argc, &argv, MPI_THREAD_SINGLE);
  for (int i = 0; i < 4; ++i) MPI_Barrier(comm);  // the communicator is set up
  int *const from = make(rank), *const sums[2] = {make(-1), make(-1)};
  MPI_Request first, last;
  begin(from, sums[0], &first);
  for (int i = 0; i < MANY; ++i) {
    begin(from, sums[1], &last);
    if (i < MANY - 1) MPI_Request_free(&last);
  }
  int token = 0, early = 0, done = 0;
  if (rank == 0) MPI_Start(&first);
  MPI_Start(&last);
  while (!done && !early) {
    MPI_Test(&last, &done, MPI_STATUS_IGNORE);
    if (rank == 0) MPI_Test(&first, &early, MPI_STATUS_IGNORE);
  }
  check(!early, "a call is complete that the other rank has not begun");
  // Only then the other rank begins the first one.
  if (rank == 0) MPI_Send(&token, 1, MPI_INT, 1, 0, comm);
  if (rank == 1) MPI_Recv(&token, 1, MPI_INT, 0, 0, comm, MPI_STATUS_IGNORE), MPI_Start(&first);
  if (!done) MPI_Wait(&last, MPI_STATUS_IGNORE);
  if (!early) MPI_Wait(&first, MPI_STATUS_IGNORE);
  expect("the first", sums[0], 1);
  expect("the last", sums[1], 1);
  MPI_Request_free(&first), MPI_Request_free(&last);
  driver_free(from), driver_free(sums[0]), driver_free(sums[1]);
  return finish();
}

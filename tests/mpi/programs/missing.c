// Functions of MPI 4 that Open MPI 4 does not have, found as mpi4py's wheels find them: by weak symbols. Forms with large
// counts work all the same, since the library does them by those with ints; of the others the program gets an error code
// and one line with the function's name, and goes on.
#include "check.h"

#include <unistd.h>

#define WEAK __attribute__((weak)) extern
WEAK int MPI_Allreduce_c(const void*, void*, MPI_Count, MPI_Datatype, MPI_Op, MPI_Comm);
WEAK int MPI_Gatherv_c(const void*, MPI_Count, MPI_Datatype, void*, const MPI_Count*, const MPI_Aint*, MPI_Datatype, int,
                       MPI_Comm);
WEAK int MPI_Ialltoallv_c(const void*, const MPI_Count*, const MPI_Aint*, MPI_Datatype, void*, const MPI_Count*,
                          const MPI_Aint*, MPI_Datatype, MPI_Comm, MPI_Request*);
WEAK int MPI_Alltoallw_c(const void*, const MPI_Count*, const MPI_Aint*, const MPI_Datatype*, void*, const MPI_Count*,
                         const MPI_Aint*, const MPI_Datatype*, MPI_Comm);
WEAK int MPI_Allgatherv_init_c(const void*, MPI_Count, MPI_Datatype, void*, const MPI_Count*, const MPI_Aint*,
                               MPI_Datatype, MPI_Comm, MPI_Info, MPI_Request*);
WEAK int MPI_Reduce_scatter_c(const void*, void*, const MPI_Count*, MPI_Datatype, MPI_Op, MPI_Comm);
WEAK int MPI_Ineighbor_alltoallv_c(const void*, const MPI_Count*, const MPI_Aint*, MPI_Datatype, void*, const MPI_Count*,
                                   const MPI_Aint*, MPI_Datatype, MPI_Comm, MPI_Request*);
WEAK int MPI_Sendrecv_c(const void*, MPI_Count, MPI_Datatype, int, int, void*, MPI_Count, MPI_Datatype, int, int, MPI_Comm,
                        MPI_Status*);
WEAK int MPI_Isend_c(const void*, MPI_Count, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);
#if OMPI_MAJOR_VERSION < 5
WEAK int MPI_Session_init(MPI_Info, MPI_Errhandler, void*);
WEAK int MPI_Psend_init(const void*, int, MPI_Count, MPI_Datatype, int, int, MPI_Comm, MPI_Info, MPI_Request*);
#endif

enum { MOST = 64, N = 3, STRIDE = 8 };
static MPI_Count counts[MOST];
static MPI_Aint places[MOST], bytes_at[MOST];
static MPI_Datatype types[MOST];
static int from[MOST * STRIDE], to[MOST * STRIDE];

static void fill(void) {
  for (int i = 0; i < size * STRIDE; ++i) from[i] = rank * 1000 + i, to[i] = -1;
}
// What each rank has sent to this one: N ints of its row `sender_row`.
static void check_rows(const char* what, int sender_row) {
  for (int r = 0; r < size; ++r)
    for (int i = 0; i <= N; ++i)
      check(to[r * STRIDE + i] == (i < N ? r * 1000 + sender_row * STRIDE + i : -1), "%s: %d from %d is %d", what, i, r,
            to[r * STRIDE + i]);
}

static void large_counts(int round) {
  MPI_Request request;
  const int next = (rank + 1) % size, before = (rank + size - 1) % size;
  int sum = 0, mine = rank + round;
  MPI_Allreduce_c(&mine, &sum, 1, MPI_INT, MPI_SUM, comm);
  check(sum == size * round + size * (size - 1) / 2, "Allreduce_c: %d", sum);
  // Arrays that are not significant may be anything.
  const int root = round % size;
  fill();
  MPI_Gatherv_c(from, N, MPI_INT, to, rank == root ? counts : (MPI_Count*)8, rank == root ? places : (MPI_Aint*)8, MPI_INT,
                root, comm);
  if (rank == root) check_rows("Gatherv_c", 0);
  fill();
  MPI_Ialltoallv_c(from, counts, places, MPI_INT, to, counts, places, MPI_INT, comm, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  check_rows("Ialltoallv_c", rank);
  fill();
  MPI_Alltoallw_c(from, counts, bytes_at, types, to, counts, bytes_at, types, comm);
  check_rows("Alltoallw_c", rank);
  MPI_Allgatherv_init_c(from, N, MPI_INT, to, counts, places, MPI_INT, comm, MPI_INFO_NULL, &request);
  for (int start = 0; start < 3; ++start) {
    fill();
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    check_rows("Allgatherv_init_c", 0);
  }
  MPI_Request_free(&request);
  int sums[N] = {0}, summands[MOST * N];
  for (int i = 0; i < N * size; ++i) summands[i] = i;
  MPI_Reduce_scatter_c(summands, sums, counts, MPI_INT, MPI_SUM, comm);
  check(sums[1] == size * (N * rank + 1), "Reduce_scatter_c: %d", sums[1]);
  int received = -1;
  MPI_Sendrecv_c(&rank, 1, MPI_INT, next, 0, &received, 1, MPI_INT, before, 0, comm, MPI_STATUS_IGNORE);
  check(received == before, "Sendrecv_c: %d", received);
}

// A ring of ranks, each with two neighbours.
static void neighbours(void) {
  MPI_Comm ring;
  MPI_Request request;
  const int periodic = 1;
  const MPI_Count two[2] = {1, 2};
  const MPI_Aint at[2] = {0, 4};
  int out[6], in[6];
  MPI_Cart_create(comm, 1, &size, &periodic, 0, &ring);
  for (int i = 0; i < 6; ++i) out[i] = rank * 10 + i, in[i] = -1;
  // The first sends 2 ints to the right, where they come from the left.
  const MPI_Count reverse[2] = {2, 1};
  MPI_Ineighbor_alltoallv_c(out, two, at, MPI_INT, in, reverse, at, MPI_INT, ring, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  const int left = (rank + size - 1) % size, right = (rank + 1) % size;
  if (size > 2)  // otherwise both neighbours are one rank, and the order of their messages is that of the MPI
    check(in[0] == left * 10 + 4 && in[1] == left * 10 + 5 && in[2] == -1 && in[4] == right * 10,
          "Ineighbor_alltoallv_c: %d %d %d %d", in[0], in[1], in[2], in[4]);
  MPI_Comm_free(&ring);
}

#if OMPI_MAJOR_VERSION < 5
// What the call says on standard error, once.
static char said[4000];
static int psend(void) {
  MPI_Request request;
  FILE* const file = tmpfile();
  const int before = dup(STDERR_FILENO);
  dup2(fileno(file), STDERR_FILENO);
  const int code = MPI_Psend_init(from, 1, 1, MPI_INT, 0, 0, comm, MPI_INFO_NULL, &request);
  dup2(before, STDERR_FILENO), close(before);
  rewind(file);
  said[fread(said, 1, sizeof said - 1, file)] = '\0';
  fclose(file);
  return code;
}
#endif

static void errors(void) {
  int class = MPI_SUCCESS;
  MPI_Request request;
  MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);  // that of MPI_COMM_SELF ends the job
  MPI_Error_class(MPI_Isend_c(from, (MPI_Count)1 << 40, MPI_INT, 0, 0, comm, &request), &class);
  check(class == MPI_ERR_COUNT, "Isend_c of 2^40 ints: class %d", class);
#if OMPI_MAJOR_VERSION < 5
  for (int i = 0; i < 2; ++i) {
    MPI_Error_class(psend(), &class);
    check(class == MPI_ERR_UNSUPPORTED_OPERATION, "Psend_init: class %d", class);
    check((strstr(said, "MPI_Psend_init") != NULL) == (i == 0), "Psend_init, call %d, said: %s", i, said);
  }
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);  // since there is no communicator here
  void* session;
  MPI_Error_class(MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session), &class);
  check(class == MPI_ERR_UNSUPPORTED_OPERATION, "Session_init: class %d", class);
#endif
  MPI_Comm_set_errhandler(comm, MPI_ERRORS_ARE_FATAL), MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_ARE_FATAL);
}

int main(int argc, char** argv) {
  start(&argc, &argv);
  comm = MPI_COMM_WORLD, comm_name = "world";
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  for (int r = 0; r < size; ++r)
    counts[r] = N, places[r] = r * STRIDE, bytes_at[r] = r * STRIDE * (MPI_Aint)sizeof(int), types[r] = MPI_INT;
  for (int round = 0; round < 5; ++round) large_counts(round);
  neighbours();
  errors();
  int sum = 0, one = 1;
  MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm);
  check(sum == size, "after the errors");
  return finish();
}

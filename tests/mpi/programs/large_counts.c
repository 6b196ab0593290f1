// The forms with large counts (MPI 4), whose arrays of counts and displacements are 64 bits wide.
#include "check.h"

enum { N = 5000 };

static void scalars(void) {
  static int from[N], to[N], all[64 * 100];
  for (int round = 0; round < 5; ++round) {
    for (int i = 0; i < N; ++i) from[i] = rank + i, to[i] = -1;
    MPI_Allreduce_c(from, to, N, MPI_INT, MPI_SUM, comm);
    for (int i = 0; i < N; ++i) check(to[i] == size * i + size * (size - 1) / 2, "Allreduce_c, element %d", i);
    MPI_Bcast_c(to, N, MPI_INT, round % size, comm);
    MPI_Reduce_c(from, to, N, MPI_INT, MPI_MAX, 0, comm);
    if (rank == 0) check(to[N - 1] == N - 1 + size - 1, "Reduce_c");
    MPI_Allgather_c(from, 100, MPI_INT, all, 100, MPI_INT, comm);
    for (int r = 0; r < size; ++r) check(all[r * 100 + 7] == r + 7, "Allgather_c, from %d", r);
    MPI_Scan_c(from, to, 10, MPI_INT, MPI_SUM, comm);
    check(to[3] == (rank + 1) * 3 + rank * (rank + 1) / 2, "Scan_c");
  }
}

static void arrays(void) {
  MPI_Count counts[64];
  MPI_Aint places[64], bytes_at[64];
  MPI_Datatype types[64];
  int from[64 * 8], to[64 * 8];
  for (int round = 0; round < 5; ++round) {
    for (int r = 0; r < size; ++r) {
      counts[r] = 3, places[r] = 8 * r, bytes_at[r] = 8 * r * (MPI_Aint)sizeof(int), types[r] = MPI_INT;
      for (int i = 0; i < 8; ++i) from[8 * r + i] = rank * 100 + r * 10 + i, to[8 * r + i] = -1;
    }
    for (int which = 0; which < 2; ++which) {
      if (which)
        MPI_Alltoallw_c(from, counts, bytes_at, types, to, counts, bytes_at, types, comm);
      else
        MPI_Alltoallv_c(from, counts, places, MPI_INT, to, counts, places, MPI_INT, comm);
      for (int r = 0; r < size; ++r)
        for (int i = 0; i < 4; ++i)
          check(to[8 * r + i] == (i < 3 ? r * 100 + rank * 10 + i : -1), "%s, %d from %d",
                which ? "Alltoallw_c" : "Alltoallv_c", i, r);
    }
    MPI_Gatherv_c(from, 3, MPI_INT, to, counts, places, MPI_INT, 0, comm);
    for (int r = 0; r < size && rank == 0; ++r) check(to[8 * r] == r * 100, "Gatherv_c, from %d", r);
    int sums[3] = {0};
    for (int i = 0; i < 3 * size; ++i) from[i] = i;
    MPI_Reduce_scatter_c(from, sums, counts, MPI_INT, MPI_SUM, comm);
    check(sums[1] == size * (3 * rank + 1), "Reduce_scatter_c");
  }
}

// Types that were made with large counts, of which MPICH says nothing to those who ask for narrow ones.
static void types(void) {
  enum { ROWS = 20, LENGTH = 3, STRIDE = 5 };
  for (int which = 0; which < 4; ++which) {
    MPI_Datatype type;
    const MPI_Count lengths[2] = {LENGTH, LENGTH}, places[2] = {0, STRIDE}, sizes[2] = {2, STRIDE},
                    parts[2] = {2, LENGTH}, starts[2] = {0, 0};
    int count = ROWS / 2, elements = ROWS * STRIDE;
    if (which == 0) MPI_Type_vector_c(2, LENGTH, STRIDE, MPI_INT, &type);
    if (which == 1) MPI_Type_indexed_c(2, lengths, places, MPI_INT, &type);
    if (which == 2) MPI_Type_create_subarray_c(2, sizes, parts, starts, MPI_ORDER_C, MPI_INT, &type);
    if (which == 3) MPI_Type_contiguous_c(ROWS * STRIDE, MPI_INT, &type), count = 1;
    const int spread = which == 0 || which == 1 ? 8 : 10;  // ints from one element to the next
    MPI_Type_commit(&type);
    int data[ROWS * STRIDE];
    for (int i = 0; i < elements; ++i) data[i] = rank == 0 ? i : -1;
    MPI_Bcast(data, count, type, 0, comm);
    for (int i = 0; i < elements; ++i) {
      const int in = i % spread,
                sent = which == 3 || (i / spread < count && (in < LENGTH || (in >= STRIDE && in < STRIDE + LENGTH)));
      check(data[i] == (sent || rank == 0 ? i : -1), "a large type, way %d: int %d is %d", which, i, data[i]);
    }
    MPI_Type_free(&type);
  }
}

int main(int argc, char** argv) {
  start(&argc, &argv);
  comm = MPI_COMM_WORLD, comm_name = "world";
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  scalars();
  arrays();
  types();
  return finish();
}

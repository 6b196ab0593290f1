// Legal calls on device buffers that few programs make. Usage: corners KIND
#include "../check.h"
#include "driver.h"

enum { N = 1000, ROUNDS = 12 };  // ints; the first calls on a communicator are the MPI's

static void read_ints(int* into, const int* from, int n) { driver_copy(into, from, (size_t)n * sizeof(int)); }
static void expect(const char* what, int round, const int* seen, int n, int first, int step) {
  int wrong = 0;
  while (wrong < n && seen[wrong] == first + step * wrong) ++wrong;
  check(wrong == n, "%s, round %d: int %d is %d, not %d", what, round, wrong, seen[wrong % n], first + step * wrong);
}

// The last rank gets nothing and passes an ordinary buffer, the others MPI_IN_PLACE.
static void partly_in_place(void) {
  int counts[16], all = N * (size - 1), factors = size * (size + 1) / 2;
  for (int i = 0; i < size; ++i) counts[i] = i < size - 1 ? N : 0;
  int* const host = bytes((size_t)all * sizeof(int));
  int* const data = driver_malloc((size_t)all * sizeof(int));
  for (int round = 0; round < ROUNDS; ++round) {
    for (int i = 0; i < all; ++i) host[i] = (rank + 1) * (i + round);
    driver_copy(data, host, (size_t)all * sizeof(int));
    if (rank == size - 1)
      MPI_Reduce_scatter(data, NULL, counts, MPI_INT, MPI_SUM, comm);
    else
      MPI_Reduce_scatter(MPI_IN_PLACE, data, counts, MPI_INT, MPI_SUM, comm);
    read_ints(host, data, N);
    if (rank < size - 1) expect("reduce_scatter partly in place", round, host, N, factors * (rank * N + round), factors);
  }
  driver_free(data);
  free(host);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  driver_open(argc > 1 ? argv[1] : "CUDA");
  comm = MPI_COMM_WORLD, comm_name = "world";
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  partly_in_place();
  return finish();
}

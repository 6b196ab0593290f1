// Times the collectives of an MPI: collectives SECONDS OPERATION... prints "operation bytes microseconds" for sizes from
// 4 B to 4 MiB. A time is that of the slowest rank in the fastest of several batches. Compiled by each MPI's mpicc.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int rank, size;
static char *from, *to;
static int n;  // elements (floats) of the message, vector or block
static int counts[256], places[256];

static void barrier(void) { MPI_Barrier(MPI_COMM_WORLD); }
static void bcast(void) { MPI_Bcast(to, n, MPI_FLOAT, 0, MPI_COMM_WORLD); }
static void gather(void) { MPI_Gather(from, n, MPI_FLOAT, to, n, MPI_FLOAT, 0, MPI_COMM_WORLD); }
static void gatherv(void) { MPI_Gatherv(from, n, MPI_FLOAT, to, counts, places, MPI_FLOAT, 0, MPI_COMM_WORLD); }
static void scatter(void) { MPI_Scatter(from, n, MPI_FLOAT, to, n, MPI_FLOAT, 0, MPI_COMM_WORLD); }
static void scatterv(void) { MPI_Scatterv(from, counts, places, MPI_FLOAT, to, n, MPI_FLOAT, 0, MPI_COMM_WORLD); }
static void allgather(void) { MPI_Allgather(from, n, MPI_FLOAT, to, n, MPI_FLOAT, MPI_COMM_WORLD); }
static void allgatherv(void) { MPI_Allgatherv(from, n, MPI_FLOAT, to, counts, places, MPI_FLOAT, MPI_COMM_WORLD); }
static void alltoall(void) { MPI_Alltoall(from, n, MPI_FLOAT, to, n, MPI_FLOAT, MPI_COMM_WORLD); }
static void alltoallv(void) {
  MPI_Alltoallv(from, counts, places, MPI_FLOAT, to, counts, places, MPI_FLOAT, MPI_COMM_WORLD);
}
static void reduce(void) { MPI_Reduce(from, to, n, MPI_FLOAT, MPI_SUM, 0, MPI_COMM_WORLD); }
static void allreduce(void) { MPI_Allreduce(from, to, n, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD); }
static void reduce_scatter(void) { MPI_Reduce_scatter(from, to, counts, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD); }
static void reduce_scatter_block(void) { MPI_Reduce_scatter_block(from, to, n, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD); }
static void scan(void) { MPI_Scan(from, to, n, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD); }
static void exscan(void) { MPI_Exscan(from, to, n, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD); }

static const struct operation {
  const char* name;
  void (*call)(void);
} operations[] = {
    {"barrier", barrier},       {"bcast", bcast},           {"gather", gather},
    {"gatherv", gatherv},       {"scatter", scatter},       {"scatterv", scatterv},
    {"allgather", allgather},   {"allgatherv", allgatherv}, {"alltoall", alltoall},
    {"alltoallv", alltoallv},   {"reduce", reduce},         {"allreduce", allreduce},
    {"scan", scan},             {"exscan", exscan},         {"reduce_scatter", reduce_scatter},
    {"reduce_scatter_block", reduce_scatter_block},
};

static double batch(void (*call)(void), int repeats) {
  MPI_Barrier(MPI_COMM_WORLD);
  double took = MPI_Wtime();
  for (int i = 0; i < repeats; ++i) call();
  took = (MPI_Wtime() - took) / repeats;
  MPI_Allreduce(MPI_IN_PLACE, &took, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  return took;
}

static double measure(void (*call)(void), double seconds) {
  enum { BATCHES = 5 };
  const double once = batch(call, 3);
  int repeats = (int)(seconds / BATCHES / once);
  if (repeats < 2) repeats = 2;
  if (repeats > 20000) repeats = 20000;
  MPI_Bcast(&repeats, 1, MPI_INT, 0, MPI_COMM_WORLD);
  double best = 1e9;
  for (int i = 0; i < BATCHES; ++i) {
    const double took = batch(call, repeats);
    if (took < best) best = took;
  }
  return best;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (argc < 3 || size > 256) MPI_Abort(MPI_COMM_WORLD, 2);
  const double seconds = atof(argv[1]);
  const size_t most = (size_t)4 << 20;
  from = calloc(most * (size_t)size, 1), to = calloc(most * (size_t)size, 1);
  if (!from || !to) MPI_Abort(MPI_COMM_WORLD, 2);
  for (int i = 2; i < argc; ++i)
    for (size_t o = 0; o < sizeof operations / sizeof *operations; ++o) {
      if (strcmp(argv[i], operations[o].name) != 0) continue;
      for (size_t bytes = 4; bytes <= most; bytes *= 4) {
        n = (int)(bytes / sizeof(float));
        for (int r = 0; r < size; ++r) counts[r] = n, places[r] = r * n;
        const double took = measure(operations[o].call, seconds);
        if (rank == 0) printf("%s %zu %.3f\n", argv[i], operations[o].call == barrier ? 0 : bytes, took * 1e6);
        fflush(stdout);
        if (operations[o].call == barrier) break;
      }
    }
  MPI_Finalize();
  return 0;
}

// Times the collectives of an MPI with libisthmus_mpi in front of it and without, by turns in the same processes, so that
// other programs on the machine disturb both alike: collectives SECONDS OPERATION... prints "operation bytes microseconds
// microseconds", the MPI's own first, for sizes from 4 B to 4 MiB. A time is that of the slowest rank in the fastest of
// many short batches. Compiled by each MPI's mpicc, and run with LD_PRELOAD=libisthmus_mpi.so.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int rank, size;
static char *from, *to;
static int n;  // elements (floats) of the message, vector or block
static int counts[256], places[256];

// The functions under test: by their usual names, which are the library's, or those of the MPI itself.
#define FUNCTIONS(X)                                                                                                  \
  X(Barrier) X(Bcast) X(Gather) X(Gatherv) X(Scatter) X(Scatterv) X(Allgather) X(Allgatherv) X(Alltoall) X(Alltoallv) \
  X(Reduce) X(Allreduce) X(Reduce_scatter) X(Reduce_scatter_block) X(Scan) X(Exscan)
struct functions {
#define X(Name) __typeof__(&MPI_##Name) Name;
  FUNCTIONS(X)
#undef X
};
static struct functions usual, own;
static const struct functions* mpi;

static void find_functions(void) {
#define X(Name) usual.Name = MPI_##Name;
  FUNCTIONS(X)
#undef X
#ifdef OPEN_MPI
  void* const library = dlopen("libmpi.so.40", RTLD_NOW | RTLD_NOLOAD);
#else
  void* const library = dlopen("libmpich.so.12", RTLD_NOW | RTLD_NOLOAD);
#endif
  if (!library) MPI_Abort(MPI_COMM_WORLD, 3);
#define X(Name) own.Name = (__typeof__(own.Name))dlsym(library, "PMPI_" #Name);
  FUNCTIONS(X)
#undef X
}

static void barrier(void) { mpi->Barrier(MPI_COMM_WORLD); }
static void bcast(void) { mpi->Bcast(to, n, MPI_FLOAT, 0, MPI_COMM_WORLD); }
static void gather(void) { mpi->Gather(from, n, MPI_FLOAT, to, n, MPI_FLOAT, 0, MPI_COMM_WORLD); }
static void gatherv(void) { mpi->Gatherv(from, n, MPI_FLOAT, to, counts, places, MPI_FLOAT, 0, MPI_COMM_WORLD); }
static void scatter(void) { mpi->Scatter(from, n, MPI_FLOAT, to, n, MPI_FLOAT, 0, MPI_COMM_WORLD); }
static void scatterv(void) { mpi->Scatterv(from, counts, places, MPI_FLOAT, to, n, MPI_FLOAT, 0, MPI_COMM_WORLD); }
static void allgather(void) { mpi->Allgather(from, n, MPI_FLOAT, to, n, MPI_FLOAT, MPI_COMM_WORLD); }
static void allgatherv(void) { mpi->Allgatherv(from, n, MPI_FLOAT, to, counts, places, MPI_FLOAT, MPI_COMM_WORLD); }
static void alltoall(void) { mpi->Alltoall(from, n, MPI_FLOAT, to, n, MPI_FLOAT, MPI_COMM_WORLD); }
static void alltoallv(void) {
  mpi->Alltoallv(from, counts, places, MPI_FLOAT, to, counts, places, MPI_FLOAT, MPI_COMM_WORLD);
}
static void reduce(void) { mpi->Reduce(from, to, n, MPI_FLOAT, MPI_SUM, 0, MPI_COMM_WORLD); }
static void allreduce(void) { mpi->Allreduce(from, to, n, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD); }
static void reduce_scatter(void) { mpi->Reduce_scatter(from, to, counts, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD); }
static void reduce_scatter_block(void) {
  mpi->Reduce_scatter_block(from, to, n, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
}
static void scan(void) { mpi->Scan(from, to, n, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD); }
static void exscan(void) { mpi->Exscan(from, to, n, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD); }

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
  own.Barrier(MPI_COMM_WORLD);
  for (int i = 0; i < 2; ++i) call();  // the ranks leave the barrier one after another
  double took = MPI_Wtime();
  for (int i = 0; i < repeats; ++i) call();
  took = (MPI_Wtime() - took) / repeats;
  own.Allreduce(MPI_IN_PLACE, &took, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  return took;
}

// The fastest batches of the MPI itself and with the library.
static void measure(void (*call)(void), double seconds, double best[2]) {
  enum { BATCHES = 24 };
  const struct functions* const sides[2] = {&own, &usual};
  int repeats[2];
  for (int side = 0; side < 2; ++side) {
    mpi = sides[side];
    batch(call, 4);
    repeats[side] = (int)(seconds / (2 * BATCHES) / batch(call, 4));
    if (repeats[side] < 4) repeats[side] = 4;
    if (repeats[side] > 4000) repeats[side] = 4000;
    own.Bcast(&repeats[side], 1, MPI_INT, 0, MPI_COMM_WORLD);
    best[side] = 1e9;
  }
  for (int i = 0; i < 2 * BATCHES; ++i) {
    mpi = sides[i % 2];
    const double took = batch(call, repeats[i % 2]);
    if (took < best[i % 2]) best[i % 2] = took;
  }
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (argc < 3 || size > 256) MPI_Abort(MPI_COMM_WORLD, 2);
  find_functions();
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
        double best[2];
        measure(operations[o].call, seconds, best);
        if (rank == 0)
          printf("%s %zu %.3f %.3f\n", argv[i], operations[o].call == barrier ? 0 : bytes, best[0] * 1e6,
                 best[1] * 1e6);
        fflush(stdout);
        if (operations[o].call == barrier) break;
      }
    }
  MPI_Finalize();
  return 0;
}

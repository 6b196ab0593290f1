// The same collectives as devices.c through our SHMEM face, in partition 2. Usage: shmem SECONDS
#include <shmem.h>
#include <shmemx.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static int ranks;
static double seconds;
static char *dest, *source;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void allreduce(size_t bytes) {
  shmem_float_sum_reduce(SHMEM_TEAM_WORLD, (float*)dest, (const float*)source, bytes / 4);
}
static void alltoall(size_t bytes) { shmem_alltoallmem(SHMEM_TEAM_WORLD, dest, source, bytes / (size_t)ranks); }
static void bcast(size_t bytes) { shmem_broadcastmem(SHMEM_TEAM_WORLD, dest, source, bytes, 0); }
static void allgather(size_t bytes) { shmem_fcollectmem(SHMEM_TEAM_WORLD, dest, source, bytes); }
static void gather(size_t bytes) { shmemx_gathermem(SHMEM_TEAM_WORLD, dest, source, bytes, 0); }
static void scatter(size_t bytes) { shmemx_scattermem(SHMEM_TEAM_WORLD, dest, source, bytes, 0); }

static const struct {
  const char* name;
  void (*call)(size_t bytes);
} operations[] = {{"allreduce", allreduce}, {"alltoall", alltoall}, {"bcast", bcast},
                  {"allgather", allgather}, {"gather", gather},     {"scatter", scatter}};

static double *mine, *slowest;
static double batch(void (*call)(size_t), size_t bytes, int calls) {
  shmem_barrier_all();
  const double begin = now();
  for (int i = 0; i < calls; ++i) call(bytes);
  *mine = (now() - begin) / calls;
  shmem_double_max_reduce(SHMEM_TEAM_WORLD, slowest, mine, 1);
  return *slowest;
}
static int ascending(const void* a, const void* b) {
  const double x = *(const double*)a, y = *(const double*)b;
  return x < y ? -1 : x > y;
}

int main(int argc, char** argv) {
  shmem_init();
  if (argc != 2) shmem_global_exit(2);
  seconds = atof(argv[1]);
  ranks = shmem_n_pes();
  const size_t most = ((size_t)32 << 20) * (size_t)ranks;
  source = shmem_partition_malloc(most, 2), dest = shmem_partition_malloc(most, 2);
  mine = shmem_malloc(sizeof *mine), slowest = shmem_malloc(sizeof *slowest);
  for (size_t i = 0; i < sizeof operations / sizeof operations[0]; ++i) {
    static const size_t sizes[] = {8, (size_t)1 << 20, (size_t)32 << 20};
    for (size_t k = 0; k < 3; ++k) {
      const size_t bytes = k == 0 && operations[i].call == alltoall ? 8 * (size_t)ranks : sizes[k];
      enum { BATCHES = 7 };
      double times[BATCHES];
      for (int warm = 0; warm < 3; ++warm) operations[i].call(bytes);
      const double about = batch(operations[i].call, bytes, 2);
      const int calls = about * BATCHES * 2 > seconds ? 2 : (int)(seconds / BATCHES / about);
      for (int b = 0; b < BATCHES; ++b) times[b] = batch(operations[i].call, bytes, calls);
      qsort(times, BATCHES, sizeof times[0], ascending);
      if (shmem_my_pe() == 0) printf("%s\t%zu\t%.2f\n", operations[i].name, sizes[k], times[BATCHES / 2] * 1e6);
    }
  }
  shmem_finalize();
  return 0;
}

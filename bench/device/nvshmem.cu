// NVSHMEM's host interface, measured as put.c and collectives.c measure ours and under the same names. bench/device/run
// compiles it where NVSHMEM is; it is started by mpirun.
#include <mpi.h>
#include <nvshmem.h>
#include <nvshmemx.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

extern "C" {
#include "../figures.h"
#include "../options.h"
}

namespace {

int me, pes;
char *target, *source;

void put(long calls, std::size_t bytes) {
  for (long i = 0; i < calls; ++i) {
    nvshmem_putmem(target, source, bytes, 1);
    nvshmem_quiet();
  }
}
void get(long calls, std::size_t bytes) {
  for (long i = 0; i < calls; ++i) nvshmem_getmem(target, source, bytes, 1);
}
void barrier(long calls, std::size_t) {
  for (long i = 0; i < calls; ++i) nvshmem_barrier_all();
}
void broadcast(long calls, std::size_t bytes) {
  for (long i = 0; i < calls; ++i) nvshmem_broadcastmem(NVSHMEM_TEAM_WORLD, target, source, bytes, 0);
}
void fcollect(long calls, std::size_t bytes) {
  for (long i = 0; i < calls; ++i) nvshmem_fcollectmem(NVSHMEM_TEAM_WORLD, target, source, bytes);
}
void alltoall(long calls, std::size_t bytes) {
  for (long i = 0; i < calls; ++i) nvshmem_alltoallmem(NVSHMEM_TEAM_WORLD, target, source, bytes / pes);
}
void sum(long calls, std::size_t bytes) {
  for (long i = 0; i < calls; ++i)
    nvshmem_float_sum_reduce(NVSHMEM_TEAM_WORLD, reinterpret_cast<float*>(target),
                             reinterpret_cast<float*>(source), bytes / sizeof(float));
}

using Batch = void (*)(long, std::size_t);

double time_batch(Batch batch, long calls, std::size_t bytes, bool all) {
  MPI_Barrier(MPI_COMM_WORLD);
  const double start = figures_now();
  if (all || me == 0) batch(calls, bytes);
  double spent = figures_now() - start, longest = 0;
  MPI_Allreduce(&spent, &longest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  return all ? longest : spent;
}

void measure(Figures& figures, const Options& options, const char* metric, Batch batch, std::size_t bytes, bool all) {
  long calls = 0;
  for (long tried = 1; calls == 0; tried *= 2) {
    double spent = 1e300;
    for (int again = 0; again < figures_tries; ++again) spent = std::min(spent, time_batch(batch, tried, bytes, all));
    calls = figures_calls(tried, spent, options.batch_ns);
    MPI_Bcast(&calls, 1, MPI_LONG, 0, MPI_COMM_WORLD);
  }
  std::vector<double> ns;
  for (long i = 0; i < options.repeat; ++i)
    ns.push_back(time_batch(batch, calls, bytes, all) / static_cast<double>(calls));
  const Sample sample = figures_sample(ns.data(), options.repeat, calls);
  if (me == 0) figures_add_latency(&figures, metric, bytes, sample);
}

/// Checks that a put arrives, since a figure of copies that do not arrive would be worth nothing.
void prove() {
  cudaMemset(source, 40 + me, 8);
  cudaDeviceSynchronize();
  nvshmem_barrier_all();
  char came = 0;
  nvshmem_fcollectmem(NVSHMEM_TEAM_WORLD, target, source, 8);
  cudaMemcpy(&came, target + 8 * (pes - 1), 1, cudaMemcpyDeviceToHost);
  if (came != 40 + pes - 1) {
    std::fprintf(stderr, "nvshmem: what was gathered is wrong\n");
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm world = MPI_COMM_WORLD;
  cudaSetDevice(0);
  nvshmemx_init_attr_t attributes = NVSHMEMX_INIT_ATTR_INITIALIZER;
  attributes.mpi_comm = &world;
  nvshmemx_init_attr(NVSHMEMX_INIT_WITH_MPI_COMM, &attributes);
  me = nvshmem_my_pe();
  pes = nvshmem_n_pes();
  const bool puts = argc > 1 && std::strcmp(argv[1], "put") == 0;
  const Options options = options_read(argc - 1, argv + 1);
  if (argc < 2 || options.problem[0] != '\0') {
    std::fprintf(stderr, "nvshmem: usage: nvshmem put|collectives [--sizes ...]; %s\n", options.problem);
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  const std::size_t largest = std::size_t{puts ? 256U : 32U} << 20;
  source = static_cast<char*>(nvshmem_malloc(largest));
  target = static_cast<char*>(nvshmem_malloc(puts ? largest : largest * pes));
  Figures figures = {};
  figures.bench = argv[1];
  figures.about = "NVSHMEM's host interface";
  figures.pes = pes;
  figures.repeat = options.repeat;
  if (me == 0 && options.json_path) figures.json = std::fopen(options.json_path, "w");
  prove();
  if (!puts) measure(figures, options, "barrier_all", barrier, 0, true);
  for (int i = 0; i < options.size_count; ++i) {
    const std::size_t bytes = options.sizes[i];
    if (bytes > largest) continue;
    if (puts) {
      measure(figures, options, "putmem+quiet", put, bytes, false);
      measure(figures, options, "getmem", get, bytes, false);
      continue;
    }
    measure(figures, options, "broadcast", broadcast, bytes, true);
    measure(figures, options, "fcollect", fcollect, bytes, true);
    if (bytes % pes == 0) measure(figures, options, "alltoall", alltoall, bytes, true);
    measure(figures, options, "sum", sum, bytes, true);
  }
  nvshmem_barrier_all();
  nvshmem_free(target);
  nvshmem_free(source);
  nvshmem_finalize();
  MPI_Finalize();
  return figures_end(&figures) ? 0 : 2;
}

// Times collectives of MPI on CUDA memory: handed to the MPI as it is (direct), or copied by hand through pinned host memory
// (staged), as programs do whose MPI knows nothing of devices. Prints "operation bytes microseconds", the median over
// batches of the slowest rank. `bytes` is the whole vector of a rank: alltoall sends a part of it to each, allgather gathers
// it from all. Usage: devices direct|staged SECONDS, the time for each line.
#include <dlfcn.h>
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int rank, ranks, staged;
static double seconds;

static void expect(int holds, const char* what) {
  if (holds) return;
  fprintf(stderr, "devices: %s\n", what);
  MPI_Abort(MPI_COMM_WORLD, 1);
}

// The driver, as cuda.h declares it.
static int (*alloc)(uint64_t*, size_t), (*release)(uint64_t), (*host_alloc)(void**, size_t, unsigned);
static int (*copy_async)(uint64_t, uint64_t, size_t, void*), (*synchronize)(void*);
static void* stream;

static void* symbol(void* library, const char* name) {
  void* const found = dlsym(library, name);
  expect(found != NULL, name);
  return found;
}
static void open_driver(void) {
  void* const library = dlopen("libcuda.so.1", RTLD_NOW);
  expect(library != NULL, "there is no libcuda.so.1");
  int (*init)(unsigned) = (int (*)(unsigned))symbol(library, "cuInit");
  int (*retain)(void**, int) = (int (*)(void**, int))symbol(library, "cuDevicePrimaryCtxRetain");
  int (*set_current)(void*) = (int (*)(void*))symbol(library, "cuCtxSetCurrent");
  int (*create)(void**, unsigned) = (int (*)(void**, unsigned))symbol(library, "cuStreamCreate");
  alloc = (int (*)(uint64_t*, size_t))symbol(library, "cuMemAlloc_v2");
  release = (int (*)(uint64_t))symbol(library, "cuMemFree_v2");
  host_alloc = (int (*)(void**, size_t, unsigned))symbol(library, "cuMemHostAlloc");
  copy_async = (int (*)(uint64_t, uint64_t, size_t, void*))symbol(library, "cuMemcpyAsync");
  synchronize = (int (*)(void*))symbol(library, "cuStreamSynchronize");
  void* context = NULL;
  expect(init(0) == 0 && retain(&context, 0) == 0 && set_current(context) == 0, "no CUDA device can be used");
  expect(create(&stream, 1) == 0, "cuStreamCreate failed");
}
static void copy(void* to, const void* from, size_t bytes) {
  expect(copy_async((uintptr_t)to, (uintptr_t)from, bytes, stream) == 0 && synchronize(stream) == 0, "a copy failed");
}
static void* device_memory(size_t bytes) {
  uint64_t address = 0;
  expect(alloc(&address, bytes) == 0, "cuMemAlloc failed");
  return (void*)(uintptr_t)address;
}

static const size_t kLargest = (size_t)32 << 20;
static char *send, *receive, *host_send, *host_receive;
static MPI_Datatype every_second;  // a double and a gap of 8 bytes

// An operation: how many bytes it reads and writes on this rank, and its call.
struct operation {
  const char* name;
  size_t (*reads)(size_t bytes), (*writes)(size_t bytes);
  void (*call)(void* to, const void* from, size_t bytes);
};
static size_t one(size_t bytes) { return bytes; }
static size_t all(size_t bytes) { return bytes * (size_t)ranks; }
static size_t at_root(size_t bytes) { return rank == 0 ? bytes * (size_t)ranks : 0; }
static size_t but_root(size_t bytes) { return rank == 0 ? 0 : bytes; }
static size_t of_root(size_t bytes) { return rank == 0 ? bytes : 0; }
static size_t gaps(size_t bytes) { return 2 * bytes; }

static void allreduce(void* to, const void* from, size_t bytes) {
  MPI_Allreduce(from, to, (int)(bytes / 4), MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
}
// Begun and awaited at once: what a nonblocking call costs.
static void iallreduce(void* to, const void* from, size_t bytes) {
  MPI_Request request;
  MPI_Iallreduce(from, to, (int)(bytes / 4), MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
}
static void ialltoall(void* to, const void* from, size_t bytes) {
  const int part = (int)(bytes / (size_t)ranks);
  MPI_Request request;
  MPI_Ialltoall(from, part, MPI_CHAR, to, part, MPI_CHAR, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
}
static void alltoall(void* to, const void* from, size_t bytes) {
  const int part = (int)(bytes / (size_t)ranks);
  MPI_Alltoall(from, part, MPI_CHAR, to, part, MPI_CHAR, MPI_COMM_WORLD);
}
static void alltoallv(void* to, const void* from, size_t bytes) {
  int counts[64], places[64];
  for (int i = 0; i < ranks; ++i) counts[i] = (int)(bytes / (size_t)ranks), places[i] = i * counts[0];
  MPI_Alltoallv(from, counts, places, MPI_CHAR, to, counts, places, MPI_CHAR, MPI_COMM_WORLD);
}
static void alltoall_vector(void* to, const void* from, size_t bytes) {
  const int part = (int)(bytes / 8 / (size_t)ranks);
  MPI_Alltoall(from, part, every_second, to, part, every_second, MPI_COMM_WORLD);
}
// On rank 0 the buffer is the source, elsewhere the dest.
static void bcast(void* to, const void* from, size_t bytes) {
  MPI_Bcast(rank == 0 ? (void*)(uintptr_t)from : to, (int)bytes, MPI_CHAR, 0, MPI_COMM_WORLD);
}
static void allgather(void* to, const void* from, size_t bytes) {
  MPI_Allgather(from, (int)bytes, MPI_CHAR, to, (int)bytes, MPI_CHAR, MPI_COMM_WORLD);
}
static void gather(void* to, const void* from, size_t bytes) {
  MPI_Gather(from, (int)bytes, MPI_CHAR, to, (int)bytes, MPI_CHAR, 0, MPI_COMM_WORLD);
}
static void scatter(void* to, const void* from, size_t bytes) {
  MPI_Scatter(from, (int)bytes, MPI_CHAR, to, (int)bytes, MPI_CHAR, 0, MPI_COMM_WORLD);
}

static const struct operation operations[] = {
    {"allreduce", one, one, allreduce}, {"alltoall", one, one, alltoall},   {"alltoallv", one, one, alltoallv},
    {"bcast", of_root, but_root, bcast}, {"allgather", one, all, allgather}, {"gather", one, at_root, gather},
    {"scatter", at_root, one, scatter},  {"alltoall of vectors", gaps, gaps, alltoall_vector},
    {"iallreduce", one, one, iallreduce}, {"ialltoall", one, one, ialltoall},
};

static void run(const struct operation* operation, size_t bytes) {
  if (!staged) return operation->call(receive, send, bytes);
  const size_t reads = operation->reads(bytes), writes = operation->writes(bytes);
  if (reads > 0) copy(host_send, send, reads);
  operation->call(host_receive, host_send, bytes);
  if (writes > 0) copy(receive, host_receive, writes);
}

static double slowest(double mine) {
  double most = 0;
  MPI_Allreduce(&mine, &most, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  return most;
}
static int ascending(const void* a, const void* b) {
  const double x = *(const double*)a, y = *(const double*)b;
  return x < y ? -1 : x > y;
}

static double batch(const struct operation* operation, size_t bytes, int calls) {
  MPI_Barrier(MPI_COMM_WORLD);
  const double begin = MPI_Wtime();
  for (int i = 0; i < calls; ++i) run(operation, bytes);
  return slowest((MPI_Wtime() - begin) / calls);
}

static double measure(const struct operation* operation, size_t bytes) {
  enum { BATCHES = 7 };
  double times[BATCHES];
  for (int i = 0; i < 3; ++i) run(operation, bytes);
  const double about = batch(operation, bytes, 2);
  const int calls = about * BATCHES * 2 > seconds ? 2 : (int)(seconds / BATCHES / about);
  for (int i = 0; i < BATCHES; ++i) times[i] = batch(operation, bytes, calls);
  qsort(times, BATCHES, sizeof times[0], ascending);
  return times[BATCHES / 2];
}

// What allreduce, alltoall and allgather leave must be right, or their times mean nothing.
static void check_results(size_t bytes) {
  float* const values = (float*)(void*)host_send;
  const size_t n = bytes / 4, part = n / (size_t)ranks;
  for (size_t i = 0; i < n; ++i) values[i] = (float)((size_t)(rank + 1) * (i % 97));
  copy(send, values, bytes);
  run(&operations[0], bytes);
  float* const seen = malloc(bytes);
  copy(seen, receive, bytes);
  for (size_t i = 0; i < n; ++i)
    expect(seen[i] == (float)((size_t)(ranks * (ranks + 1) / 2) * (i % 97)), "allreduce left a wrong result");
  run(&operations[1], bytes);
  copy(seen, receive, bytes);
  for (size_t i = 0; i < part * (size_t)ranks; ++i)
    expect(seen[i] == (float)((i / part + 1) * ((part * (size_t)rank + i % part) % 97)), "alltoall left a wrong result");
  free(seen);
}

// How much longer the first call on new buffers takes than a later one, for each peer.
static void first_call(const struct operation* operation, size_t bytes) {
  enum { TIMES = 9 };
  double extra[TIMES];
  char *const old_send = send, *const old_receive = receive;
  for (int i = 0; i < TIMES; ++i) {
    send = device_memory(operation->reads(bytes)), receive = device_memory(bytes * (size_t)ranks);
    const double first = batch(operation, bytes, 1), later = batch(operation, bytes, 20);
    extra[i] = (first - later) / (ranks - 1);
    release((uintptr_t)send), release((uintptr_t)receive);
  }
  send = old_send, receive = old_receive;
  qsort(extra, TIMES, sizeof extra[0], ascending);
  if (rank == 0) printf("first %s, more for each peer\t%zu\t%.2f\n", operation->name, bytes, extra[TIMES / 2] * 1e6);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  expect(argc == 3 && ranks <= 64, "usage: devices direct|staged SECONDS");
  staged = strcmp(argv[1], "staged") == 0;
  seconds = atof(argv[2]);
  open_driver();
  MPI_Type_create_resized(MPI_DOUBLE, 0, 16, &every_second);
  MPI_Type_commit(&every_second);
  const size_t most = kLargest * (size_t)ranks;
  send = device_memory(most), receive = device_memory(most);
  expect(host_alloc((void**)&host_send, most, 1) == 0 && host_alloc((void**)&host_receive, most, 1) == 0, "no pinned memory");
  memset(host_send, 1, most);
  copy(send, host_send, most);
  for (int i = 0; i < 5; ++i) check_results(i < 3 ? 8 * (size_t)ranks : (size_t)1 << 20);
  for (size_t i = 0; i < sizeof operations / sizeof operations[0]; ++i) {
    static const size_t sizes[] = {8, (size_t)1 << 20, (size_t)32 << 20};
    for (size_t k = 0; k < 3; ++k) {
      const int parts = operations[i].call == alltoall || operations[i].call == alltoallv || operations[i].call == ialltoall;
      const int vectors = operations[i].call == alltoall_vector;
      const size_t bytes = parts && k == 0 ? 8 * (size_t)ranks : sizes[k];
      if (vectors && k != 1) continue;
      const double time = measure(&operations[i], bytes);
      if (rank == 0) printf("%s\t%zu\t%.2f\n", operations[i].name, sizes[k], time * 1e6), fflush(stdout);
    }
  }
  if (!staged) first_call(&operations[1], (size_t)1 << 20), first_call(&operations[0], (size_t)1 << 20);
  MPI_Type_free(&every_second);
  MPI_Finalize();
  return 0;
}

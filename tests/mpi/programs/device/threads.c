// Collectives on device buffers by several threads at once, each on a communicator of its own. Usage: threads KIND
#include <pthread.h>

#include "../check.h"
#include "driver.h"

enum { THREADS = 4, CALLS = 60, MOST = 20000 };
static MPI_Comm comms[THREADS];
static pthread_mutex_t drivers_turn = PTHREAD_MUTEX_INITIALIZER;

static void copy(void* to, const void* from, size_t n) {
  pthread_mutex_lock(&drivers_turn);
  driver_copy(to, from, n);
  pthread_mutex_unlock(&drivers_turn);
}
// Two sends and two receives for each thread, since CUDA's driver allocates only in threads that have a context.
static int* blocks[THREADS][4];

static void* work(void* number) {
  const unsigned thread = (unsigned)(size_t)number;
  int* const host = malloc(MOST * sizeof(int));
  for (unsigned call = 0; call < CALLS; ++call) {
    const size_t n = 1 + value(call, (int)thread, 0, 0) % MOST, part = n / (size_t)size;
    int *const send = blocks[thread][call / 2 % 2], *const receive = blocks[thread][2 + call / 4 % 2];
    for (size_t i = 0; i < n; ++i) host[i] = (int)(value(call, rank, (int)thread, i) % 1000);
    copy(send, host, n * sizeof(int));
    if (call % 2) {
      MPI_Allreduce(send, receive, (int)n, MPI_INT, MPI_SUM, comms[thread]);
    } else {
      MPI_Alltoall(send, (int)part, MPI_INT, receive, (int)part, MPI_INT, comms[thread]);
    }
    copy(host, receive, n * sizeof(int));
    for (size_t i = 0; i < (call % 2 ? n : part * (size_t)size); ++i) {
      int expected = 0;
      for (int from = 0; from < size && call % 2; ++from) expected += (int)(value(call, from, (int)thread, i) % 1000);
      if (call % 2 == 0)
        expected = (int)(value(call, (int)(i / part), (int)thread, part * (size_t)rank + i % part) % 1000);
      check(host[i] == expected, "thread %u, call %u: int %zu is %d, not %d", thread, call, i, host[i], expected);
      if (host[i] != expected) break;
    }
  }
  free(host);
  return NULL;
}

int main(int argc, char** argv) {
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  comm = MPI_COMM_WORLD, comm_name = "a thread's own";
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  check(provided == MPI_THREAD_MULTIPLE, "the MPI has no MPI_THREAD_MULTIPLE");
  driver_open(argc > 1 ? argv[1] : "CUDA");
  pthread_t threads[THREADS];
  for (size_t i = 0; i < THREADS; ++i) {
    MPI_Comm_dup(comm, &comms[i]);
    for (int k = 0; k < 4; ++k) blocks[i][k] = driver_malloc(MOST * sizeof(int));
  }
  for (size_t i = 0; i < THREADS; ++i) pthread_create(&threads[i], NULL, work, (void*)i);
  for (size_t i = 0; i < THREADS; ++i) pthread_join(threads[i], NULL);
  for (size_t i = 0; i < THREADS; ++i) {
    MPI_Comm_free(&comms[i]);
    for (int k = 0; k < 4; ++k) driver_free(blocks[i][k]);
  }
  return finish();
}

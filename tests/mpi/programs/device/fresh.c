// Buffers that are new in every call, as programs have them that allocate and free around each: the ranks must not map
// each other's memory for that, which takes longer than the call. The test lets the driver refuse all handles but the
// first few, so that a call that needs another one is not done on the devices. Usage: fresh KIND
#include "start.h"

enum { N = 3000, CALLS = 30 };  // ints

int main(int argc, char** argv) {
  start_on_device(&argc, &argv, MPI_THREAD_SINGLE);
  int host[N];
  for (int call = 0; call < CALLS; ++call) {
    int *const send = driver_malloc(sizeof host), *const receive = driver_malloc(sizeof host);
    for (int i = 0; i < N; ++i) host[i] = call + rank + i;
    driver_copy(send, host, sizeof host);
    MPI_Allreduce(send, receive, N, MPI_INT, MPI_SUM, comm);
    driver_copy(host, receive, sizeof host);
    for (int i = 0; i < N; ++i)
      check(host[i] == size * (size - 1) / 2 + size * (call + i), "allreduce %d: int %d is %d", call, i, host[i]);
    driver_free(send), driver_free(receive);
    int* const both = driver_malloc(sizeof host);
    for (int i = 0; i < N; ++i) host[i] = call * rank + i;
    driver_copy(both, host, sizeof host);
    MPI_Allreduce(MPI_IN_PLACE, both, N, MPI_INT, MPI_MAX, comm);
    MPI_Bcast(both, N, MPI_INT, call % size, comm);
    driver_copy(host, both, sizeof host);
    for (int i = 0; i < N; ++i) check(host[i] == call * (size - 1) + i, "in place, %d: int %d is %d", call, i, host[i]);
    driver_free(both);
  }
  return finish();
}

// Messages in parts with device buffers, which the program uses part by part: a thread waits for the request while
// another makes parts ready, and the receiver changes parts that have come. For MPIs with MPI 4. Usage: parts KIND
#include <pthread.h>

#include "start.h"

enum { PARTS = 4, N = 500, ROUNDS = 3 };  // ints of a part
static int* data;                         // on the device
static int host[PARTS * N];
static MPI_Request request;

static void fill(int k, int first) {
  for (int i = 0; i < N; ++i) host[i] = first + i;
  driver_copy(data + k * N, host, N * sizeof(int));
}
static void expect(const char* what, int k, int first) {
  driver_copy(host, data + k * N, N * sizeof(int));
  int wrong = 0;
  while (wrong < N && host[wrong] == first + wrong) ++wrong;
  check(wrong == N, "%s: int %d of part %d is %d, not %d", what, wrong, k, host[wrong % N], first + wrong);
}
static int value_of(int round, int k) { return 1000000 * (round + 1) + 10000 * k; }

static void* wait_for_it(void* unused) {
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  return unused;
}

// The parts are written when another thread waits already; the wait cannot end before all are ready.
static void send(int round) {
  pthread_t waiter;
  for (int k = 0; k < PARTS; ++k) fill(k, -1);
  MPI_Start(&request);
  MPI_Request same = request;
  pthread_create(&waiter, NULL, wait_for_it, NULL);
  const double begun = MPI_Wtime();
  while (MPI_Wtime() - begun < 0.05) continue;
  for (int k = PARTS - 1; k >= 0; --k) {
    fill(k, value_of(round, k));
    if (k == 3) MPI_Pready(k, same);
    if (k == 1) MPI_Pready_range(1, 2, same);
    if (k == 0) MPI_Pready_list(1, &k, same);
  }
  pthread_join(waiter, NULL);
}

// Each part that has come is replaced at once, and stays so.
static void receive(int round) {
  for (int k = 0; k < PARTS; ++k) fill(k, -1);
  MPI_Start(&request);
  for (int k = PARTS - 1; k > 0; --k) {
    for (int here = 0; !here;) MPI_Parrived(request, k, &here);
    expect("a part that has come", k, value_of(round, k));
    fill(k, -value_of(round, k));
  }
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  expect("the last part", 0, value_of(round, 0));
  for (int k = 1; k < PARTS; ++k) expect("a part that the receiver has changed", k, -value_of(round, k));
}

int main(int argc, char** argv) {
  const int level = start_on_device(&argc, &argv, MPI_THREAD_MULTIPLE);
  check(size == 2 && level == MPI_THREAD_MULTIPLE, "run it with 2 ranks and an MPI with threads");
  data = driver_malloc(sizeof host);
  if (rank == 0) MPI_Psend_init(data, PARTS, N, MPI_INT, 1, 0, comm, MPI_INFO_NULL, &request);
  if (rank == 1) MPI_Precv_init(data, PARTS, N, MPI_INT, 0, 0, comm, MPI_INFO_NULL, &request);
  for (int round = 0; round < ROUNDS; ++round) rank == 0 ? send(round) : receive(round);
  MPI_Request_free(&request);
  driver_free(data);
  return finish();
}

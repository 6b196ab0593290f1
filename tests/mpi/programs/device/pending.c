// Several requests on device buffers that are under way at once: their buffers lie between each other, they are
// complete from the start, or the program frees them while they are active. Usage: pending KIND
#include "start.h"

enum { N = 240, COLUMNS = 3 };  // ints
static int *matrix, *other;     // on the device
static int next, before;
static int host[N];

static void put(int* device, const int* values) { driver_copy(device, values, sizeof host); }
static void get(const int* device) { driver_copy(host, device, sizeof host); }

// A column from each of several messages, in the order in which they were not posted; the program writes the last.
static void columns(void) {
  MPI_Datatype column;
  MPI_Request receives[COLUMNS - 1], sends[COLUMNS - 1];
  MPI_Type_vector(N / COLUMNS, 1, COLUMNS, MPI_INT, &column);
  MPI_Type_commit(&column);
  for (int i = 0; i < N; ++i) host[i] = -1;
  put(matrix, host);
  for (int i = 0; i < N; ++i) host[i] = 1000 * rank + i;
  put(other, host);
  for (int c = 0; c < COLUMNS - 1; ++c) MPI_Irecv(matrix + c, 1, column, before, c, comm, &receives[c]);
  for (int i = COLUMNS - 1; i < N; i += COLUMNS) driver_copy(matrix + i, &(int){7}, sizeof(int));
  for (int c = 0; c < COLUMNS - 1; ++c) MPI_Isend(other + c, 1, column, next, c, comm, &sends[c]);
  MPI_Type_free(&column);
  for (int c = COLUMNS - 2; c >= 0; --c) MPI_Wait(&receives[c], MPI_STATUS_IGNORE);
  MPI_Waitall(COLUMNS - 1, sends, MPI_STATUSES_IGNORE);
  get(matrix);
  for (int i = 0; i < N; ++i) {
    const int expected = i % COLUMNS < COLUMNS - 1 ? 1000 * before + i : 7;
    check(host[i] == expected, "columns: int %d is %d, not %d", i, host[i], expected);
  }
}

// The receive buffer is between the blocks of the send buffer.
static void inside(void) {
  MPI_Datatype ends;
  MPI_Type_vector(2, 10, N - 10, MPI_INT, &ends);
  MPI_Type_commit(&ends);
  for (int i = 0; i < N; ++i) host[i] = 1000 * rank + i;
  put(matrix, host);
  MPI_Sendrecv(matrix, 1, ends, next, 1, matrix + 50, 20, MPI_INT, before, 1, comm, MPI_STATUS_IGNORE);
  get(matrix);
  for (int i = 0; i < N; ++i) {
    const int from = i - 50 < 10 ? i - 50 : N - 70 + i;
    const int expected = i >= 50 && i < 70 ? 1000 * before + from : 1000 * rank + i;
    check(host[i] == expected, "a receive inside of what is sent: int %d is %d, not %d", i, host[i], expected);
  }
  MPI_Type_free(&ends);
}

// With one member nothing is left to do when the call returns. Open MPI gives all such requests one handle.
static void complete_at_once(void) {
  int* const results[] = {matrix, matrix + N / 2};
  MPI_Request requests[2];
  for (int i = 0; i < N; ++i) host[i] = i;
  put(other, host);
  for (int i = 0; i < N; ++i) host[i] = -1;
  put(matrix, host);
  for (int k = 0; k < 2; ++k)
    MPI_Iallreduce(other + k, results[k], N / 2, MPI_INT, MPI_SUM, MPI_COMM_SELF, &requests[k]);
  int first = -1;
  MPI_Waitany(2, requests, &first, MPI_STATUS_IGNORE);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  get(matrix);
  for (int i = 0; i < N; ++i) {
    const int expected = i % (N / 2) + i / (N / 2);
    check(host[i] == expected, "complete at once: int %d is %d, not %d", i, host[i], expected);
  }
}

// The sender frees its request before the receiver has asked for the message, and uses the buffer of the copy again.
static void freed(void) {
  enum { LARGE = 1 << 20 };  // ints: the message waits for the receiver
  int* const values = bytes(LARGE * sizeof(int));
  int* const large = driver_malloc(LARGE * sizeof(int));
  for (int round = 0; round < 2; ++round) {
    MPI_Request sends[3];
    for (int i = 0; i < LARGE; ++i) values[i] = rank + i + round;
    driver_copy(large, values, LARGE * sizeof(int));
    if (round == 0) {
      MPI_Isend(large, LARGE, MPI_INT, next, 5, comm, &sends[0]);
    } else {
      MPI_Send_init(large, LARGE, MPI_INT, next, 5, comm, &sends[0]);
      MPI_Start(&sends[0]);
    }
    MPI_Request_free(&sends[0]);
    check(sends[0] == MPI_REQUEST_NULL, "a freed request is not null");
    memset(values, 0, LARGE * sizeof(int));
    for (int k = 1; k < 3; ++k) {  // which would get the freed memory for their copies
      MPI_Isend(large, LARGE, MPI_INT, MPI_PROC_NULL, 6, comm, &sends[k]);
      MPI_Wait(&sends[k], MPI_STATUS_IGNORE);
    }
    int* const zeros = driver_malloc(LARGE * sizeof(int));
    driver_copy(zeros, values, LARGE * sizeof(int));
    MPI_Bcast(zeros, LARGE, MPI_INT, 0, MPI_COMM_SELF);
    MPI_Isend(zeros, LARGE, MPI_INT, MPI_PROC_NULL, 6, comm, &sends[1]);
    MPI_Wait(&sends[1], MPI_STATUS_IGNORE);
    MPI_Barrier(comm);
    MPI_Recv(values, LARGE, MPI_INT, before, 5, comm, MPI_STATUS_IGNORE);
    for (int i = 0; i < LARGE; ++i)
      if (values[i] != before + i + round) {
        check(0, "round %d, sent by a freed request: int %d is %d, not %d", round, i, values[i], before + i + round);
        break;
      }
    driver_free(zeros);
    MPI_Barrier(comm);
  }
  driver_free(large);
  free(values);
}

int main(int argc, char** argv) {
  start_on_device(&argc, &argv, MPI_THREAD_SINGLE);
  next = (rank + 1) % size, before = (rank + size - 1) % size;
  matrix = driver_malloc(sizeof host);
  other = driver_malloc(sizeof host);
  columns();
  inside();
  complete_at_once();
  freed();
  driver_free(matrix), driver_free(other);
  return finish();
}

// Nonblocking and persistent collectives on device buffers that are under way at once: on one communicator and on two,
// completed in another order than they were begun, while a rank is in a blocking call of the MPI, and after their
// datatype was freed. Usage: background KIND [CASES uneven]: with that word, one call alone, whose counts do not match.
#include <unistd.h>

#include "start.h"

enum { N = 30000 };  // ints
static int host[N];

static int* device(int first) {
  int* const made = driver_malloc(sizeof host);
  for (int i = 0; i < N; ++i) host[i] = first + i;
  driver_copy(made, host, sizeof host);
  return made;
}
static void expect(const char* what, int* values, int first, int step) {
  driver_copy(host, values, sizeof host);
  int wrong = 0;
  while (wrong < N && host[wrong] == first + step * wrong) ++wrong;
  check(wrong == N, "%s: int %d is %d, not %d", what, wrong, host[wrong % N], first + step * wrong);
  driver_free(values);
}
static void* freed_while_active[64];  // until the end of the job
static int freed_count;
static int sum_of_ranks(void) { return size * (size - 1) / 2; }

// Ten at once, of which the last is awaited first.
static void many(void) {
  enum { MANY = 10 };
  MPI_Request requests[MANY];
  int *sends[MANY], *sums[MANY];
  for (int k = 0; k < MANY; ++k) {
    sends[k] = device(1000 * rank + k), sums[k] = device(-1);
    MPI_Iallreduce(sends[k], sums[k], N, MPI_INT, MPI_SUM, comm, &requests[k]);
  }
  MPI_Barrier(comm);
  MPI_Wait(&requests[MANY - 1], MPI_STATUS_IGNORE);
  MPI_Waitall(MANY, requests, MPI_STATUSES_IGNORE);
  for (int k = 0; k < MANY; ++k) {
    expect("many", sums[k], 1000 * sum_of_ranks() + size * k, size);
    driver_free(sends[k]);
  }
}

// Even and odd ranks begin the calls on two communicators in another order.
static void two_communicators(void) {
  MPI_Comm other;
  MPI_Comm_dup(comm, &other);
  for (int i = 0; i < 4; ++i) MPI_Barrier(other);
  int* const data[] = {device(rank == 0 ? 5 : -1), device(rank == 0 ? 7 : -1)};
  const MPI_Comm comms[] = {comm, other};
  MPI_Request requests[2];
  for (int i = 0; i < 2; ++i) {
    const int k = i ^ rank % 2;
    MPI_Ibcast(data[k], N, MPI_INT, 0, comms[k], &requests[k]);
  }
  for (int i = 0; i < 2; ++i) MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
  MPI_Comm_free(&other);
  expect("two communicators, the first", data[0], 5, 1);
  expect("two communicators, the second", data[1], 7, 1);
}

// Rank 0 waits for a message that the others send when the collective is complete.
static void in_receive(void) {
  int* const data = device(rank == size - 1 ? 11 : -1);
  MPI_Request request;
  MPI_Ibcast(data, N, MPI_INT, size - 1, comm, &request);
  int token = 0;
  for (int peer = 1; rank == 0 && peer < size; ++peer) MPI_Recv(&token, 1, MPI_INT, peer, 3, comm, MPI_STATUS_IGNORE);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  if (rank != 0) MPI_Send(&token, 1, MPI_INT, 0, 3, comm);
  expect("while a rank receives", data, 11, 1);
}

// Rank 0 frees a communicator with a call under way, which rank 1 begins only when it has sent rank 0 a message.
static void freed_communicator(void) {
  static char message[8 << 20];
  MPI_Comm other;
  MPI_Comm_dup(comm, &other);
  for (int i = 0; i < 4; ++i) MPI_Barrier(other);
  int* const data = device(rank == 1 ? 13 : -1);
  MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  if (rank == 0) MPI_Irecv(message, sizeof message, MPI_CHAR, 1, 4, comm, &requests[1]);
  if (rank == 1) MPI_Send(message, sizeof message, MPI_CHAR, 0, 4, comm);
  MPI_Ibcast(data, N, MPI_INT, 1, other, &requests[0]);
  MPI_Comm_free(&other);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  expect("on a communicator that was freed", data, 13, 1);
}

// A message that is too long for its buffer is an error of the wait for it and a call that is still under way.
static void beside_an_error(void) {
  const MPI_Comm comms[] = {comm, MPI_COMM_WORLD, MPI_COMM_SELF};
  for (int i = 0; i < 3; ++i) MPI_Comm_set_errhandler(comms[i], MPI_ERRORS_RETURN);
  int* const data = device(rank == 1 ? 17 : -1);
  int message[8] = {0};
  MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  MPI_Status statuses[2];
  if (rank == 0) MPI_Irecv(message, 1, MPI_INT, 1, 5, comm, &requests[0]);
  if (rank == 1) MPI_Send(message, 8, MPI_INT, 0, 5, comm);
  if (rank == 1) usleep(20000);
  MPI_Ibcast(data, N, MPI_INT, 1, comm, &requests[1]);
  const int code = MPI_Waitall(2, requests, statuses);
  check((code == MPI_SUCCESS) == (rank != 0), "Waitall after an error: code %d", code);
  if (requests[1] != MPI_REQUEST_NULL) MPI_Wait(&requests[1], MPI_STATUS_IGNORE);  // Open MPI leaves it
  expect("beside an error", data, 17, 1);
  for (int i = 0; i < 3; ++i) MPI_Comm_set_errhandler(comms[i], MPI_ERRORS_ARE_FATAL);
}

// Every second int; the type does not exist any more when the data come.
static void freed_type(void) {
  MPI_Datatype second;
  MPI_Type_vector(N / 2, 1, 2, MPI_INT, &second);
  MPI_Type_commit(&second);
  int* const data = device(rank == 0 ? 20 : 40);
  MPI_Request request;
  MPI_Ibcast(data, 1, second, 0, comm, &request);
  MPI_Type_free(&second);
  int done = 0;
  while (!done) MPI_Test(&request, &done, MPI_STATUS_IGNORE);
  check(request == MPI_REQUEST_NULL, "a request is left");
  driver_copy(host, data, sizeof host);
  for (int i = 0; i < N; ++i) host[i] -= rank == 0 || i % 2 == 0 ? 20 : 40;
  driver_copy(data, host, sizeof host);
  expect("a type that was freed", data, 0, 1);
}

// Two persistent calls, which ranks start in another order, and complete in the order of their own; data change between
// the starts. The last start is followed by a free of the active requests.
static void persistent(void) {
  enum { ROUNDS = 3 };
  int *sends[2], *sums[2];
  MPI_Request requests[2];
  for (int k = 0; k < 2; ++k) {
    sends[k] = device(0), sums[k] = device(-1);
    INIT_OF(Allreduce)(sends[k], sums[k], N, MPI_INT, MPI_SUM, comm, MPI_INFO_NULL, &requests[k]);
  }
  for (int round = 0; round < ROUNDS; ++round) {
    for (int i = 0; i < 2; ++i) {
      const int k = i ^ rank % 2;
      for (int n = 0; n < N; ++n) host[n] = 100 * round + 10 * k + rank + n;
      driver_copy(sends[k], host, sizeof host);
      MPI_Start(&requests[k]);
    }
    int done = 0, which = -1;
    for (int k = 0; round == 0 && k < 2; ++k, done = 0)  // not Testall, which MPICH 4.0 gets wrong for any of them
      while (!done) MPI_Test(&requests[k], &done, MPI_STATUS_IGNORE);
    if (round == 1) MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    if (round == 2) {
      MPI_Waitany(2, requests, &which, MPI_STATUS_IGNORE);
      check(which == 0 || which == 1, "Waitany: %d", which);
      MPI_Waitany(2, requests, &which, MPI_STATUS_IGNORE);
      MPI_Waitany(2, requests, &which, MPI_STATUS_IGNORE);
      check(which == MPI_UNDEFINED, "Waitany of inactive requests: %d", which);
    }
    for (int k = 0; k < 2; ++k) {
      driver_copy(host, sums[k], sizeof host);
      const int first = size * (100 * round + 10 * k) + sum_of_ranks();
      for (int n = 0; n < N; ++n)
        check(host[n] == first + size * n, "persistent call %d, round %d: int %d is %d, not %d", k, round, n, host[n],
              first + size * n);
    }
  }
  MPI_Startall(2, requests);
  for (int k = 0; k < 2; ++k) MPI_Request_free(&requests[k]);
  MPI_Barrier(comm);
  int* const after = device(rank == 0 ? 3 : -1);
  MPI_Request request;
  MPI_Ibcast(after, N, MPI_INT, 0, comm, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  expect("after free of active requests", after, 3, 1);
  freed_while_active[freed_count++] = sends[0], freed_while_active[freed_count++] = sends[1];
  freed_while_active[freed_count++] = sums[0], freed_while_active[freed_count++] = sums[1];
}

// Persistent calls on memory of the host are the MPI's own. They are awaited together while the background works.
static void persistent_of_the_mpi(void) {
  enum { ROUNDS = 5 };
  int *const send = device(rank), *const sum = device(-1);
  int mine[2], sums[2];
  MPI_Request theirs[2], ours;
  for (int k = 0; k < 2; ++k)
    INIT_OF(Allreduce)(&mine[k], &sums[k], 1, MPI_INT, MPI_SUM, comm, MPI_INFO_NULL, &theirs[k]);
  for (int round = 0; round < ROUNDS; ++round) {
    MPI_Iallreduce(send, sum, N, MPI_INT, MPI_SUM, comm, &ours);
    for (int k = 0; k < 2; ++k) mine[k] = 10 * round + rank + k, sums[k] = -1;
    MPI_Startall(2, theirs);
    MPI_Waitall(2, theirs, MPI_STATUSES_IGNORE);
    for (int k = 0; k < 2; ++k) {
      const int expected = size * (10 * round + k) + sum_of_ranks();
      check(sums[k] == expected, "the MPI's persistent call %d, round %d: %d, not %d", k, round, sums[k], expected);
    }
    MPI_Wait(&ours, MPI_STATUS_IGNORE);
  }
  for (int k = 0; k < 2; ++k) MPI_Request_free(&theirs[k]);
  expect("beside the MPI's persistent calls", sum, sum_of_ranks(), size);
  driver_free(send);
}

// The MPI is not asked about calls that the background does, so that it refuses none for one buffer on both sides.
static void one_buffer(void) {
  MPI_Request request;
  for (int i = 0; i < N; ++i) host[i] = i;
  MPI_Iallreduce(host, host, N, MPI_INT, MPI_SUM, comm, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  for (int i = 0; i < N; ++i) check(host[i] == size * i, "a sum in one buffer: int %d is %d", i, host[i]);
  for (int i = 0; i < N; ++i) host[i] = i / (N / size) == rank ? rank : -1;
  MPI_Iallgather(host + N / size * rank, N / size, MPI_INT, host, N / size, MPI_INT, comm, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  for (int i = 0; i < N / size * size; ++i)
    check(host[i] == i / (N / size), "an allgather in one buffer: int %d is %d", i, host[i]);
}

// The last rank sends and expects more than the others do, which is an error on all others.
static void uneven(void) {
  const int mine = rank == size - 1 ? 12000 : 10000;
  int* const all = bytes((size_t)(12000 * size) * sizeof *all);
  MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
  MPI_Request request;
  MPI_Iallgather(host, mine, MPI_INT, all, mine, MPI_INT, comm, &request);
  const int code = MPI_Wait(&request, MPI_STATUS_IGNORE);
  if (rank < size - 1) check(0, "an allgather of other counts: code %d", code);
  MPI_Barrier(comm);
}

int main(int argc, char** argv) {
  start_on_device(&argc, &argv, MPI_THREAD_SINGLE);
  for (int i = 0; i < 4; ++i) MPI_Barrier(comm);  // the communicator is set up
  if (argc > 3 && strcmp(argv[3], "uneven") == 0) {
    uneven();
    return finish();
  }
  for (int i = 0; i < 3; ++i) {
    many(), one_buffer(), two_communicators(), in_receive(), freed_communicator(), beside_an_error();
    freed_type(), persistent();
    persistent_of_the_mpi();
  }
  return finish();
}

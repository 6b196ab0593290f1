// What would not end if a rank that waits in a collective of ours did not let the MPI work: a message that is too large
// to leave at once, which its sender has to drive, and ranks that come late. Also threads with communicators of their
// own.
#include <pthread.h>
#include <unistd.h>

#include "check.h"

enum { LARGE = 1 << 20, THREADS = 3, CALLS = 200 };

// The sender is in a barrier while the receiver, which comes to the barrier last, waits for the message.
static void large_message(void) {
  int* data = bytes(LARGE * sizeof(int));
  for (int round = 0; round < 5; ++round) {
    const int sender = round % size, receiver = (round + 1) % size;
    if (sender == receiver) break;
    MPI_Request request = MPI_REQUEST_NULL;
    for (int i = 0; i < LARGE; ++i) data[i] = rank == sender ? i ^ round : -1;
    if (rank == sender) MPI_Isend(data, LARGE, MPI_INT, receiver, round, comm, &request);
    if (rank == receiver) {
      MPI_Recv(data, LARGE, MPI_INT, sender, round, comm, MPI_STATUS_IGNORE);
      for (int i = 0; i < LARGE; i += 997) check(data[i] == (i ^ round), "message %d, element %d", round, i);
    }
    switch (round % 4) {
      case 0:
        MPI_Barrier(comm);
        break;
      case 1: {
        int one = 1, sum;
        MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm);
        check(sum == size, "allreduce after a message");
        break;
      }
      case 2: {
        int root = receiver, seen = rank == receiver ? 7 : 0;
        MPI_Bcast(&seen, 1, MPI_INT, root, comm);
        check(seen == 7, "bcast after a message");
        break;
      }
      default:
        MPI_Barrier(comm);
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  free(data);
}

static void late_ranks(void) {
  for (int late = 0; late < size; ++late) {
    if (rank == late) usleep(30000);
    int one = 1, sum = 0;
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm);
    check(sum == size, "allreduce with a late rank");
  }
}

static MPI_Comm own[THREADS];
static void* collectives(void* number) {
  const MPI_Comm mine = own[*(int*)number];
  for (int call = 0; call < CALLS; ++call) {
    int value_here = rank + *(int*)number * 1000 + call, most = -1, seen = value_here;
    MPI_Allreduce(&value_here, &most, 1, MPI_INT, MPI_MAX, mine);
    check(most == size - 1 + *(int*)number * 1000 + call, "allreduce in thread %d: %d", *(int*)number, most);
    MPI_Bcast(&seen, 1, MPI_INT, call % size, mine);
    check(seen == call % size + *(int*)number * 1000 + call, "bcast in thread %d", *(int*)number);
    if (call % 50 == 0) MPI_Barrier(mine);
  }
  return NULL;
}

static void threads(void) {
  pthread_t started[THREADS];
  int numbers[THREADS];
  for (int i = 0; i < THREADS; ++i) MPI_Comm_dup(comm, &own[i]);
  for (int i = 0; i < THREADS; ++i) numbers[i] = i, pthread_create(&started[i], NULL, collectives, &numbers[i]);
  for (int i = 0; i < THREADS; ++i) pthread_join(started[i], NULL);
  for (int i = 0; i < THREADS; ++i) MPI_Comm_free(&own[i]);
}

int main(int argc, char** argv) {
  int provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  comm = MPI_COMM_WORLD, comm_name = "world";
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  large_message();
  late_ranks();
  if (provided == MPI_THREAD_MULTIPLE) threads();
  return finish();
}

// Nonblocking and persistent collectives under every call that completes requests, mixed with messages and with
// blocking collectives on the same communicator.
#include "check.h"

enum { N = 300, ROUNDS = 20 };

static void mixed(void) {
  int from[3][N], to[3][N], message_in = -1, message_out = rank;
  const int next = (rank + 1) % size, before = (rank + size - 1) % size;
  for (int round = 0; round < ROUNDS; ++round) {
    for (int how = 0; how < 6; ++how) {
      MPI_Request requests[6];
      int done = 0, indices[6];
      for (int i = 0; i < N; ++i)
        for (int k = 0; k < 3; ++k) from[k][i] = (int)value((unsigned)round, rank, k, (size_t)i) % 1000, to[k][i] = -1;
      MPI_Iallreduce(from[0], to[0], N, MPI_INT, MPI_SUM, comm, &requests[0]);
      MPI_Irecv(&message_in, 1, MPI_INT, before, how, comm, &requests[1]);
      MPI_Ibcast(rank == 0 ? from[1] : to[1], N, MPI_INT, 0, comm, &requests[2]);
      int sum = 0, one = rank + 1;  // a blocking one overtakes those that are under way
      MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm);
      check(sum == size * (size + 1) / 2, "allreduce between nonblocking ones: %d", sum);
      MPI_Isend(&message_out, 1, MPI_INT, next, how, comm, &requests[3]);
      MPI_Ibarrier(comm, &requests[4]);
      requests[5] = MPI_REQUEST_NULL;
      MPI_Barrier(comm);
      switch (how) {
        case 0:
          MPI_Waitall(6, requests, MPI_STATUSES_IGNORE);
          break;
        case 1:
          for (int i = 0; i < 5; ++i) MPI_Waitany(6, requests, &indices[0], MPI_STATUS_IGNORE);
          break;
        case 2:
          for (int left = 5; left > 0; left -= done) MPI_Waitsome(6, requests, &done, indices, MPI_STATUSES_IGNORE);
          break;
        case 3:
          while (!done) MPI_Testall(6, requests, &done, MPI_STATUSES_IGNORE);
          break;
        case 4:
          for (int left = 5, flag; left > 0; left -= flag) {
            flag = 0;
            MPI_Testany(6, requests, &indices[0], &flag, MPI_STATUS_IGNORE);
          }
          break;
        default:
          for (int left = 5; left > 0; left -= done) MPI_Testsome(6, requests, &done, indices, MPI_STATUSES_IGNORE);
      }
      for (int i = 0; i < 6; ++i) check(requests[i] == MPI_REQUEST_NULL, "request %d is left, way %d", i, how);
      for (int i = 0; i < N; ++i) {
        int right = 0;
        for (int r = 0; r < size; ++r) right += (int)value((unsigned)round, r, 0, (size_t)i) % 1000;
        check(to[0][i] == right, "iallreduce, way %d", how);
        if (rank != 0) check(to[1][i] == (int)value((unsigned)round, 0, 1, (size_t)i) % 1000, "ibcast, way %d", how);
      }
      check(message_in == before, "message, way %d", how);
    }
  }
}

static void persistent(void) {
  int from[N] = {0}, to[N];
  MPI_Request requests[2], inactive;
  INIT_OF(Allreduce)(from, to, N, MPI_INT, MPI_MAX, comm, MPI_INFO_NULL, &requests[0]);
  INIT_OF(Barrier)(comm, MPI_INFO_NULL, &requests[1]);
  INIT_OF(Bcast)(to, N, MPI_INT, 0, comm, MPI_INFO_NULL, &inactive);
  for (int round = 0; round < ROUNDS; ++round) {
    for (int i = 0; i < N; ++i) from[i] = (int)(value((unsigned)round, rank, -1, (size_t)i) % 100000);
    if (round % 2) {
      MPI_Startall(2, requests);
    } else {
      MPI_Start(&requests[0]);
      MPI_Start(&requests[1]);
    }
    int complete = 0;
    while (!complete) MPI_Request_get_status(requests[0], &complete, MPI_STATUS_IGNORE);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
#ifdef OPEN_MPI                              // MPICH 4.0 waits for ever
    MPI_Wait(&inactive, MPI_STATUS_IGNORE);  // was never started, and so is complete
#endif
    check(requests[0] != MPI_REQUEST_NULL && inactive != MPI_REQUEST_NULL, "a persistent request is gone");
    for (int i = 0; i < N; ++i) {
      unsigned right = 0;
      for (int r = 0; r < size; ++r) {
        const unsigned other = value((unsigned)round, r, -1, (size_t)i) % 100000;
        if (other > right) right = other;
      }
      check(to[i] == (int)right, "persistent allreduce, round %d", round);
    }
  }
  MPI_Request_free(&requests[0]);
  MPI_Request_free(&requests[1]);
  MPI_Request_free(&inactive);
}

int main(int argc, char** argv) {
  start(&argc, &argv);
  comm = MPI_COMM_WORLD, comm_name = "world";
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  mixed();
  persistent();
  return finish();
}

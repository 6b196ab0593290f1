// Messages between two ranks with device buffers, under an MPI that knows nothing of devices: every rank sends to the
// next and receives from the one before, in every form. For an even number of ranks from 4 on. Usage: messages KIND
#include "start.h"

enum { N = 1000, MARGIN = 16 };  // ints
static int *send, *receive;      // on the device
static int next, before;
#ifdef OPEN_MPI
enum { FORMS_HERE = 3 };  // blocking, nonblocking, persistent
#else
enum { FORMS_HERE = 4 };  // and with large counts, which came with MPI 4
#endif

static void fill(unsigned number) {
  int block[N + 2 * MARGIN];
  for (int i = 0; i < N + 2 * MARGIN; ++i) block[i] = (int)value(number, rank, -1, (size_t)i);
  driver_copy(send, block, sizeof block);
  for (int i = 0; i < N + 2 * MARGIN; ++i) block[i] = -i;
  driver_copy(receive, block, sizeof block);
}
// The message had `n` ints, `stride` apart, which begin MARGIN ints into the buffer. The rest is as it was.
static void compare(unsigned number, int n, int stride, const char* what) {
  int seen[N + 2 * MARGIN];
  driver_copy(seen, receive, sizeof seen);
  for (int i = 0; i < N + 2 * MARGIN; ++i) {
    const int in = i - MARGIN, received = in >= 0 && in < n * stride && in % stride == 0;
    const int expected = received ? (int)value(number, before, -1, (size_t)i) : -i;
    check(seen[i] == expected, "%s: int %d is %d, not %d", what, in, seen[i], expected);
    if (seen[i] != expected) return;
  }
}

#ifndef OPEN_MPI
static void mpi_4(unsigned* number) {
  int *const out = send + MARGIN, *const in = receive + MARGIN;
  MPI_Request requests[2];
  fill(++*number);
  MPI_Irecv_c(in, (MPI_Count)N, MPI_INT, before, 11, comm, &requests[0]);
  MPI_Send_c(out, (MPI_Count)N, MPI_INT, next, 11, comm);
  MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
  compare(*number, N, 1, "large counts");

  fill(++*number);
  MPI_Isendrecv(out, N, MPI_INT, next, 12, in, N, MPI_INT, before, 12, comm, &requests[0]);
  MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
  compare(*number, N, 1, "isendrecv");

  fill(++*number);
  driver_copy(in, out, N * sizeof(int));
  MPI_Isendrecv_replace(in, N, MPI_INT, next, 13, before, 13, comm, &requests[0]);
  MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
  compare(*number, N, 1, "isendrecv_replace");

  // In two parts, of which the second is written when the first is under way.
  MPI_Psend_init(out, 2, N / 2, MPI_INT, next, 14, comm, MPI_INFO_NULL, &requests[0]);
  MPI_Precv_init(in, 2, N / 2, MPI_INT, before, 14, comm, MPI_INFO_NULL, &requests[1]);
  for (int i = 0; i < 2; ++i) {
    fill(++*number);
    int later[N / 2], nothing[N / 2] = {0};
    driver_copy(later, out + N / 2, sizeof later);
    driver_copy(out + N / 2, nothing, sizeof nothing);
    MPI_Startall(2, requests);
    MPI_Pready(0, requests[0]);
    driver_copy(out + N / 2, later, sizeof later);
    MPI_Pready(1, requests[0]);
    for (int arrived = 0; !arrived;) MPI_Parrived(requests[1], 1, &arrived);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    compare(*number, N, 1, "a message in parts");
  }
  MPI_Request_free(&requests[0]);
  MPI_Request_free(&requests[1]);
}
#endif

static void test(void) {
  MPI_Datatype every_third;
  MPI_Type_vector(N / 3, 1, 3, MPI_INT, &every_third);
  MPI_Type_commit(&every_third);
  int *const out = send + MARGIN, *const in = receive + MARGIN;
  MPI_Request requests[2];
  unsigned number = 1;

  fill(++number);
  if (rank % 2 == 0) {
    MPI_Send(out, N, MPI_INT, next, 1, comm);
    MPI_Recv(in, N, MPI_INT, before, 1, comm, MPI_STATUS_IGNORE);
  } else {
    MPI_Recv(in, N, MPI_INT, before, 1, comm, MPI_STATUS_IGNORE);
    MPI_Ssend(out, N, MPI_INT, next, 1, comm);
  }
  compare(number, N, 1, "send and receive");

  fill(++number);
  MPI_Irecv(in, N, MPI_INT, before, 2, comm, &requests[0]);
  MPI_Isend(out, N / 2, MPI_INT, next, 2, comm, &requests[1]);
  MPI_Status statuses[2];
  MPI_Waitall(2, requests, statuses);
  int got = 0;
  MPI_Get_count(&statuses[0], MPI_INT, &got);
  check(got == N / 2, "a short message: its status says %d ints", got);
  compare(number, N / 2, 1, "a message that is shorter than the buffer");

  fill(++number);
  MPI_Irecv(in, 1, every_third, before, 3, comm, &requests[0]);
  MPI_Issend(out, 1, every_third, next, 3, comm, &requests[1]);
  for (int done = 0; !done;) MPI_Testall(2, requests, &done, MPI_STATUSES_IGNORE);
  compare(number, N / 3, 3, "a vector");

  fill(++number);
  MPI_Sendrecv(out, N, MPI_INT, next, 4, in, N, MPI_INT, before, 4, comm, MPI_STATUS_IGNORE);
  compare(number, N, 1, "sendrecv");

  fill(++number);
  driver_copy(in, out, N * sizeof(int));
  MPI_Sendrecv_replace(in, N, MPI_INT, next, 5, before, 5, comm, MPI_STATUS_IGNORE);
  compare(number, N, 1, "sendrecv_replace");

  fill(++number);
  int host[N + 2 * MARGIN];
  MPI_Irecv(host, N, MPI_INT, before, 6, comm, &requests[0]);
  MPI_Send(out, N, MPI_INT, next, 6, comm);
  MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
  driver_copy(in, host, N * sizeof(int));
  compare(number, N, 1, "from a device to host memory");

  MPI_Recv_init(in, N, MPI_INT, before, 7, comm, &requests[0]);
  MPI_Send_init(out, N, MPI_INT, next, 7, comm, &requests[1]);
  for (int i = 0; i < 3; ++i) {
    fill(++number);
    MPI_Startall(2, requests);
    int first = -1;
    MPI_Waitany(2, requests, &first, MPI_STATUS_IGNORE);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    compare(number, N, 1, "persistent");
  }
  MPI_Request_free(&requests[0]);
  MPI_Request_free(&requests[1]);

  fill(++number);
  MPI_Isend(out, N, MPI_INT, next, 8, comm, &requests[1]);
  MPI_Message message;
  MPI_Mprobe(before, 8, comm, &message, MPI_STATUS_IGNORE);
  MPI_Mrecv(in, N, MPI_INT, &message, MPI_STATUS_IGNORE);
  MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
  compare(number, N, 1, "a matched message");

  fill(++number);
  driver_copy(in, out, N * sizeof(int));
  MPI_Reduce_local(out, in, N, MPI_INT, MPI_BXOR);  // zero, since both are the same
  int zeros[N];
  driver_copy(zeros, in, sizeof zeros);
  for (int i = 0; i < N; ++i) check(zeros[i] == 0, "reduce_local: int %d is %d, not 0", i, zeros[i]);
#ifndef OPEN_MPI  // which has MPI 3 alone
  mpi_4(&number);
#endif

  // A ring: this rank's neighbours are the one before and the next, in this order.
  MPI_Comm ring;
  const int periodic = 1;
  MPI_Cart_create(comm, 1, &size, &periodic, 0, &ring);
  for (int form = 0; form < FORMS_HERE; ++form) {
    fill(++number);
    int block[N + 2 * MARGIN];
    if (form == 2) {
      INIT_OF(Neighbor_alltoall)(out, N / 2, MPI_INT, in, N / 2, MPI_INT, ring, MPI_INFO_NULL, &requests[0]);
      MPI_Start(&requests[0]);
      MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
      MPI_Request_free(&requests[0]);
#ifndef OPEN_MPI
    } else if (form == 3) {
      MPI_Neighbor_alltoall_c(out, N / 2, MPI_INT, in, N / 2, MPI_INT, ring);
#endif
    } else if (form == 1) {
      MPI_Ineighbor_alltoall(out, N / 2, MPI_INT, in, N / 2, MPI_INT, ring, &requests[0]);
      MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    } else {
      MPI_Neighbor_alltoall(out, N / 2, MPI_INT, in, N / 2, MPI_INT, ring);
    }
    driver_copy(block, receive, sizeof block);
    for (int i = 0; i < N; ++i) {
      // The rank before sends its second half, the next its first.
      const int expected = (int)value(number, i < N / 2 ? before : next, -1, (size_t)(MARGIN + (i + N / 2) % N));
      check(block[MARGIN + i] == expected, "neighbours: int %d is %d, not %d", i, block[MARGIN + i], expected);
    }
    check(block[MARGIN - 1] == 1 - MARGIN && block[MARGIN + N] == -MARGIN - N, "neighbours: written beyond the buffer");
  }
  fill(++number);
  MPI_Neighbor_allgather(out, N / 2, MPI_INT, in, N / 2, MPI_INT, ring);
  int all[N + 2 * MARGIN];
  driver_copy(all, receive, sizeof all);
  for (int i = 0; i < N; ++i) {
    const int expected = (int)value(number, i < N / 2 ? before : next, -1, (size_t)(MARGIN + i % (N / 2)));
    check(all[MARGIN + i] == expected, "neighbours' allgather: int %d is %d, not %d", i, all[MARGIN + i], expected);
  }
  MPI_Comm_free(&ring);
  MPI_Type_free(&every_third);
}

// Rank 0 alone and the others: each group gets what the other adds up to, divided by the counts of its own members.
static void between_groups(void) {
  MPI_Comm group, both;
  const int alone = rank == 0, share = 12 / (size - 1);
  MPI_Comm_split(comm, alone, rank, &group);
  MPI_Intercomm_create(group, 0, comm, alone ? 1 : 0, 5, &both);
  int counts[64], block[N + 2 * MARGIN] = {0};
  for (int i = 0; i < 64; ++i) counts[i] = 1 << 28;  // those behind the group's own are not to be read
  for (int i = 0; i < size - 1 && !alone; ++i) counts[i] = share;
  if (alone) counts[0] = share * (size - 1);
  fill(1000);
  MPI_Reduce_scatter(send + MARGIN, receive + MARGIN, counts, MPI_INT, MPI_SUM, both);
  driver_copy(block, receive, sizeof block);
  const int mine = alone ? share * (size - 1) : share, first = alone ? 0 : (rank - 1) * share;
  for (int i = 0; i <= mine; ++i) {
    unsigned expected = 0;
    for (int r = alone ? 1 : 0; r < (alone ? size : 1); ++r) expected += value(1000, r, -1, (size_t)(MARGIN + first + i));
    if (i == mine) expected = (unsigned)-(MARGIN + i);
    check(block[MARGIN + i] == (int)expected, "reduce_scatter between groups: int %d is %d", i, block[MARGIN + i]);
  }
  MPI_Comm_free(&both), MPI_Comm_free(&group);
}

int main(int argc, char** argv) {
  start_on_device(&argc, &argv, MPI_THREAD_SINGLE);
  next = (rank + 1) % size, before = (rank + size - 1) % size;
  send = driver_malloc((N + 2 * MARGIN) * sizeof(int));
  receive = driver_malloc((N + 2 * MARGIN) * sizeof(int));
  check(size >= 4 && size % 2 == 0, "run it with 4 ranks");
  if (failures == 0) test();
  between_groups();
  driver_free(send), driver_free(receive);
  return finish();
}

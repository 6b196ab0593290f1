// Legal calls on device buffers that few programs make. Usage: corners KIND [CASES unequal]: with that word, also some
// whose counts do not match, which the MPI must not see.
#include "start.h"

enum { N = 1000, ROUNDS = 12 };  // ints; the first calls on a communicator are the MPI's

static void read_ints(int* into, const int* from, int n) { driver_copy(into, from, (size_t)n * sizeof(int)); }
static void expect(const char* what, int round, const int* seen, int n, int first, int step) {
  int wrong = 0;
  while (wrong < n && seen[wrong] == first + step * wrong) ++wrong;
  check(wrong == n, "%s, round %d: int %d is %d, not %d", what, round, wrong, seen[wrong % n], first + step * wrong);
}

// The last rank gets nothing and passes an ordinary buffer, the others MPI_IN_PLACE.
static void partly_in_place(void) {
  int counts[16], all = N * (size - 1), factors = size * (size + 1) / 2;
  for (int i = 0; i < size; ++i) counts[i] = i < size - 1 ? N : 0;
  int* const host = bytes((size_t)all * sizeof(int));
  int* const data = driver_malloc((size_t)all * sizeof(int));
  for (int round = 0; round < ROUNDS; ++round) {
    for (int i = 0; i < all; ++i) host[i] = (rank + 1) * (i + round);
    driver_copy(data, host, (size_t)all * sizeof(int));
    if (rank == size - 1)
      MPI_Reduce_scatter(data, NULL, counts, MPI_INT, MPI_SUM, comm);
    else
      MPI_Reduce_scatter(MPI_IN_PLACE, data, counts, MPI_INT, MPI_SUM, comm);
    read_ints(host, data, N);
    if (rank < size - 1)
      expect("reduce_scatter partly in place", round, host, N, factors * (rank * N + round), factors);
  }
  driver_free(data);
  free(host);
}

// One type on MPI_BOTTOM for data in two allocations of the device and, if it has three parts, in host memory.
enum { M = 5000, PARTS = 3 };  // ints of a part: with two parts more bytes than ISTHMUS_MPI_DEVICE_BACKGROUND
static int* part[PARTS];

static MPI_Datatype type_of_parts(int parts) {
  int lengths[PARTS] = {M, M, M};
  MPI_Aint at[PARTS];
  MPI_Datatype types[PARTS] = {MPI_INT, MPI_INT, MPI_INT}, made;
  for (int k = 0; k < parts; ++k) MPI_Get_address(part[k], &at[k]);
  MPI_Type_create_struct(parts, lengths, at, types, &made);
  MPI_Type_commit(&made);
  return made;
}
// From rank 0 to rank 1, or to all others.
static void send_in_parts(MPI_Datatype type) {
  if (rank == 0) MPI_Send(MPI_BOTTOM, 1, type, 1, 0, comm);
  if (rank == 1) MPI_Recv(MPI_BOTTOM, 1, type, 0, 0, comm, MPI_STATUS_IGNORE);
}
static void begin_in_parts(MPI_Datatype type) {
  MPI_Request request = MPI_REQUEST_NULL;
  if (rank == 0) MPI_Isend(MPI_BOTTOM, 1, type, 1, 0, comm, &request);
  if (rank == 1) MPI_Irecv(MPI_BOTTOM, 1, type, 0, 0, comm, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
}
static void bcast_in_parts(MPI_Datatype type) { MPI_Bcast(MPI_BOTTOM, 1, type, 0, comm); }
static void ibcast_in_parts(MPI_Datatype type) {
  MPI_Request request;
  MPI_Ibcast(MPI_BOTTOM, 1, type, 0, comm, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
}
static void alltoallw_in_parts(MPI_Datatype type) {
  int out[16] = {0}, in[16] = {0}, at[16] = {0};
  MPI_Datatype types[16];
  for (int i = 0; i < size; ++i) out[i] = rank == 0 && i > 0, types[i] = type;
  in[0] = rank > 0;
  MPI_Alltoallw(MPI_BOTTOM, out, at, types, MPI_BOTTOM, in, at, types, comm);
}

static void in_parts(void) {
  static const struct {
    const char* name;
    void (*call)(MPI_Datatype);
    int to;  // the last rank that gets the data
  } ways[] = {{"a message in several allocations", send_in_parts, 1},
              {"a nonblocking message in several allocations", begin_in_parts, 1},
              {"bcast in several allocations", bcast_in_parts, 15},
              {"ibcast in several allocations", ibcast_in_parts, 15},
              {"alltoallw in several allocations", alltoallw_in_parts, 15}};
  int host[M];
  part[0] = driver_malloc(sizeof host);
  int* const between = driver_malloc(1 << 20);
  part[1] = driver_malloc(sizeof host), part[2] = bytes(sizeof host);
  for (int parts = 2; parts <= PARTS; ++parts) {
    MPI_Datatype type = type_of_parts(parts);
    for (size_t way = 0; way < sizeof ways / sizeof *ways; ++way)
      for (int round = 0; round < 8; ++round) {
        const int first = 1000000 * (round + 1), gets = rank <= ways[way].to;
        for (int k = 0; k < PARTS; ++k) {
          for (int i = 0; i < M; ++i) host[i] = rank == 0 ? first + 100000 * k + i : -i;
          driver_copy(part[k], host, sizeof host);
        }
        ways[way].call(type);
        for (int k = 0; k < PARTS; ++k) {
          driver_copy(host, part[k], sizeof host);
          const int come = rank == 0 || (gets && k < parts);
          expect(ways[way].name, round, host, M, come ? first + 100000 * k : 0, come ? 1 : -1);
        }
      }
    MPI_Type_free(&type);
  }
  driver_free(part[0]), driver_free(part[1]), driver_free(between), free(part[2]);
}

// Two messages under way into one buffer, each of a type whose layout the library does not know: a darray of every
// second int, and ints from the last one on.
static void unknown_layouts(void) {
  const int n = N, cyclic = MPI_DISTRIBUTE_CYCLIC, usual = MPI_DISTRIBUTE_DFLT_DARG, two = 2;
  MPI_Datatype types[2][2], backwards;
  MPI_Type_create_resized(MPI_INT, 0, -2 * (MPI_Aint)sizeof(int), &backwards);
  for (int k = 0; k < 2; ++k) {
    MPI_Type_create_darray(2, k, 1, &n, &cyclic, &usual, &two, MPI_ORDER_C, MPI_INT, &types[0][k]);
    const MPI_Aint last = (N - 2 + k) * (MPI_Aint)sizeof(int);
    const int half = N / 2;
    MPI_Type_create_struct(1, &half, &last, &backwards, &types[1][k]);
  }
  int host[N], *const data = driver_malloc(sizeof host);
  for (int way = 0; way < 2; ++way) {
    MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    for (int i = 0; i < N; ++i) host[i] = rank == 0 ? 100 + i : -1;
    driver_copy(data, host, sizeof host);
    for (int k = 0; k < 2; ++k) {
      MPI_Type_commit(&types[way][k]);
      if (rank == 0) MPI_Isend(data, 1, types[way][k], 1, k, comm, &requests[k]);
      if (rank == 1) MPI_Irecv(data, 1, types[way][k], 0, k, comm, &requests[k]);
    }
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    read_ints(host, data, N);
    if (rank < 2) expect("two messages of unknown layout", way, host, N, 100, 1);
    for (int k = 0; k < 2; ++k) MPI_Type_free(&types[way][k]);
  }
  MPI_Type_free(&backwards);
  driver_free(data);
}

// Between rank 0 and the others, of which rank 1 is the root: arguments that are of no significance are null, and
// buffers that are not, device memory all the same.
static void between_groups(void) {
  MPI_Comm group, both;
  MPI_Comm_split(comm, rank == 0, rank, &group);
  MPI_Intercomm_create(group, 0, comm, rank == 0 ? 1 : 0, 5, &both);
  const int root = rank == 0 ? 0 : rank == 1 ? MPI_ROOT : MPI_PROC_NULL, counts[] = {N}, at[] = {0};
  const int *const counted = rank == 1 ? counts : NULL, *const placed = rank == 1 ? at : NULL;
  int host[N], *const from = driver_malloc(sizeof host), *const to = driver_malloc(sizeof host);
  for (int way = 0; way < 4; ++way) {
    for (int i = 0; i < N; ++i) host[i] = 10000 * rank + i;
    driver_copy(from, host, sizeof host);
    for (int i = 0; i < N; ++i) host[i] = -i;
    driver_copy(to, host, sizeof host);
    if (way == 0) MPI_Gatherv(from, N, MPI_INT, to, counted, placed, MPI_INT, root, both);
    if (way == 1) MPI_Scatterv(from, counted, placed, MPI_INT, to, N, MPI_INT, root, both);
    if (way == 2) MPI_Reduce(from, to, N, MPI_INT, MPI_SUM, root, both);
    if (way == 3) MPI_Bcast(rank == 1 ? from : to, N, MPI_INT, root, both);
    const int gathers = way == 0 || way == 2, gets = rank == (gathers ? 1 : 0);
    read_ints(host, to, N);
    expect("between groups", way, host, N, gets ? 10000 * (gathers ? 0 : 1) : 0, gets ? 1 : -1);
  }
  MPI_Comm_free(&both), MPI_Comm_free(&group);
  driver_free(from), driver_free(to);
}

#ifdef OPEN_MPI  // which wants a type there
#define NO_TYPE MPI_INT
#else
#define NO_TYPE MPI_DATATYPE_NULL
#endif
// Nothing goes from rank 0 to itself, where it names no type: nonblocking, also in the background, and blocking.
static void empty_blocks(int on_device) {
  int counts[16], at[16];
  MPI_Datatype types[16];
  for (int i = 0; i < size; ++i) {
    const int empty = rank == 0 && i == 0;
    counts[i] = empty ? 0 : M, at[i] = i * M * (int)sizeof(int), types[i] = empty ? NO_TYPE : MPI_INT;
  }
  const size_t all = (size_t)(size * M) * sizeof(int);
  int* const host = bytes(all);
  int *const from = on_device ? driver_malloc(all) : bytes(all), *const to =
                                                                     on_device ? driver_malloc(all) : bytes(all);
  for (int round = 0; round < 6; ++round) {
    for (int i = 0; i < size * M; ++i) host[i] = 1000000 * (rank + 1) + i + round;
    driver_copy(from, host, all);
    for (int i = 0; i < size * M; ++i) host[i] = -i;
    driver_copy(to, host, all);
    MPI_Request request = MPI_REQUEST_NULL;
    if (round % 2)
      MPI_Ialltoallw(from, counts, at, types, to, counts, at, types, comm, &request);
    else
      MPI_Alltoallw(from, counts, at, types, to, counts, at, types, comm);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    driver_copy(host, to, all);
    for (int i = 0; i < size; ++i) {
      const int first = 1000000 * (i + 1) + rank * M + round;
      if (counts[i] > 0) expect("alltoallw with an empty block", round, host + i * M, M, first, 1);
    }
  }
  on_device ? driver_free(from) : free(from);
  on_device ? driver_free(to) : free(to);
  free(host);
}

// The last rank sends more than the root expects of it, or less: nothing is written behind its block.
static void unequal_gather(int with_counts, int sent) {
  enum { BLOCK = 500000, SPARE = 1000 };
  const char* const what = with_counts ? "gatherv of other counts" : "gather of other counts";
  const int n = size * BLOCK + SPARE, given = rank == size - 1 ? sent : BLOCK;
  int counts[16], places[16];
  for (int i = 0; i < size; ++i) counts[i] = BLOCK, places[i] = i * BLOCK;
  int* const host = bytes((size_t)n * sizeof(int));
  int* const from = driver_malloc((size_t)(BLOCK + SPARE) * sizeof(int));
  int* const to = driver_malloc((size_t)n * sizeof(int));
  for (int round = 0; round < ROUNDS; ++round) {
    for (int i = 0; i < BLOCK + SPARE; ++i) host[i] = rank * BLOCK + i + round;
    driver_copy(from, host, (size_t)(BLOCK + SPARE) * sizeof(int));
    for (int i = 0; i < n; ++i) host[i] = -1;
    driver_copy(to, host, (size_t)n * sizeof(int));
    if (with_counts)
      MPI_Gatherv(from, given, MPI_INT, to, counts, places, MPI_INT, 0, comm);
    else
      MPI_Gather(from, given, MPI_INT, to, BLOCK, MPI_INT, 0, comm);
    read_ints(host, to, n);
    const int known = (size - 1) * BLOCK + (sent < BLOCK ? sent : BLOCK);
    if (rank == 0) {
      expect(what, round, host, known, round, 1);
      expect(what, round, host + size * BLOCK, SPARE, -1, 0);
    }
  }
  driver_free(from), driver_free(to);
  free(host);
}

// With threads, so that nonblocking calls go in the background over several nodes, too.
int main(int argc, char** argv) {
  start_on_device(&argc, &argv, MPI_THREAD_MULTIPLE);
  partly_in_place();
  in_parts();
  unknown_layouts();
  between_groups();
  empty_blocks(1), empty_blocks(0);
  MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
  for (int with_counts = 0; with_counts < 2 && argc > 3 && strcmp(argv[3], "unequal") == 0; ++with_counts)
    unequal_gather(with_counts, 501000), unequal_gather(with_counts, 1000);
  return finish();
}

// Calls that send from where they receive, without MPI_IN_PLACE. MPICH refuses them on the members that do so, and Open
// MPI lets all but reduce and allreduce pass; with the library, each does as it does without. With the word "unchecked"
// as first argument, the MPI checks nothing, so that it refuses none: MPICH is told so by its own interface for
// settings, and Open MPI by the environment (OMPI_MCA_mpi_param_check=0).
#include "check.h"

enum { N = 4, MANY = 20000, RANKS = 8, UNTOUCHED = -77 };
static int data[N * RANKS], vector[MANY], sum[MANY];
#ifdef OPEN_MPI
static int refused = MPI_SUCCESS, refused_sum = MPI_ERR_ARG;
#else
static int refused = MPI_ERR_BUFFER, refused_sum = MPI_ERR_BUFFER;
#endif

static int unchecked;

static void check_nothing(void) {
  unchecked = 1;
#ifdef OPEN_MPI
  refused_sum = MPI_SUCCESS;
#else
  int level = 0, number = -1, count = 0, none = 0;
  MPI_T_cvar_handle handle;
  MPI_T_init_thread(MPI_THREAD_SINGLE, &level);
  const int found = MPI_T_cvar_get_index("MPIR_CVAR_COLL_ALIAS_CHECK", &number) == MPI_SUCCESS &&
                    MPI_T_cvar_handle_alloc(number, NULL, &handle, &count) == MPI_SUCCESS &&
                    MPI_T_cvar_write(handle, &none) == MPI_SUCCESS;
  if (!found) MPI_Abort(MPI_COMM_WORLD, 2);
  refused = MPI_SUCCESS;
#endif
}

static int class_of(int code) {
  int number = 0;
  MPI_Error_class(code, &number);
  return number;
}
static void expect(const char* what, int code, int expected) {
  const int number = class_of(code);
  check(number == expected, "%s: class %d, not %d", what, number, expected);
}

// What rank r sends, and what root sends for rank r.
static int own(int r, int i) { return 1000 * (r + 1) + i; }
static int given(int root, int r, int i) { return 100000 * (root + 1) + own(r, i); }

static int total(int members, int i) {
  int all = 0;
  for (int r = 0; r < members; ++r) all += own(r, i);
  return all;
}

// All are in step: a bcast has the value of this call, which no other has.
static void in_step(const char* what, int root) {
  static int calls;
  const int expected = 10 * ++calls + root;
  int token = rank == root ? expected : -1;
  MPI_Bcast(&token, 1, MPI_INT, root, comm);
  check(token == expected, "the bcast after %s at %d: %d, not %d", what, root, token, expected);
}

static void set_own(void) {
  for (int i = 0; i < N * RANKS; ++i) data[i] = i / N == rank ? own(rank, i % N) : UNTOUCHED;
}
static void expect_gathered(const char* what, int root, int code) {
  const int holds = rank == root && code == MPI_SUCCESS;
  for (int r = 0; r < size; ++r)
    for (int i = 0; i < N; ++i) {
      const int expected = r == rank || holds ? own(r, i) : UNTOUCHED;
      check(data[N * r + i] == expected, "%s: int %d of rank %d is %d", what, i, r, data[N * r + i]);
    }
}
static void expect_scattered(const char* what, int root, const int* block) {
  for (int i = 0; i < N; ++i) {
    const int expected = rank == root || refused == MPI_SUCCESS ? given(root, rank, i) : UNTOUCHED;
    check(block[i] == expected, "%s at %d: int %d is %d, not %d", what, root, i, block[i], expected);
  }
}

// One member is the root, and the others do not know that its call is refused.
static void with_root(int root, int* counts, int* places) {
  const int at_root = rank == root, here = at_root ? refused : MPI_SUCCESS;
  const int told = !at_root && refused != MPI_SUCCESS ? MPI_ERR_OTHER : here;  // that there is no block
  int* const mine = data + N * rank;
  set_own();
  expect("gather", MPI_Gather(mine, N, MPI_INT, data, N, MPI_INT, root, comm), here);
  in_step("gather", root), expect_gathered("gather", root, here);
  set_own();
  expect("gatherv", MPI_Gatherv(mine, N, MPI_INT, data, counts, places, MPI_INT, root, comm), here);
  in_step("gatherv", root), expect_gathered("gatherv", root, here);
  set_own();  // as bytes they are not found
  expect("gather of bytes", MPI_Gather(mine, N, MPI_INT, data, N * sizeof(int), MPI_BYTE, root, comm), MPI_SUCCESS);
  in_step("gather of bytes", root), expect_gathered("gather of bytes", root, MPI_SUCCESS);

  int block[N];
  int* const into = at_root ? mine : block;
  for (int with_counts = 0; with_counts < 2; ++with_counts) {
    const char* const name = with_counts ? "scatterv" : "scatter";
    for (int i = 0; i < N; ++i) block[i] = UNTOUCHED;
    for (int i = 0; i < N * size; ++i) data[i] = given(root, i / N, i % N);
    expect(name,
           with_counts ? MPI_Scatterv(data, counts, places, MPI_INT, into, N, MPI_INT, root, comm)
                       : MPI_Scatter(data, N, MPI_INT, into, N, MPI_INT, root, comm),
           with_counts ? here : told);
    in_step(name, root), expect_scattered(name, root, into);
  }

#ifndef OPEN_MPI
  if (unchecked) return;  // MPICH ends the job when it copies a buffer to itself
#endif
  // Of a vector that is reduced in slices, the others may notice that the root has none.
  for (int n = N; n <= MANY; n += MANY - N) {
    for (int i = 0; i < n; ++i) vector[i] = sum[i] = own(rank, i);
    const int got = class_of(MPI_Reduce(at_root ? sum : vector, sum, n, MPI_INT, MPI_SUM, root, comm));
    check(got == (at_root ? refused_sum : MPI_SUCCESS) || (!at_root && n == MANY && got == MPI_ERR_TRUNCATE),
          "reduce of %d ints at %d: class %d", n, root, got);
    in_step("reduce", root);
    for (int i = 0; i < n; ++i) {
      const int expected = at_root && got == MPI_SUCCESS ? total(size, i) : own(rank, i);
      if (sum[i] != expected) return check(0, "reduce of %d ints: int %d is %d", n, i, sum[i]);
    }
  }
}

// Reductions of all members. Of those with one buffer on member `odd` alone Open MPI refuses none; MPICH lets the
// others wait for that member, so that all have one buffer there.
static void reductions(int odd, int* counts) {
  int part[N * RANKS];
#ifdef OPEN_MPI
  const int one_buffer = rank == odd;
#else
  const int one_buffer = 1;
#endif
  for (int in_blocks = 0; in_blocks < 2; ++in_blocks) {
    const char* const name = in_blocks ? "reduce_scatter_block" : "reduce_scatter";
    for (int i = 0; i < N * size; ++i) data[i] = own(rank, i);
    int* const into = one_buffer ? data : part;
    part[0] = own(rank, 0);
    expect(name,
           in_blocks ? MPI_Reduce_scatter_block(data, into, N, MPI_INT, MPI_SUM, comm)
                     : MPI_Reduce_scatter(data, into, counts, MPI_INT, MPI_SUM, comm),
           refused);
    in_step(name, odd);
    for (int i = 0; i < N && refused == MPI_SUCCESS; ++i)
      check(into[i] == total(size, N * rank + i), "%s with one buffer on %d: int %d is %d", name, odd, i, into[i]);
    // Each receives into its own part of what it sends, which is the same address on the first alone.
    for (int i = 0; i < N * size; ++i) data[i] = own(rank, i);
#ifdef OPEN_MPI
    expect(name,
           in_blocks ? MPI_Reduce_scatter_block(data, data + N * rank, N, MPI_INT, MPI_SUM, comm)
                     : MPI_Reduce_scatter(data, data + N * rank, counts, MPI_INT, MPI_SUM, comm),
           MPI_SUCCESS);
    in_step(name, odd);
    for (int i = 0; i < N; ++i)
      check(data[N * rank + i] == total(size, N * rank + i), "%s into the own part: int %d", name, i);
#endif
  }
  for (int n = 1; n <= MANY; n = n == 1 ? N : n == N ? MANY : MANY + 1) {
    for (int i = 0; i < n; ++i) vector[i] = sum[i] = own(rank, i);
    expect("scan", MPI_Scan(one_buffer ? sum : vector, sum, n, MPI_INT, MPI_SUM, comm), refused);
    in_step("scan", odd);
    for (int i = 0; i < n; ++i) {
      const int expected = refused == MPI_SUCCESS ? total(rank + 1, i) : own(rank, i);
      if (sum[i] != expected) return check(0, "scan of %d ints with one buffer on %d: int %d is %d", n, odd, i, sum[i]);
    }
  }
  int alone = own(rank, 0), other = alone;
  expect("allreduce of one int", MPI_Allreduce(one_buffer ? &alone : &other, &alone, 1, MPI_INT, MPI_SUM, comm),
         refused);
  in_step("allreduce of one int", odd);
  check(alone == (refused == MPI_SUCCESS ? total(size, 0) : own(rank, 0)), "allreduce of one int: %d", alone);
}

int main(int argc, char** argv) {
  start(&argc, &argv);
  comm = MPI_COMM_WORLD, comm_name = "world";
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  if (size > RANKS) MPI_Abort(comm, 2);
  if (argc > 1 && strcmp(argv[1], "unchecked") == 0) check_nothing();
  for (int i = 0; i < 3; ++i) MPI_Barrier(comm);  // by now the library serves it
  MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
  int counts[RANKS], other_counts[RANKS], places[RANKS], offsets[RANKS], other[N * RANKS];
  MPI_Datatype types[RANKS];
  for (int r = 0; r < RANKS; ++r) {
    counts[r] = other_counts[r] = N, places[r] = N * r, offsets[r] = places[r] * (int)sizeof(int), types[r] = MPI_INT;
  }
  int* const mine = data + N * rank;
  for (int root = 0; root < size; ++root) with_root(root, counts, places), reductions(root, counts);
  set_own();
  expect("allgather", MPI_Allgather(mine, N, MPI_INT, data, N, MPI_INT, comm), refused);
  expect("allgatherv", MPI_Allgatherv(mine, N, MPI_INT, data, counts, places, MPI_INT, comm), refused);
  expect("alltoall", MPI_Alltoall(data, N, MPI_INT, data, N, MPI_INT, comm), refused);
  expect("alltoall of bytes", MPI_Alltoall(data, N, MPI_INT, data, N * sizeof(int), MPI_BYTE, comm), MPI_SUCCESS);
  expect("alltoallv", MPI_Alltoallv(data, counts, places, MPI_INT, data, counts, places, MPI_INT, comm), refused);
  expect("alltoallv with other arrays",
         MPI_Alltoallv(data, counts, places, MPI_INT, data, other_counts, places, MPI_INT, comm), MPI_SUCCESS);
  expect("alltoallw", MPI_Alltoallw(data, counts, offsets, types, data, counts, offsets, types, comm), refused);
  if (!unchecked) expect("allreduce", MPI_Allreduce(sum, sum, N, MPI_INT, MPI_SUM, comm), MPI_ERR_BUFFER);
#ifdef OPEN_MPI
  if (unchecked) {  // on one member alone
    for (int i = 0; i < N; ++i) vector[i] = sum[i] = own(rank, i);
    expect("allreduce", MPI_Allreduce(rank == 0 ? sum : vector, sum, N, MPI_INT, MPI_SUM, comm), MPI_SUCCESS);
    for (int i = 0; i < N; ++i) check(sum[i] == total(size, i), "allreduce: int %d is %d", i, sum[i]);
  }
#endif
  in_step("calls without a root", 0);
  // One rank without data has one address for both sides.
  const int none[RANKS] = {0};
  int from[N * RANKS], *const address = rank == 0 ? NULL : from, *const to = rank == 0 ? NULL : other;
  const int code = MPI_Alltoallv(address, none, none, MPI_INT, to, none, none, MPI_INT, comm);
  expect("alltoallv without data", code, rank == 0 ? refused : MPI_SUCCESS);
  in_step("alltoallv without data", 1);
  // Other buffers are accepted.
  set_own();
  expect("allgather to other memory", MPI_Allgather(mine, N, MPI_INT, other, N, MPI_INT, comm), MPI_SUCCESS);
  for (int i = 0; i < N * size; ++i) check(other[i] == own(i / N, i % N), "allgather: int %d is %d", i, other[i]);
  MPI_Comm_set_errhandler(comm, MPI_ERRORS_ARE_FATAL);
  return finish();
}

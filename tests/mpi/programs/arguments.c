// Arguments that few programs use and MPI allows: predefined types without arithmetic, types of Fortran's kinds,
// buffers that are null where no data are received, and addresses that are in the type alone (MPI_BOTTOM); and wrong
// ones.
#include <wchar.h>

#include "check.h"

static void types_without_arithmetic(void) {
  for (int root = 0; root < size; ++root) {
    char packed[64];
    wchar_t wide[20];
    int value_in = 1000 + root, value_out = -1, position = 0;
    memset(packed, 0, sizeof packed);
    if (rank == root) MPI_Pack(&value_in, 1, MPI_INT, packed, sizeof packed, &position, comm);
    MPI_Bcast(packed, sizeof packed, MPI_PACKED, root, comm);
    position = 0;
    MPI_Unpack(packed, sizeof packed, &position, &value_out, 1, MPI_INT, comm);
    check(value_out == value_in, "bcast of MPI_PACKED: %d, not %d", value_out, value_in);
    for (int i = 0; i < 20; ++i) wide[i] = rank == root ? L'a' + i + root : 0;
    MPI_Bcast(wide, 20, MPI_WCHAR, root, comm);
    for (int i = 0; i < 20; ++i) check(wide[i] == (wchar_t)(L'a' + i + root), "bcast of MPI_WCHAR");
  }
}

// The MPI keeps such types for the whole job, so that nobody may free them.
static void types_of_fortran(void) {
  MPI_Datatype real, three, again;
  double data[3];
  for (int i = 0; i < 50; ++i) {
    MPI_Type_create_f90_real(12, 100, &real);
    MPI_Type_contiguous(3, real, &three);
    MPI_Type_commit(&three);
    for (int k = 0; k < 3; ++k) data[k] = rank == i % size ? i + k : -1;
    MPI_Bcast(data, 1, three, i % size, comm);
    for (int k = 0; k < 3; ++k) check(data[k] == i + k, "bcast of three reals: %g", data[k]);
    MPI_Type_free(&three);
  }
  MPI_Type_create_f90_real(12, 100, &again);
  int bytes = 0;
  MPI_Type_size(again, &bytes);
  check(again == real && bytes == sizeof(double), "the type of reals has %d bytes", bytes);
}

// Member 0 receives nothing.
static void null_receive(void) {
  enum { N = 40 };
  int data[N], sums[N], counts[64] = {0};
  const int others = size - 1, share = others ? N / others : 0;
  for (int i = 0; i < N; ++i) data[i] = rank + i;
  for (int i = 1; i < size && i < 64; ++i) counts[i] = share;
  if (share == 0) return;
  MPI_Reduce_scatter(data, rank == 0 ? NULL : sums, counts, MPI_INT, MPI_SUM, comm);
  for (int i = 0; rank > 0 && i < share; ++i)
    check(sums[i] == size * (size - 1) / 2 + size * ((rank - 1) * share + i), "reduce_scatter: %d", sums[i]);
  MPI_Exscan(data, rank == 0 ? NULL : sums, N, MPI_INT, MPI_SUM, comm);
  for (int i = 0; rank > 0 && i < N; ++i)
    check(sums[i] == rank * (rank - 1) / 2 + rank * i, "exscan with a null buffer: %d", sums[i]);
  // One buffer for both: of the first rank, which receives nothing, and of all, which Open MPI lets pass.
  MPI_Exscan(data, rank == 0 ? data : sums, N, MPI_INT, MPI_SUM, comm);
  for (int i = 0; rank > 0 && i < N; ++i)
    check(sums[i] == rank * (rank - 1) / 2 + rank * i, "exscan with one buffer on the first rank: %d", sums[i]);
  MPI_Exscan(data, data, N, MPI_INT, MPI_SUM, comm);
  for (int i = 0; rank > 0 && i < N; ++i)
    check(data[i] == rank * (rank - 1) / 2 + rank * i, "exscan with one buffer: %d", data[i]);
}

// An operation of the program may take all elements for one object.
enum { WHOLE = 5000 };
static int cut;
static void add_all(void* in, void* inout, int* n, MPI_Datatype* type) {
  (void)type;
  if (*n != WHOLE) ++cut;
  const int* const first = in;
  int* const second = inout;
  for (int i = 0; i < *n; ++i) second[i] += first[i];
}
static void whole_vectors(void) {
  static int data[WHOLE], sums[WHOLE];
  MPI_Op op;
  MPI_Op_create(add_all, 1, &op);
  for (int i = 0; i < WHOLE; ++i) data[i] = rank + i;
  MPI_Scan(data, sums, WHOLE, MPI_INT, op, comm);
  check(sums[7] == rank * (rank + 1) / 2 + 7 * (rank + 1), "scan by an operation of the program: %d", sums[7]);
  MPI_Allreduce(data, sums, WHOLE, MPI_INT, op, comm);
  check(sums[7] == size * (size - 1) / 2 + 7 * size, "allreduce by an operation of the program: %d", sums[7]);
#ifndef OPEN_MPI  // which cuts them itself
  check(cut == 0, "an operation of the program got a part of the vector %d times", cut);
#endif
  MPI_Op_free(&op);
}

// The root of a gather may have room for more than it sends itself, and so may the root of a scatter.
static void own_blocks(void) {
  int mine[2] = {rank, rank}, all[128], got[2] = {-1, -1};
  for (int i = 0; i < 128; ++i) all[i] = -1;
  MPI_Gather(mine, rank == 0 ? 1 : 2, MPI_INT, all, 2, MPI_INT, 0, comm);
  for (int i = 1; rank == 0 && i < size; ++i)
    check(all[2 * i] == i && all[2 * i + 1] == i, "gather of %d: %d", i, all[2 * i]);
  check(rank != 0 || (all[0] == 0 && all[1] == -1), "gather of the root's own: %d %d", all[0], all[1]);
  for (int i = 0; i < 64; ++i) all[i] = i;
  MPI_Scatter(all, 1, MPI_INT, got, rank == 0 ? 2 : 1, MPI_INT, 0, comm);
  check(got[0] == rank && got[1] == -1, "scatter: %d %d", got[0], got[1]);
}

// Counts and types may differ where the data are the same. MPIs also take fewer data than a member expects, which MPICH
// reports, and report MPI_ERR_TRUNCATE where they are more.
#ifdef OPEN_MPI
#define TOO_FEW MPI_SUCCESS
#else
#define TOO_FEW MPI_ERR_OTHER
#endif
static void other_counts(void) {
  enum { MOST = 40000 };
  static int data[2 * MOST];
  MPI_Datatype close, pairs;
  MPI_Type_vector(2, 1, 2, MPI_INT, &close);
  MPI_Type_create_resized(close, 0, 4 * sizeof(int), &pairs);
  MPI_Type_commit(&pairs);
  for (int n = 2; n <= MOST; n = n < 2000 ? n + 2 : 3 * n / 4 * 2) {
    for (int i = 0; i < 2 * n; ++i) data[i] = rank == 0 ? i : -1;
    if (rank == 0)
      MPI_Bcast(data, n, MPI_INT, 0, comm);
    else
      MPI_Bcast(data, n / 2, pairs, 0, comm);
    int bad = 0;
    for (int i = 0; i < n; ++i) bad += data[rank == 0 ? i : 2 * i] != i;
    check(!bad, "bcast of %d ints to pairs: %d are wrong", n, bad);
  }
  MPI_Type_free(&close), MPI_Type_free(&pairs);
}
static void other_sizes(void) {
  static const int sizes[] = {1, 7, 12, 13, 20, 40, 48, 49, 124, 125, 1000, 16384, 16385, 40000, 70000};
  enum { SIZES = sizeof sizes / sizeof *sizes, MOST = 70000 };
  static int data[MOST], all[2 * MOST];
  MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
  for (int a = 0; a < SIZES; ++a)
    for (int b = 0; b < SIZES; ++b) {
      const int sent = sizes[a], expected = sizes[b], got = sent < expected ? sent : expected;
      for (int i = 0; i < MOST; ++i) data[i] = rank == 0 ? a + i : -1;
      const int code = MPI_Bcast(data, rank == 0 ? sent : expected, MPI_INT, 0, comm);
      int bad = 0, class_of = 0;
      for (int i = 0; rank > 0 && i < MOST; ++i) bad += data[i] != (i < got ? a + i : -1);
      check(!bad, "bcast of %d ints to %d: %d are wrong", sent, expected, bad);
      MPI_Error_class(code, &class_of);
      check(class_of == (rank == 0 || sent == expected ? MPI_SUCCESS
                         : sent > expected             ? MPI_ERR_TRUNCATE
                                                       : TOO_FEW),
            "bcast of %d ints to %d: class %d", sent, expected, class_of);
      // Rank 1 alone sends less than the root has room for.
      if (sent > expected || size != 2) continue;
      const int counts[2] = {1, expected}, places[2] = {0, MOST};
      for (int i = 0; i < MOST; ++i) data[i] = b + i, all[MOST + i] = -1;
      MPI_Gatherv(data, rank == 0 ? 1 : sent, MPI_INT, all, counts, places, MPI_INT, 0, comm);
      for (int i = 0; rank == 0 && i < MOST; ++i) bad += all[MOST + i] != (i < sent ? b + i : -1);
      check(!bad, "gatherv of %d ints to %d: %d are wrong", sent, expected, bad);
    }
  // A member that sends too much writes to its own block alone.
  enum { ROOM = 40000, GUARD = 2 * MOST - 2 * ROOM };
  for (int i = 0; i < MOST; ++i) data[i] = rank + i;
  for (int i = 0; i < 2 * MOST; ++i) all[i] = -1;
  if (size == 2) MPI_Gather(data, rank == 0 ? ROOM : MOST, MPI_INT, all, ROOM, MPI_INT, 0, comm);
  int bad = 0;
  for (int i = 0; size == 2 && rank == 0 && i < 2 * ROOM + GUARD; ++i)
    bad += all[i] != (i < ROOM ? i : i < 2 * ROOM ? 1 + i - ROOM : -1);
  check(!bad, "gather of too much: %d are wrong", bad);
  enum { MANY = 10, RANKS = 8 };
  int counts[RANKS], fewer[RANKS], places[RANKS];
  for (int i = 0; i < RANKS; ++i) counts[i] = MANY, fewer[i] = 1, places[i] = MANY * i;
  if (size <= RANKS) {
    int class_of = 0;
    MPI_Error_class(MPI_Alltoallv(data, counts, places, MPI_INT, all, fewer, places, MPI_INT, comm), &class_of);
    check(class_of == MPI_ERR_TRUNCATE, "alltoallv of too much: class %d", class_of);
  }
  MPI_Comm_set_errhandler(comm, MPI_ERRORS_ARE_FATAL);
}

// Both buffers of the root are MPI_BOTTOM, and its types say where the data are.
static void bottom(void) {
  enum { N = 8 };
  int mine[N] = {0}, all[64 * N] = {0};
  MPI_Datatype from, to;
  MPI_Aint where;
  const int length = N;
  MPI_Get_address(mine, &where);
  MPI_Type_create_hindexed(1, &length, &where, MPI_INT, &from);
  MPI_Get_address(all, &where);
  MPI_Type_create_hindexed(1, &length, &where, MPI_INT, &to);
  MPI_Type_commit(&from), MPI_Type_commit(&to);
  for (int i = 0; i < N; ++i) mine[i] = 100 * rank + i;
  MPI_Gather(MPI_BOTTOM, 1, from, MPI_BOTTOM, 1, to, 0, comm);
  for (int i = 0; rank == 0 && i < size * N; ++i)
    check(all[i] == 100 * (i / N) + i % N, "gather from and to MPI_BOTTOM: int %d is %d", i, all[i]);
  MPI_Type_free(&from), MPI_Type_free(&to);
}

// The same with types of which the library keeps no list of runs. The ints of `elements` elements are at `places`.
static void bcast_from_bottom(const char* what, MPI_Datatype type, int elements, const MPI_Aint* places, size_t n) {
  for (int root = 0; root < size; ++root) {
    int bad = 0;
    for (size_t i = 0; i < n; ++i) *(int*)places[i] = rank == root ? (int)value(1, root, -1, i) : -1;
    MPI_Bcast(MPI_BOTTOM, elements, type, root, comm);
    for (size_t i = 0; i < n; ++i) bad += *(int*)places[i] != (int)value(1, root, -1, i);
    check(!bad, "bcast of %s from and to MPI_BOTTOM: %d of %zu ints are wrong", what, bad, n);
  }
}
static void bottom_of_unknown_types(void) {
  enum { MANY = 1100000, FEW = 8, ARRAYS = 3 };
  int* const data = bytes(3 * MANY * sizeof *data);
  MPI_Aint* const places = bytes(MANY * sizeof *places);
  MPI_Datatype many, array, there;
  for (size_t i = 0; i < MANY; ++i) MPI_Get_address(data + 3 * i + (i & 1), &places[i]);
  MPI_Type_create_hindexed_block(MANY, 1, places, MPI_INT, &many);
  MPI_Type_commit(&many);
  bcast_from_bottom("many runs", many, 1, places, MANY);
  // Arrays of which the first of two processes has every second int.
  const int ints = 2 * FEW, cyclic = MPI_DISTRIBUTE_CYCLIC, one = 1, two = 2;
  for (size_t i = 0; i < ARRAYS * FEW; ++i) MPI_Get_address(data + 2 * i, &places[i]);
  MPI_Type_create_darray(2, 0, 1, &ints, &cyclic, &one, &two, MPI_ORDER_C, MPI_INT, &array);
  MPI_Type_create_hindexed(1, &one, places, array, &there);
  MPI_Type_commit(&there);
  bcast_from_bottom("distributed arrays", there, ARRAYS, places, ARRAYS * FEW);
  MPI_Type_free(&many), MPI_Type_free(&array), MPI_Type_free(&there);
  free(places), free(data);
}

// Of a wrong argument the program hears once, from the MPI.
static int complaints;
static void complain(MPI_Comm* about, int* code, ...) { (void)about, (void)code, ++complaints; }
static void wrong(void) {
  MPI_Errhandler counting;
  MPI_Comm_create_errhandler(complain, &counting);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, counting), MPI_Comm_set_errhandler(MPI_COMM_SELF, counting);
  int data = 0, ints[6] = {0};
  MPI_Datatype every_second, one;  // which are not committed yet
  MPI_Type_vector(3, 1, 2, MPI_INT, &every_second);
  MPI_Type_contiguous(1, MPI_INT, &one);
  const MPI_Datatype types[] = {MPI_DATATYPE_NULL, (MPI_Datatype)0, every_second, one};
  for (int i = 0; i < 4; ++i) {
    complaints = 0;
    check(MPI_Bcast(ints, 1, types[i], 0, comm) != MPI_SUCCESS, "bcast of wrong type %d", i);
    check(complaints == 1, "%d complaints of wrong type %d", complaints, i);
  }
  MPI_Type_commit(&every_second);
  for (int i = 0; i < 6; ++i) ints[i] = rank == 0 ? i : -1;
  check(MPI_Bcast(ints, 1, every_second, 0, comm) == MPI_SUCCESS && ints[4] == 4, "bcast when the type is committed");
  MPI_Type_free(&every_second), MPI_Type_free(&one);
#ifdef OPEN_MPI  // which ends with a fault of its own if it gets a null pointer
  const MPI_Op operations[] = {MPI_OP_NULL};
#else
  const MPI_Op operations[] = {MPI_OP_NULL, (MPI_Op)0};
#endif
  for (size_t i = 0; i < sizeof operations / sizeof *operations; ++i) {
    complaints = 0;
    check(MPI_Allreduce(&data, ints, 1, MPI_INT, operations[i], comm) != MPI_SUCCESS, "wrong operation %zu", i);
    check(complaints == 1, "%d complaints of wrong operation %zu", complaints, i);
  }
  const MPI_Comm comms[] = {MPI_COMM_NULL, (MPI_Comm)0};
  for (int i = 0; i < 2; ++i) {
    complaints = 0;
    check(MPI_Barrier(comms[i]) != MPI_SUCCESS, "barrier on wrong communicator %d", i);
    check(complaints == 1, "%d complaints of wrong communicator %d", complaints, i);
  }
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_ARE_FATAL);
  MPI_Errhandler_free(&counting);
}

int main(int argc, char** argv) {
  start(&argc, &argv);
  comm = MPI_COMM_WORLD, comm_name = "world";
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  for (int i = 0; i < 3; ++i) MPI_Barrier(comm);  // by now the library serves it
  types_without_arithmetic();
  types_of_fortran();
  // "handed_on": most calls are the MPI's, and MPICH refuses null buffers.
  if (argc < 2 || strcmp(argv[1], "handed_on") != 0) null_receive(), other_sizes();
  whole_vectors();
  own_blocks();
  other_counts();
  bottom();
  bottom_of_unknown_types();
  wrong();
  return finish();
}

// Members whose counts do not match. MPIs take what has come and leave the rest of the block as it was, and the member
// that was sent too much returns MPI_ERR_TRUNCATE. The call after such a one is in step again.
#define _GNU_SOURCE
#include <sched.h>
#include <unistd.h>

#include "check.h"

// On both sides of each threshold: lines, cells, blocks, direct, and what was once left to the MPI.
static const int sizes[] = {1, 12, 13, 100, 200, 3000, 9000, 20000, 70000, 600000};
enum { SIZES = sizeof sizes / sizeof *sizes, RANKS = 4, UNTOUCHED = -77 };
static int most;  // of the sizes above that are tried
static int *from, *to;
static MPI_Datatype gapped;  // an int and a gap of another
static int gaps;

static void reset(int blocks) {
  for (int i = 0; i < blocks * most; ++i) from[i] = (int)value(1, rank, -1, (size_t)i);
  for (int i = 0; i < 2 * blocks * most; ++i) to[i] = UNTOUCHED;
}
static MPI_Datatype receive_type(void) { return gaps ? gapped : MPI_INT; }

// Whether a block of `room` ints has the `sent` ints that begin at int `first` of that rank's.
static int holds(int block, int room, int member, int first, int sent) {
  const int stride = gaps ? 2 : 1;
  const int* const at = to + (size_t)block * (size_t)room * (size_t)stride;
  for (int i = 0; i < room; ++i) {
    const int expected = i < sent ? (int)value(1, member, -1, (size_t)(first + i)) : UNTOUCHED;
    if (at[i * stride] != expected || (gaps && at[2 * i + 1] != UNTOUCHED)) return 0;
  }
  return 1;
}
static int class_of(int code) {
  int number = 0;
  MPI_Error_class(code, &number);
  return number;
}
static int expected_class(int truncated) { return truncated ? MPI_ERR_TRUNCATE : MPI_SUCCESS; }
static int least(int a, int b) { return a < b ? a : b; }

// The last rank sends `other` ints where the root expects `n` of each, and n elsewhere.
static void gather(int n, int other) {
  const int odd = size - 1, sent = rank == odd ? other : n;
  reset(size);
  const int got = class_of(MPI_Gather(from, sent, MPI_INT, to, n, receive_type(), 0, comm));
  check(got == expected_class(rank == 0 && other > n), "gather of %d ints to %d: class %d", other, n, got);
  for (int r = 0; rank == 0 && r < size; ++r)
    check(holds(r, n, r, 0, r == odd ? least(other, n) : n), "gather of %d ints to %d: block %d", other, n, r);
}
// The root's own data alone are of another size.
static void gather_own(int n, int other) {
  reset(size);
  const int got = class_of(MPI_Gather(from, rank == 0 ? other : n, MPI_INT, to, n, receive_type(), 0, comm));
  check(got == expected_class(rank == 0 && other > n), "gather of the root's %d ints to %d: class %d", other, n, got);
  for (int r = 0; rank == 0 && r < size; ++r)
    check(holds(r, n, r, 0, r == 0 ? least(other, n) : n), "gather of the root's %d to %d: block %d", other, n, r);
}
static void gatherv_own(int n, int other) {
  int counts[RANKS], places[RANKS];
  for (int r = 0; r < size; ++r) counts[r] = n, places[r] = r * n;
  reset(size);
  const int got =
      class_of(MPI_Gatherv(from, rank == 0 ? other : n, MPI_INT, to, counts, places, receive_type(), 0, comm));
  check(got == expected_class(rank == 0 && other > n), "gatherv of the root's %d ints to %d: class %d", other, n, got);
  for (int r = 0; rank == 0 && r < size; ++r)
    check(holds(r, n, r, 0, r == 0 ? least(other, n) : n), "gatherv of the root's %d to %d: block %d", other, n, r);
}

// Rank `odd` receives up to `other` ints of the `n` that are for it.
static void scatter(int n, int other, int odd) {
  const int room = rank == odd ? other : n;
  reset(size);
  const int got = class_of(MPI_Scatter(from, n, MPI_INT, to, room, receive_type(), 0, comm));
  check(got == expected_class(n > room), "scatter of %d ints to %d: class %d", n, room, got);
  check(holds(0, room, 0, rank * n, least(n, room)), "scatter of %d ints to %d", n, room);
}
static void scatterv_own(int n, int other) {
  int counts[RANKS], places[RANKS];
  for (int r = 0; r < size; ++r) counts[r] = n, places[r] = r * n;
  const int room = rank == 0 ? other : n;
  reset(size);
  const int got = class_of(MPI_Scatterv(from, counts, places, MPI_INT, to, room, receive_type(), 0, comm));
  check(got == expected_class(n > room), "scatterv of the root's %d ints to %d: class %d", n, room, got);
  check(holds(0, room, 0, rank * n, least(n, room)), "scatterv of %d ints to %d", n, room);
}

// The last rank sends `other` ints and the others n. All expect n, or, if `both`, as many as they send.
static int sent_by(int r, int n, int other) { return r == size - 1 ? other : n; }
static void all_to_all(int n, int other, int both, int gathers) {
  const int mine = sent_by(rank, n, other), room = both ? mine : n;
  const char* const name = gathers ? "allgather" : "alltoall";
  int truncated = 0;
  for (int r = 0; r < size; ++r) truncated |= sent_by(r, n, other) > room;
  reset(size);
  const int got = class_of(gathers ? MPI_Allgather(from, mine, MPI_INT, to, room, receive_type(), comm)
                                   : MPI_Alltoall(from, mine, MPI_INT, to, room, receive_type(), comm));
  check(got == expected_class(truncated), "%s of %d and %d ints to %d: class %d", name, n, other, room, got);
  for (int r = 0; r < size; ++r) {
    const int sent = sent_by(r, n, other);
    check(holds(r, room, r, gathers ? 0 : rank * sent, least(sent, room)), "%s of %d ints to %d: block %d", name, sent,
          room, r);
  }
}
static void allgatherv(int n, int other) {
  int counts[RANKS], places[RANKS];
  const int mine = sent_by(rank, n, other);
  for (int r = 0; r < size; ++r) counts[r] = n, places[r] = r * n;
  reset(size);
  const int got = class_of(MPI_Allgatherv(from, mine, MPI_INT, to, counts, places, receive_type(), comm));
  check(got == expected_class(other > n), "allgatherv of %d ints to %d: class %d", other, n, got);
  for (int r = 0; r < size; ++r)
    check(holds(r, n, r, 0, least(sent_by(r, n, other), n)), "allgatherv of %d ints to %d: block %d", other, n, r);
}

// Sums of vectors: n ints on all ranks but the last, which has `other`. Of large ones, all that have many may return
// the error, whoever has too much. Of two ranks the root takes what comes in one piece.
enum { FEW = 16384 / RANKS / sizeof(int), PIECE = 65536 / sizeof(int) };
static void sum(int n, int other, int to_all) {
  const int mine = sent_by(rank, n, other), common = least(n, other), receives = to_all || rank == 0;
  const char* const name = to_all ? "allreduce" : "reduce";
  reset(1);
  const int got = class_of(to_all ? MPI_Allreduce(from, to, mine, MPI_INT, MPI_SUM, comm)
                                  : MPI_Reduce(from, to, mine, MPI_INT, MPI_SUM, 0, comm));
  const int one_piece = size == 2 && !to_all && other <= PIECE && other <= n;
  if (n == other || (n <= FEW && other <= FEW) || one_piece) {
    check(got == expected_class(receives && mine < (n > other ? n : other)), "%s of %d and %d ints: class %d", name, n,
          other, got);
    for (int i = 0; receives && i < mine; ++i) {
      unsigned expected = 0;
      for (int r = 0; r < size; ++r) expected += i < common || r == rank ? value(1, r, -1, (size_t)i) : 0;
      if (to[i] != (int)expected) return check(0, "%s of %d and %d ints: int %d", name, n, other, i);
    }
  } else if (rank == 0) {
    check(got == MPI_ERR_TRUNCATE, "%s of %d and %d ints: class %d", name, n, other, got);
  }
  for (int i = mine; i < 2 * most; ++i)
    if (to[i] != UNTOUCHED) return check(0, "%s of %d and %d ints writes to int %d", name, n, other, i);
}

static void in_step(const char* what) {
  int data = rank == 0 ? 4711 : -1;
  MPI_Bcast(&data, 1, MPI_INT, 0, comm);
  check(data == 4711, "the bcast after %s: %d", what, data);
}

// The fewest cores that a rank may use.
static inline int least_cores(void) {
  cpu_set_t allowed;
  int cores = (int)sysconf(_SC_NPROCESSORS_ONLN);
  if (sched_getaffinity(0, sizeof allowed, &allowed) == 0) cores = least(cores, CPU_COUNT(&allowed));
  MPI_Allreduce(MPI_IN_PLACE, &cores, 1, MPI_INT, MPI_MIN, comm);
  return cores;
}

int main(int argc, char** argv) {
  start(&argc, &argv);
  comm = MPI_COMM_WORLD, comm_name = "world";
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  if (size > RANKS) MPI_Abort(comm, 2);
  MPI_Type_create_resized(MPI_INT, 0, 2 * sizeof(int), &gapped);
  MPI_Type_commit(&gapped);
  // With more ranks than cores, large blocks and the v-forms are Open MPI's, which does not survive all of this.
#ifdef OPEN_MPI
  const int may_be_handed_on = size > least_cores();
#else
  const int may_be_handed_on = 0;
#endif
  const int tried = may_be_handed_on ? SIZES - 3 : SIZES;
  most = sizes[tried - 1];
  from = bytes((size_t)size * (size_t)most * sizeof *from);
  to = bytes(2 * (size_t)size * (size_t)most * sizeof *to);
  for (int i = 0; i < 3; ++i) MPI_Barrier(comm);  // by now the library serves it
  MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
  for (int a = 0; a < tried; ++a)
    for (int b = 0; b < tried; ++b) {
      const int n = sizes[a], other = sizes[b];
      gaps = (a + b) % 2;
      most = n > other ? n : other;
      gather(n, other), in_step("gather");
      gather_own(n, other), in_step("gather of the root's own");
      if (!may_be_handed_on) gatherv_own(n, other), in_step("gatherv");
      scatter(n, other, size - 1), in_step("scatter");
      scatter(n, other, 0), in_step("scatter of the root's own");
      if (!may_be_handed_on) scatterv_own(n, other), in_step("scatterv");
      for (int both = 0; both < 2; ++both) {
        all_to_all(n, other, both, 1), in_step("allgather");
        all_to_all(n, other, both, 0), in_step("alltoall");
      }
      allgatherv(n, other), in_step("allgatherv");
      for (int to_all = 0; to_all < 2; ++to_all) sum(n, other, to_all), in_step("a reduction");
    }
  MPI_Comm_set_errhandler(comm, MPI_ERRORS_ARE_FATAL);
  MPI_Type_free(&gapped);
  free(from), free(to);
  return finish();
}

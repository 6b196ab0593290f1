// Calls that the MPI refuses on one member, where the others go on without it, or on all members at once. The member
// that is refused hears of it from the MPI, the others get what they need, or an error, and the calls after it are in step.
// What an MPI does not refuse, or does not survive, is not tried with it.
#include "check.h"

enum { MOST = 100000, RANKS = 4, UNTOUCHED = -77 };
static int from[RANKS * MOST], to[RANKS * MOST], counts[RANKS], places[RANKS], nothing[RANKS];
static MPI_Datatype uncommitted;

enum wrong { TYPE, COUNT, NULL_BUFFER, OPERATION, WRONGS };
static const char* const wrong_names[] = {"type", "count", "buffer", "operation"};
static enum wrong wrong;

static int own(int r, int i) { return 1000000 * (r + 1) + i; }
static int class_of(int code) {
  int number = 0;
  MPI_Error_class(code, &number);
  return number;
}

// The arguments of a member, of which one is wrong if `refused`.
static int refused;
static MPI_Datatype type(void) { return refused && wrong == TYPE ? MPI_DATATYPE_NULL : MPI_INT; }
static MPI_Datatype sent_type(void) { return refused && wrong == TYPE ? uncommitted : MPI_INT; }
static int count(int n) { return refused && wrong == COUNT ? -1 : n; }
static inline int* buffer(int* at) { return refused && wrong == NULL_BUFFER ? NULL : at; }
static MPI_Op operation(void) { return refused && wrong == OPERATION ? MPI_OP_NULL : MPI_SUM; }

static void begin(int refused_here, int n) {
  refused = refused_here;
  for (int i = 0; i < n * size; ++i) from[i] = own(rank, i), to[i] = UNTOUCHED;
  for (int r = 0; r < size; ++r) counts[r] = n, places[r] = r * n;
}
// All are in step: bcasts have the values of this call.
static void in_step(const char* what, int n) {
  static int calls;
  for (int i = 0; i < 3; ++i) {
    const int expected = 10 * ++calls, root = i % 2 ? size - 1 : 0;
    int token = rank == root ? expected : -1;
    MPI_Bcast(&token, 1, MPI_INT, root, comm);
    check(token == expected, "bcast %d after %s of %d ints, wrong %s: %d, not %d", i, what, n, wrong_names[wrong],
          token, expected);
  }
  MPI_Barrier(comm);
}
// Of a vector that is reduced in slices, the others may notice that the root has none.
static void end(const char* what, int n, int code, int may_be_cut) {
  const int got = class_of(code);
  check(refused ? got != MPI_SUCCESS : got == MPI_SUCCESS || (may_be_cut && got == MPI_ERR_TRUNCATE),
        "%s of %d ints, wrong %s: class %d", what, n, wrong_names[wrong], got);
  in_step(what, n);
}
// The ints that a member has received, if it was not refused.
static void expect(const char* what, int n, int first, int member, int all) {
  for (int i = 0; !refused && i < n; ++i) {
    const int expected = all ? rank * (rank + 1) / 2 * 1000000 + (rank + 1) * (1000000 + i) : own(member, first + i);
    if (to[i] != expected) return check(0, "%s of %d ints: int %d is %d, not %d", what, n, i, to[i], expected);
  }
}

// Who is refused: the root of a gather or reduce, the last member in a scatter or scan, or everybody.
static void gathers(int n, int all) {
  const int root = size - 1, here = all || rank == root;
  if (wrong == NULL_BUFFER) {
#ifndef OPEN_MPI  // which writes to it
    begin(rank == root, n);
    end("gather to nowhere", n, MPI_Gather(from, n, MPI_INT, buffer(to), n, MPI_INT, root, comm), 0);
#endif
    return;
  }
  begin(here, n), end("gather", n, MPI_Gather(from, count(n), sent_type(), to, count(n), MPI_INT, root, comm), 0);
  if (n > 200) return;  // with more ranks than cores, the v-forms are Open MPI's
  begin(here, n);
  end("gatherv", n, MPI_Gatherv(from, count(n), sent_type(), to, counts, places, MPI_INT, root, comm), 0);
  begin(here, n);
  if (refused && rank == root && wrong == COUNT) counts[0] = -1;
  refused = refused && (rank == root || wrong == TYPE);
  end("gatherv of wrong counts", n, MPI_Gatherv(from, n, sent_type(), to, counts, places, MPI_INT, root, comm), 0);
}
// Of a member that does not send, the root is told by the library alone: the MPI's waits.
static void gathers_too_little(int n) {
  const int root = size - 1;
  if (root == 0 || wrong > COUNT) return;
  begin(rank == 0, n);
  const int got = class_of(MPI_Gather(from, count(n), sent_type(), to, n, MPI_INT, root, comm));
  check(refused ? got != MPI_SUCCESS : got == (rank == root ? MPI_ERR_OTHER : MPI_SUCCESS),
        "gather of %d ints, wrong %s at rank 0: class %d", n, wrong_names[wrong], got);
  for (int i = 0; rank == root && i < n * size; ++i) {
    const int expected = i < n ? UNTOUCHED : own(i / n, i % n);
    if (to[i] != expected) return check(0, "gather without rank 0: int %d is %d, not %d", i, to[i], expected);
  }
  in_step("gather without rank 0", n);
}
static void scatters(int n, int all) {
  const int last = size - 1;
  begin(all || rank == last, n);
#ifdef OPEN_MPI
  if (wrong == TYPE) return;  // what is received need not be committed
#endif
  const int counted = all ? count(n) : n;
  const MPI_Datatype given = all ? sent_type() : MPI_INT;
  end("scatter", n, MPI_Scatter(from, counted, given, to, count(n), sent_type(), 0, comm), 0);
  expect("scatter", n, rank * n, 0, 0);
  if (n > 200) return;
  begin(all || rank == last, n);
  if (all && rank == 0 && wrong == COUNT) counts[0] = -1;
  end("scatterv", n, MPI_Scatterv(from, counts, places, given, to, count(n), sent_type(), 0, comm), 0);
  expect("scatterv", n, rank * n, 0, 0);
}
static void reduces(int n, int all) {
  begin(all || rank == 0, n);
#ifdef OPEN_MPI
  if (wrong == NULL_BUFFER && n > 4) return;
  if (wrong == NULL_BUFFER) refused = 0;  // the sums are dropped, but for some sizes, where it ends with a fault
  int* const into = rank == 0 && wrong == NULL_BUFFER ? NULL : to;
#else
  if (wrong == COUNT) return;  // MPICH 4.0 ends with a fault of its own
  if (wrong == NULL_BUFFER) refused = rank == 0;
  int* const into = buffer(to);
#endif
  end("reduce", n, MPI_Reduce(from, into, count(n), type(), operation(), 0, comm), n > 1000);
}
// MPICH's other members wait for one that is refused.
static void scans(int n, int all) {
#ifdef OPEN_MPI
  const int last = rank == size - 1;
#else
  const int last = 0;
  if (!all || wrong == COUNT) return;
#endif
  if (wrong == NULL_BUFFER || (n > 4000 && wrong != OPERATION)) return;  // nobody knows how long the others take
  begin(all || last, n);
  end("scan", n, MPI_Scan(from, to, count(n), type(), operation(), comm), 0);
  expect("scan", n, 0, 0, 1);
  if (n > 4000) return;  // it is the MPI's, which lets the others wait
  begin(all || last, n);
  end("exscan", n, MPI_Exscan(from, to, count(n), type(), operation(), comm), 0);
}
// Nobody sends anything. Open MPI's others wait all the same for the member that is refused.
static void nothing_to_all(int all) {
#ifdef OPEN_MPI
  if (!all) return;
#endif
  begin(all || rank == 0, 1);
  end("alltoallv of nothing", 0, MPI_Alltoallv(from, nothing, places, sent_type(), to, nothing, places, MPI_INT, comm),
      0);
}

int main(int argc, char** argv) {
  static const int sizes[] = {4, 200, 4000, 40000};
  start(&argc, &argv);
  comm = MPI_COMM_WORLD, comm_name = "world";
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  if (size > RANKS) MPI_Abort(comm, 2);
  MPI_Type_contiguous(1, MPI_INT, &uncommitted);
  for (int i = 0; i < 3; ++i) MPI_Barrier(comm);  // by now the library serves it
  MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
  for (int s = 0; s < 4; ++s)
    for (int all = 0; all < 2; ++all)
      for (wrong = TYPE; wrong < WRONGS; ++wrong) {
        const int n = sizes[s];
        if (n <= 4000 && wrong <= NULL_BUFFER) gathers(n, all);
        if (n <= 4000 && !all) gathers_too_little(n);
        if (n <= 4000 && wrong <= COUNT) scatters(n, all);
        reduces(n, all);
        scans(n, all);
        if (s == 0 && wrong == TYPE) nothing_to_all(all);
      }
  MPI_Type_free(&uncommitted);
  MPI_Comm_set_errhandler(comm, MPI_ERRORS_ARE_FATAL);
  return finish();
}

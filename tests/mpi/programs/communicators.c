// Communicators that come and go, calls while they are freed, calls between groups, other orders of ranks, errors of
// arguments that the MPI reports, on all ranks and on one, and a copy of every call right after the last: buffers are
// used again at once, with changing roots and sizes.
#include "check.h"

static void come_and_go(void) {
  for (int i = 0; i < 30; ++i) {
    MPI_Comm made;
    int got_rank, got_size, sum = 0;
    MPI_Comm_split(MPI_COMM_WORLD, (rank + i) % 2, -rank, &made);
    MPI_Comm_rank(made, &got_rank);
    MPI_Comm_size(made, &got_size);
    for (int call = 0; call < 4; ++call) {
      MPI_Scan(&(int){got_rank + 1}, &sum, 1, MPI_INT, MPI_SUM, made);
      check(sum == (got_rank + 1) * (got_rank + 2) / 2, "scan of a split communicator: %d", sum);
      MPI_Barrier(made);
    }
    MPI_Comm_free(&made);
  }
}

// The program's function for an attribute of a communicator calls collectives on it while it is freed. The next
// communicator has the same handle, and other members.
static int sum_up(MPI_Comm freed, int keyval, void* value, void* extra) {
  (void)keyval, (void)value, (void)extra;
  int members, sum = 0;
  MPI_Comm_size(freed, &members);
  for (int call = 0; call < 4; ++call) {
    MPI_Allreduce(&(int){1}, &sum, 1, MPI_INT, MPI_SUM, freed);
    check(sum == members, "allreduce while it is freed: %d of %d", sum, members);
  }
  return MPI_SUCCESS;
}
static void calls_while_freed(void) {
  int keyval;
  MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, sum_up, &keyval, NULL);
  for (int i = 0; i < 12; ++i) {
    MPI_Comm made;
    int members, sum = 0;
    MPI_Comm_split(MPI_COMM_WORLD, i % 2 ? 0 : rank / 2, rank, &made);
    MPI_Comm_size(made, &members);
    // Not all members set the attribute before the library has one of its own, and the order of deletion may follow.
    if (rank % 2) MPI_Comm_set_attr(made, keyval, NULL);
    for (int call = 0; call < 5; ++call) {
      MPI_Allreduce(&(int){1}, &sum, 1, MPI_INT, MPI_SUM, made);
      check(sum == members, "allreduce %d on communicator %d: %d of %d", call, i, sum, members);
    }
    if (rank % 2 == 0) MPI_Comm_set_attr(made, keyval, NULL);
    if (i % 3)
      MPI_Comm_free(&made);
    else
      MPI_Comm_disconnect(&made);
    check(made == MPI_COMM_NULL, "a communicator is left");
  }
  MPI_Comm_free_keyval(&keyval);
}

// One rank alone makes a call that the MPI refuses, after some calls of all ranks: it returns at once, and the ranks
// stay in step.
static void refused_on_one(void) {
  for (int at = 0; at < 5; ++at) {
    MPI_Comm copy;
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    MPI_Comm_set_errhandler(copy, MPI_ERRORS_RETURN);
    for (int i = 0; i < 20; ++i) {
      int data = rank == i % size ? 10 * i : -1, sum = 0, class_of = 0;
      if (rank == at % size && (i == at || i == 15)) {
        MPI_Error_class(MPI_Bcast(&data, 1, MPI_INT, size + 3, copy), &class_of);
        check(class_of == MPI_ERR_ROOT, "no such root: class %d", class_of);
      }
      check(MPI_Bcast(&data, 1, MPI_INT, i % size, copy) == MPI_SUCCESS && data == 10 * i, "bcast %d of %d: %d", i, at,
            data);
      check(MPI_Allreduce(&(int){1}, &sum, 1, MPI_INT, MPI_SUM, copy) == MPI_SUCCESS && sum == size,
            "allreduce %d of %d: %d", i, at, sum);
    }
    MPI_Comm_free(&copy);
  }
}

static void between_groups(void) {
  if (size < 2) return;
  MPI_Comm half, both;
  const int second = rank >= size / 2;
  MPI_Comm_split(MPI_COMM_WORLD, second, rank, &half);
  MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, second ? 0 : size / 2, 5, &both);
  for (int i = 0; i < 5; ++i) {
    int mine = rank + 1, sum = 0, right = 0;
    MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, both);  // of the other group
    for (int r = 0; r < size; ++r)
      if ((r >= size / 2) != second) right += r + 1;
    check(sum == right, "allreduce between groups: %d, not %d", sum, right);
    MPI_Barrier(both);
  }
  MPI_Comm_free(&both);
  MPI_Comm_free(&half);
}

static void back_to_back(void) {
  enum { MOST = 30000 };
  static int data[MOST], sums[MOST];
  for (int i = 0; i < 400; ++i) {
    const int n = 1 + (i * 7919) % (i % 5 ? 200 : MOST), root = i % size;
    for (int k = 0; k < n; ++k) data[k] = rank == root ? i + k : -1;
    MPI_Bcast(data, n, MPI_INT, root, MPI_COMM_WORLD);
    int bad = 0;
    for (int k = 0; k < n; ++k) bad |= data[k] != i + k;
    check(!bad, "bcast %d of %d", i, n);
    for (int k = 0; k < n; ++k) data[k] = rank;
    MPI_Reduce(data, sums, n, MPI_INT, MPI_SUM, (root + 1) % size, MPI_COMM_WORLD);
    for (int k = 0; k < n; ++k) data[k] = -5;  // the call has returned, so that nobody may see this
    bad = 0;
    for (int k = 0; k < n && rank == (root + 1) % size; ++k) bad |= sums[k] != size * (size - 1) / 2;
    check(!bad, "reduce %d of %d", i, n);
  }
}

// The MPI's own codes come back, as without the library. Debian's MPICH is built without checks of arguments.
#ifdef OPEN_MPI
static void errors(void) {
  MPI_Comm copy;
  int class_of, a = 1, b = 0;
  MPI_Comm_dup(MPI_COMM_WORLD, &copy);
  MPI_Comm_set_errhandler(copy, MPI_ERRORS_RETURN);
  for (int i = 0; i < 4; ++i) MPI_Barrier(copy);  // by now the library serves it
  struct {
    const char* what;
    int code, expected;
  } cases[] = {
      {"a negative count", MPI_Allreduce(&a, &b, -1, MPI_INT, MPI_SUM, copy), MPI_ERR_COUNT},
      {"no such root", MPI_Bcast(&a, 1, MPI_INT, size + 3, copy), MPI_ERR_ROOT},
      {"no type", MPI_Bcast(&a, 1, MPI_DATATYPE_NULL, 0, copy), MPI_ERR_TYPE},
      {"an operation that the type does not have", MPI_Allreduce(&a, &b, 1, MPI_FLOAT, MPI_BAND, copy), MPI_ERR_OP},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
    MPI_Error_class(cases[i].code, &class_of);
    check(class_of == cases[i].expected, "%s: class %d, not %d", cases[i].what, class_of, cases[i].expected);
  }
  MPI_Allreduce(&a, &b, 1, MPI_INT, MPI_SUM, copy);
  check(b == size, "allreduce after errors");
  MPI_Comm_free(&copy);
}
#else
static void errors(void) {}
#endif

int main(int argc, char** argv) {
  start(&argc, &argv);
  comm = MPI_COMM_WORLD, comm_name = "world";
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  come_and_go();
  calls_while_freed();
  refused_on_one();
  between_groups();
  back_to_back();
  errors();
  return finish();
}

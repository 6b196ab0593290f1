// Members over several nodes whose counts do not match: who has an error goes on with the call, for which the others
// wait, and the program's error handler hears of it once. Ranks 0 and 2 are on one node, and rank 0 speaks for it. And
// members of which one has one buffer for both sides, which Open MPI takes if it holds one element.
#include "check.h"

enum { FEW = 10, MORE = 20 };
static int data[MORE], sum[MORE], raised;

static void note(MPI_Comm* where, int* code, ...) {
  (void)where, (void)code;
  ++raised;
}

static void expect(const char* what, int code, int expected) {
  int number = 0;
  MPI_Error_class(code, &number);
  check(number == expected, "%s: class %d, not %d", what, number, expected);
  check(raised == (code != MPI_SUCCESS), "%s: the error handler was called %d times", what, raised);
  raised = 0;
}
static void in_step(const char* what) {
  static int calls;
  const int expected = 100 + ++calls;
  int token = rank == 0 ? expected : -1;
  MPI_Bcast(&token, 1, MPI_INT, 0, comm);
  check(token == expected, "the bcast after %s: %d, not %d", what, token, expected);
}

int main(int argc, char** argv) {
  start(&argc, &argv);
  comm = MPI_COMM_WORLD, comm_name = "world";
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  if (size != 3) MPI_Abort(comm, 2);
  for (int i = 0; i < 4; ++i) MPI_Barrier(comm);  // by now it works in two levels
  MPI_Errhandler handler;
  MPI_Comm_create_errhandler(note, &handler);
  MPI_Comm_set_errhandler(comm, handler);
#ifdef OPEN_MPI
  const int too_few = MPI_SUCCESS;
#else
  const int too_few = MPI_ERR_OTHER;
#endif
  // Rank 0 expects more than rank 2 sends, and sends on what it expects.
  const int expected[] = {too_few, MPI_ERR_TRUNCATE, MPI_SUCCESS};
  expect("bcast", MPI_Bcast(data, rank == 0 ? MORE : FEW, MPI_INT, 2, comm), expected[rank]);
  in_step("a bcast");
  // Rank 0 has fewer than rank 2, which then expects more than it gets.
  const int of_sum[] = {MPI_ERR_TRUNCATE, MPI_SUCCESS, too_few};
  expect("allreduce", MPI_Allreduce(data, sum, rank == 2 ? MORE : FEW, MPI_INT, MPI_SUM, comm), of_sum[rank]);
  in_step("an allreduce");
#ifdef OPEN_MPI
  for (int odd = 0; odd < size; ++odd) {
    int mine = rank + odd, all = mine;
    expect("allreduce with one buffer", MPI_Allreduce(rank == odd ? &all : &mine, &all, 1, MPI_INT, MPI_SUM, comm),
           MPI_SUCCESS);
    check(all == 3 + 3 * odd, "allreduce with one buffer on %d: %d", odd, all);
    in_step("an allreduce with one buffer");
  }
#endif
  MPI_Comm_set_errhandler(comm, MPI_ERRORS_ARE_FATAL);
  MPI_Errhandler_free(&handler);
  return finish();
}

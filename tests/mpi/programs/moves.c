// Every collective that moves data, in every form, with counts on both sides of each threshold, each root, in place and
// not, and with types that differ between sender and receiver. All data are computed anew by the receiver.
#include "check.h"

static unsigned call;
static const int counts[] = {0, 1, 3, 12, 100, 700, 5000, 20000};
enum { COUNTS = sizeof counts / sizeof *counts };

// An int with a gap of another behind it: receivers use it in place of MPI_INT where `gaps` is set.
static MPI_Datatype gapped;
static int gaps;
enum { UNTOUCHED = -77 };

static MPI_Datatype receive_type(void) { return gaps ? gapped : MPI_INT; }
static size_t stride(void) { return gaps ? 2 : 1; }

static int* sent(int from, int to, int n) {
  int* data = bytes(sizeof(int) * (size_t)n);
  for (int i = 0; i < n; ++i) data[i] = (int)value(call, from, to, (size_t)i);
  return data;
}
static int* empty(size_t n) {
  int* data = bytes(sizeof(int) * n * stride());
  for (size_t i = 0; i < n * stride(); ++i) data[i] = UNTOUCHED;
  return data;
}
static void expect(const char* what, const int* data, size_t first, int from, int to, int n) {
  for (int i = 0; i < n; ++i) {
    const int* at = data + (first + (size_t)i) * stride();
    if (*at != (int)value(call, from, to, (size_t)i) || (gaps && at[1] != UNTOUCHED)) {
      check(0, "%s %s, %d of %d from %d%s", what, form_names[form], i, n, from, gaps ? ", with gaps" : "");
      return;
    }
  }
}
// Writes the data into a receive buffer, as in-place calls have them.
static void put(int* data, size_t first, int from, int to, int n) {
  for (int i = 0; i < n; ++i) data[(first + (size_t)i) * stride()] = (int)value(call, from, to, (size_t)i);
}

static void bcast(int n, int root) {
  int* data = empty((size_t)n);
  if (rank == root) put(data, 0, root, -1, n);
  COLLECTIVE(Bcast, bcast, data, n, receive_type(), root, comm);
  expect("bcast", data, 0, root, -1, n);
  free(data);
}

static void gather(int n, int root, int in_place) {
  int *from = sent(rank, root, n), *to = empty(rank == root ? (size_t)n * (size_t)size : 0);
  const int own = in_place && rank == root;
  if (own) put(to, (size_t)rank * (size_t)n, rank, root, n);
  COLLECTIVE(Gather, gather, own ? MPI_IN_PLACE : from, n, MPI_INT, to, n, receive_type(), root, comm);
  if (rank == root)
    for (int r = 0; r < size; ++r) expect("gather", to, (size_t)r * (size_t)n, r, root, n);
  free(from), free(to);
}

static void scatter(int n, int root, int in_place) {
  int *from = bytes(sizeof(int) * (size_t)n * (size_t)size), *to = empty((size_t)n);
  const int own = in_place && rank == root;
  for (int r = 0; r < size && rank == root; ++r)
    for (int i = 0; i < n; ++i) from[r * n + i] = (int)value(call, root, r, (size_t)i);
  COLLECTIVE(Scatter, scatter, from, n, MPI_INT, own ? MPI_IN_PLACE : (void*)to, n, receive_type(), root, comm);
  if (!own) expect("scatter", to, 0, root, rank, n);
  free(from), free(to);
}

static void allgather(int n, int in_place) {
  int *from = sent(rank, -1, n), *to = empty((size_t)n * (size_t)size);
  if (in_place) put(to, (size_t)rank * (size_t)n, rank, -1, n);
  COLLECTIVE(Allgather, allgather, in_place ? MPI_IN_PLACE : from, n, MPI_INT, to, n, receive_type(), comm);
  for (int r = 0; r < size; ++r) expect("allgather", to, (size_t)r * (size_t)n, r, -1, n);
  free(from), free(to);
}

static void alltoall(int n, int in_place) {
  int *from = bytes(sizeof(int) * (size_t)n * (size_t)size), *to = empty((size_t)n * (size_t)size);
  for (int r = 0; r < size; ++r) {
    for (int i = 0; i < n; ++i) from[r * n + i] = (int)value(call, rank, r, (size_t)i);
    if (in_place) put(to, (size_t)r * (size_t)n, rank, r, n);
  }
  COLLECTIVE(Alltoall, alltoall, in_place ? MPI_IN_PLACE : from, n, MPI_INT, to, n, receive_type(), comm);
  for (int r = 0; r < size; ++r) expect("alltoall", to, (size_t)r * (size_t)n, r, rank, n);
  free(from), free(to);
}

// What a rank contributes to the operations whose blocks differ: some have nothing.
static int share(int n, int r) { return r % 3 == 1 ? 0 : n + r * (n > 1); }
static int between(int n, int from, int to) { return (from + 2 * to) % 4 == 1 ? 0 : n + (from * 3 + to) % 5 * (n > 1); }

static void gatherv(int n, int root, int in_place) {
  int *from = sent(rank, root, share(n, rank)), lengths[64], places[64], total = 0;
  for (int r = size - 1; r >= 0; --r) {  // in reverse order, with a hole between the blocks
    lengths[r] = share(n, r), places[r] = total;
    total += lengths[r] + 1;
  }
  int* to = empty((size_t)total);
  const int own = in_place && rank == root;
  if (own) put(to, (size_t)places[rank], rank, root, lengths[rank]);
  if (rank == root)
    COLLECTIVE(Gatherv, gatherv, own ? MPI_IN_PLACE : from, lengths[rank], MPI_INT, to, lengths, places, receive_type(),
               root, comm);
  else  // what only the root needs is garbage elsewhere
    COLLECTIVE(Gatherv, gatherv, from, lengths[rank], MPI_INT, NULL, NULL, NULL, MPI_DATATYPE_NULL, root, comm);
  for (int r = 0; r < size && rank == root; ++r) {
    expect("gatherv", to, (size_t)places[r], r, root, lengths[r]);
    check(to[((size_t)places[r] + (size_t)lengths[r]) * stride()] == UNTOUCHED, "gatherv writes behind a block");
  }
  free(from), free(to);
}

static void scatterv(int n, int root, int in_place) {
  int lengths[64], places[64], total = 0;
  for (int r = size - 1; r >= 0; --r) {
    lengths[r] = share(n, r), places[r] = total;
    total += lengths[r] + 1;
  }
  int *from = bytes(sizeof(int) * (size_t)total), *to = empty((size_t)lengths[rank] + 1);
  for (int r = 0; r < size; ++r)
    for (int i = 0; i < lengths[r]; ++i) from[places[r] + i] = (int)value(call, root, r, (size_t)i);
  const int own = in_place && rank == root;
  if (rank == root)
    COLLECTIVE(Scatterv, scatterv, from, lengths, places, MPI_INT, own ? MPI_IN_PLACE : (void*)to, lengths[rank],
               receive_type(), root, comm);
  else
    COLLECTIVE(Scatterv, scatterv, NULL, NULL, NULL, MPI_DATATYPE_NULL, to, lengths[rank], receive_type(), root, comm);
  if (!own) expect("scatterv", to, 0, root, rank, lengths[rank]);
  check(to[(size_t)lengths[rank] * stride()] == UNTOUCHED, "scatterv writes behind the block");
  free(from), free(to);
}

static void allgatherv(int n, int in_place) {
  int *from = sent(rank, -1, share(n, rank)), lengths[64], places[64], total = 0;
  for (int r = size - 1; r >= 0; --r) {
    lengths[r] = share(n, r), places[r] = total;
    total += lengths[r] + 1;
  }
  int* to = empty((size_t)total);
  if (in_place) put(to, (size_t)places[rank], rank, -1, lengths[rank]);
  COLLECTIVE(Allgatherv, allgatherv, in_place ? MPI_IN_PLACE : from, lengths[rank], MPI_INT, to, lengths, places,
             receive_type(), comm);
  for (int r = 0; r < size; ++r) {
    expect("allgatherv", to, (size_t)places[r], r, -1, lengths[r]);
    check(to[((size_t)places[r] + (size_t)lengths[r]) * stride()] == UNTOUCHED, "allgatherv writes behind a block");
  }
  free(from), free(to);
}

// With `types`, alltoallw: displacements are bytes, and the types of receivers may have gaps for some blocks only.
static void alltoallv(int n, int in_place, int types) {
  int lengths[2][64], places[2][64], bytes_at[2][64], totals[2] = {0, 0};
  MPI_Datatype kinds[2][64];
  for (int r = size - 1; r >= 0; --r) {
    lengths[0][r] = between(n, in_place ? 0 : rank, in_place ? 0 : r), places[0][r] = totals[0];
    lengths[1][r] = between(n, in_place ? 0 : r, in_place ? 0 : rank), places[1][r] = totals[1];
    totals[0] += lengths[0][r] + 1, totals[1] += lengths[1][r] + 1;
    bytes_at[0][r] = places[0][r] * (int)sizeof(int), bytes_at[1][r] = places[1][r] * (int)(sizeof(int) * stride());
    kinds[0][r] = MPI_INT, kinds[1][r] = receive_type();
  }
  int *from = bytes(sizeof(int) * (size_t)totals[0]), *to = empty((size_t)totals[1]);
  for (int r = 0; r < size; ++r) {
    for (int i = 0; i < lengths[0][r]; ++i) from[places[0][r] + i] = (int)value(call, rank, r, (size_t)i);
    if (in_place) put(to, (size_t)places[1][r], rank, r, lengths[1][r]);
  }
  void* const source = in_place ? MPI_IN_PLACE : (void*)from;
  if (types)
    COLLECTIVE(Alltoallw, alltoallw, source, lengths[0], bytes_at[0], kinds[0], to, lengths[1], bytes_at[1], kinds[1],
               comm);
  else
    COLLECTIVE(Alltoallv, alltoallv, source, lengths[0], places[0], MPI_INT, to, lengths[1], places[1], receive_type(),
               comm);
  for (int r = 0; r < size; ++r) {
    expect(types ? "alltoallw" : "alltoallv", to, (size_t)places[1][r], r, rank, lengths[1][r]);
    check(to[((size_t)places[1][r] + (size_t)lengths[1][r]) * stride()] == UNTOUCHED,
          "alltoallv writes behind a block");
  }
  free(from), free(to);
}

static void all(void) {
  call = 0;  // ranks of other communicators may have made more calls
  for (int c = 0; c < COUNTS; ++c) {
    const int n = counts[c];
    if (form != BLOCKING && c % 3 != 1) continue;
    if (n > 5000 && strcmp(comm_name, "world") != 0) continue;
    for (gaps = 0; gaps < 2; ++gaps) {
      const int roots = n > 1000 ? 1 : size;
      for (int r = 0; r < roots; ++r) {
        const int root = roots == 1 ? size - 1 : r;
        ++call, bcast(n, root);
        for (int in_place = 0; in_place < 2; ++in_place) {
          ++call, gather(n, root, in_place);
          ++call, scatter(n, root, in_place);
          ++call, gatherv(n, root, in_place);
          ++call, scatterv(n, root, in_place);
        }
      }
      for (int in_place = 0; in_place < 2; ++in_place) {
        ++call, allgather(n, in_place);
        ++call, allgatherv(n, in_place);
        // Open MPI 4.1 refuses them in place in the other forms.
        if (in_place && form != BLOCKING) continue;
        ++call, alltoall(n, in_place);
        ++call, alltoallv(n, in_place, 0);
        ++call, alltoallv(n, in_place, 1);
      }
      COLLECTIVE(Barrier, barrier, comm);
    }
  }
}

int main(int argc, char** argv) {
  start(&argc, &argv);
  MPI_Type_create_resized(MPI_INT, 0, 2 * sizeof(int), &gapped);
  MPI_Type_commit(&gapped);
  for (form = BLOCKING; form < (blocking_only ? WAITED : FORMS); ++form) on_communicators(all);
  MPI_Type_free(&gapped);
  return finish();
}

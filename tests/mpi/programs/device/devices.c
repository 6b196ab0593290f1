// Collectives on device buffers: every operation, on many types, in place and not, with the buffers of each rank in device,
// managed or host memory by chance. The same call on host memory, in another communicator, says what is right, byte by
// byte, gaps included. Usage: devices KIND CASES [late|nonblocking|persistent]; `late` loads the driver when the library has set up
// already.
#include <complex.h>
#include <float.h>
#include <unistd.h>

#include "../check.h"
#include "driver.h"

enum { SEED = 1 };
// The same numbers on all ranks, or others on each of them.
static unsigned long common_state, own_state;
static unsigned draw(unsigned long* state, unsigned n) {
  *state = *state * 6364136223846793005ul + 1442695040888963407ul;
  return (unsigned)(*state >> 33) % n;
}
static unsigned common(unsigned n) { return draw(&common_state, n); }
static unsigned own(unsigned n) { return draw(&own_state, n); }

enum memory { HOST, DEVICE, MANAGED, VIRTUAL };
// A buffer, and its double in host memory, which the call that is known to be right uses.
struct buffer {
  enum memory memory;
  char *at, *right;
  size_t bytes, allocated;
  char *base, *base_right;
};
// The bytes before and behind it have to stay as they are.
enum { MARGIN = 64 };

// Where buffers of this case are: mostly all of them on devices, since that is what is served by mappings.
static unsigned pattern;
static enum memory choose(int is_send) {
  switch (pattern) {
    case 0: return HOST;
    case 1: return rank % 2 ? DEVICE : HOST;
    case 2: return is_send ? DEVICE : HOST;
    case 3: return (enum memory)own(3);
    case 4: return rank == size - 1 ? MANAGED : DEVICE;
    case 5:
    case 6: return own(2) ? VIRTUAL : DEVICE;
    default: return DEVICE;
  }
}

// Some blocks are kept and used again; most are freed at the end of a case, so that the next one finds the same addresses.
enum { KEPT = 4, KEPT_BYTES = 1 << 20 };
static void* kept[KEPT];
static void* new_block(enum memory memory, size_t* bytes) {
  if (memory == HOST) return malloc(*bytes);
  if (memory == MANAGED) return driver_malloc_managed(*bytes);
  if (memory == VIRTUAL) return driver_malloc_virtual(*bytes);
  const unsigned which = own(KEPT * 2);
  if (*bytes <= KEPT_BYTES && own(2)) *bytes = KEPT_BYTES;
  if (which < KEPT && *bytes == KEPT_BYTES && kept[which]) {
    void* const block = kept[which];
    kept[which] = NULL;
    return block;
  }
  return driver_malloc(*bytes);
}
static void free_block(enum memory memory, void* block, size_t bytes) {
  if (memory == HOST) return free(block);
  if (memory == VIRTUAL) return driver_free_virtual(block, bytes);
  const unsigned which = own(KEPT * 2);
  if (memory == DEVICE && which < KEPT && !kept[which] && bytes == KEPT_BYTES)
    kept[which] = block;
  else
    driver_free(block);
}

static void to_host(char* host, const struct buffer* b) {
  if (b->memory == HOST)
    memcpy(host, b->base, b->bytes + 2 * MARGIN);
  else
    driver_copy(host, b->base, b->bytes + 2 * MARGIN);
}

static struct buffer make(size_t bytes, unsigned content, int is_send) {
  struct buffer b = {.memory = choose(is_send), .bytes = bytes};
  const size_t all = bytes + 2 * MARGIN;
  b.allocated = all;
  b.base = new_block(b.memory, &b.allocated);
  b.base_right = malloc(all);
  for (size_t i = 0; i < all; ++i) b.base_right[i] = (char)value(content, rank, -1, i);
  b.at = b.base + MARGIN;
  b.right = b.base_right + MARGIN;
  return b;
}
static void upload(struct buffer* b) {
  if (b->memory == HOST)
    memcpy(b->base, b->base_right, b->bytes + 2 * MARGIN);
  else
    driver_copy(b->base, b->base_right, b->bytes + 2 * MARGIN);
}
static void compare(struct buffer* b, const char* what) {
  const size_t all = b->bytes + 2 * MARGIN;
  char* const seen = malloc(all);
  to_host(seen, b);
  size_t wrong = 0, first = 0;
  for (size_t i = all; i-- > 0;)
    if (seen[i] != b->base_right[i]) ++wrong, first = i;
  check(wrong == 0, "%s (pattern %u): %zu of %zu bytes are wrong, the first is number %ld: %02x, not %02x", what, pattern,
        wrong, b->bytes, (long)first - MARGIN, (unsigned char)seen[first], (unsigned char)b->base_right[first]);
  free(seen);
  free_block(b->memory, b->base, b->allocated);
  free(b->base_right);
}

static MPI_Comm right_comm;

// Types for operations that move data. `elements` of them take up the same data as one of another type.
enum { TYPES = 8 };
static MPI_Datatype types[TYPES];
static const char* const type_names[TYPES] = {"int", "contiguous", "vector", "subarray", "indexed", "struct", "resized", "darray"};
static void make_types(void) {
  types[0] = MPI_INT;
  MPI_Type_contiguous(3, MPI_DOUBLE, &types[1]);
  MPI_Type_vector(5, 1, 2, MPI_DOUBLE, &types[2]);
  const int sizes[] = {4, 6, 5}, parts[] = {2, 3, 2}, starts[] = {1, 2, 1};
  MPI_Type_create_subarray(3, sizes, parts, starts, MPI_ORDER_C, MPI_FLOAT, &types[3]);
  const int lengths[] = {2, 1, 3}, places[] = {7, 0, 2};
  MPI_Type_indexed(3, lengths, places, MPI_SHORT, &types[4]);
  const int counts[] = {1, 3, 2};
  const MPI_Aint offsets[] = {0, 8, 24};
  const MPI_Datatype inner[] = {MPI_DOUBLE, MPI_INT, MPI_CHAR};
  MPI_Type_create_struct(3, counts, offsets, inner, &types[5]);
  MPI_Type_create_resized(MPI_DOUBLE, 0, 24, &types[6]);
  // The library does not know where its data are: 2, 3, 6 and 7 of 10 ints.
  const int ten = 10, cyclic = MPI_DISTRIBUTE_CYCLIC, two = 2;
  MPI_Type_create_darray(2, 1, 1, &ten, &cyclic, &two, &two, MPI_ORDER_C, MPI_INT, &types[7]);
  for (int i = 1; i < TYPES; ++i) MPI_Type_commit(&types[i]);
}
static size_t span(MPI_Datatype type, size_t count) {
  MPI_Aint lower, extent, true_lower, true_extent;
  MPI_Type_get_extent(type, &lower, &extent);
  MPI_Type_get_true_extent(type, &true_lower, &true_extent);
  return count == 0 ? 0 : (size_t)(true_lower + true_extent) + (count - 1) * (size_t)extent;
}

// Requests are completed in several ways, one after another blocking call on the communicator.
static enum { BLOCKS, BEGINS, PERSISTS } way;
static void end(MPI_Request* request) {
  MPI_Request several[] = {MPI_REQUEST_NULL, *request};
  int done = 0, which = 0, flag = 0;
  switch (common(6)) {
    case 0:
      while (!done) MPI_Test(request, &done, MPI_STATUS_IGNORE);
      break;
    case 1: MPI_Barrier(comm), MPI_Wait(request, MPI_STATUS_IGNORE); break;
    case 2:
      MPI_Waitany(2, several, &which, MPI_STATUS_IGNORE);
      check(which == 1 && (way == PERSISTS || several[1] == MPI_REQUEST_NULL), "Waitany says that %d is complete", which);
      break;
    case 3: MPI_Waitall(2, several, MPI_STATUSES_IGNORE); break;
    case 4:
      while (!flag) MPI_Request_get_status(*request, &flag, MPI_STATUS_IGNORE);
      MPI_Wait(request, MPI_STATUS_IGNORE);
      break;
    default: MPI_Wait(request, MPI_STATUS_IGNORE);
  }
}

// Calls `MPI_Name` with right buffers on `right_comm`, then with the buffers under test. RECEIVE and SEND name them.
#define BOTH(Name, name, ...)                            \
  do {                                                   \
    {                                                    \
      char *SEND = send.right, *RECEIVE = receive.right; \
      MPI_Comm COMM = right_comm;                        \
      (void)SEND, (void)RECEIVE;                         \
      MPI_##Name(__VA_ARGS__);                           \
    }                                                    \
    {                                                    \
      char *SEND = send.at, *RECEIVE = receive.at;       \
      MPI_Comm COMM = comm;                              \
      (void)SEND, (void)RECEIVE;                         \
      if (way == BEGINS) {                         \
        MPI_Request request;                             \
        MPI_I##name(__VA_ARGS__, &request);              \
        end(&request);                                   \
      } else if (way == PERSISTS) {                   \
        MPI_Request request;                             \
        INIT_OF(Name)(__VA_ARGS__, MPI_INFO_NULL, &request); \
        MPI_Start(&request);                             \
        end(&request);                                   \
        MPI_Request_free(&request);                      \
      } else {                                           \
        MPI_##Name(__VA_ARGS__);                         \
      }                                                  \
    }                                                    \
  } while (0)

enum { MOVES = 10 };
static const char* const move_names[MOVES] = {"bcast",      "gather",   "gatherv",   "scatter",  "scatterv",
                                              "allgather",  "allgatherv", "alltoall", "alltoallv", "alltoallw"};

static void move(unsigned number, unsigned which, unsigned type_number, int in_place, unsigned n) {
  const MPI_Datatype type = types[type_number];
  const int root = (int)common((unsigned)size), count = (int)n;
  // Blocks of any length: members of the same row or column of this table agree on a block's length.
  int send_counts[8], receive_counts[8], send_places[8], receive_places[8], send_bytes[8], receive_bytes[8];
  MPI_Datatype all_types[8];
  const unsigned salt = common(1000);
  int sent = 0, received = 0;
  MPI_Aint lower, extent;
  MPI_Type_get_extent(type, &lower, &extent);
  for (int m = 0; m < size; ++m) {
    const int low = rank < m ? rank : m, high = rank < m ? m : rank;
    const int own_row = which == 8 || which == 9;
    // In place, what goes to a member is as long as what comes from it.
    send_counts[m] = (int)(value(salt, own_row ? (in_place ? low : rank) : 0, own_row ? (in_place ? high : m) : m, 0) % (n + 1));
    receive_counts[m] = (int)(value(salt, own_row ? (in_place ? low : m) : 0, own_row ? (in_place ? high : rank) : m, 0) % (n + 1));
    send_places[m] = sent + m;
    receive_places[m] = received + 2 * m;
    send_bytes[m] = send_places[m] * (int)extent;
    receive_bytes[m] = receive_places[m] * (int)extent;
    sent = send_places[m] + send_counts[m];
    received = receive_places[m] + receive_counts[m];
    all_types[m] = type;
  }
  const int many = which == 2 || which == 4 || which == 6 || which >= 8;
  const size_t send_n = many ? (size_t)sent : (size_t)count * (size_t)size;
  const size_t receive_n = many ? (size_t)received : (size_t)count * (size_t)size;
  struct buffer send = make(span(type, send_n), number, 1), receive = make(span(type, receive_n), number + 1, 0);
  upload(&send), upload(&receive);
  const int here = in_place && (which >= 5 || rank == root);
  switch (which) {
    case 0: BOTH(Bcast, bcast, RECEIVE, count, type, root, COMM); break;
    case 1: BOTH(Gather, gather, here ? MPI_IN_PLACE : SEND, count, type, RECEIVE, count, type, root, COMM); break;
    case 2:
      BOTH(Gatherv, gatherv, here ? MPI_IN_PLACE : SEND, receive_counts[rank], type, RECEIVE, receive_counts, receive_places, type,
           root, COMM);
      break;
    case 3: BOTH(Scatter, scatter, SEND, count, type, here ? MPI_IN_PLACE : RECEIVE, count, type, root, COMM); break;
    case 4:
      BOTH(Scatterv, scatterv, SEND, send_counts, send_places, type, here ? MPI_IN_PLACE : RECEIVE, send_counts[rank], type, root,
           COMM);
      break;
    case 5: BOTH(Allgather, allgather, here ? MPI_IN_PLACE : SEND, count, type, RECEIVE, count, type, COMM); break;
    case 6:
      BOTH(Allgatherv, allgatherv, here ? MPI_IN_PLACE : SEND, receive_counts[rank], type, RECEIVE, receive_counts, receive_places,
           type, COMM);
      break;
    case 7: BOTH(Alltoall, alltoall, here ? MPI_IN_PLACE : SEND, count, type, RECEIVE, count, type, COMM); break;
    case 8:
      BOTH(Alltoallv, alltoallv, here ? MPI_IN_PLACE : SEND, send_counts, send_places, type, RECEIVE, receive_counts, receive_places,
           type, COMM);
      break;
    default:
      BOTH(Alltoallw, alltoallw, here ? MPI_IN_PLACE : SEND, send_counts, send_bytes, all_types, RECEIVE, receive_counts,
           receive_bytes, all_types, COMM);
  }
  char what[200];
  snprintf(what, sizeof what, "case %u: %s of %d %s%s, root %d", number, move_names[which], count, type_names[type_number],
           in_place ? " in place" : "", root);
  compare(&receive, what);
  compare(&send, what);  // nobody writes to it
}

static void largest(void* in, void* in_out, int* count, MPI_Datatype* type) {
  (void)type;
  for (int i = 0; i < *count; ++i)
    if (((int*)in)[i] > ((int*)in_out)[i]) ((int*)in_out)[i] = ((int*)in)[i];
}

enum { SUMS = 6 };
static const char* const sum_names[SUMS] = {"reduce", "allreduce", "reduce_scatter", "reduce_scatter_block", "scan", "exscan"};

static void sum(unsigned number, unsigned which, unsigned pair, int in_place, unsigned n, MPI_Op user) {
  const struct {
    MPI_Datatype type;
    MPI_Op op;
    const char* name;
  } pairs[] = {{MPI_INT, MPI_SUM, "int sum"},       {MPI_DOUBLE, MPI_SUM, "double sum"},
               {MPI_FLOAT, MPI_MAX, "float max"},   {MPI_UNSIGNED_CHAR, MPI_BXOR, "byte bxor"},
               {MPI_SHORT, MPI_LAND, "short land"}, {MPI_LONG, MPI_LXOR, "long lxor"},
               {MPI_INT, MPI_LOR, "int lor"},       {MPI_LONG, MPI_MIN, "long min"},
               {MPI_DOUBLE_INT, MPI_MINLOC, "double_int minloc"},
               {MPI_2INT, MPI_MAXLOC, "2int maxloc"},
               {MPI_SHORT_INT, MPI_MINLOC, "short_int minloc"},
               {MPI_FLOAT_INT, MPI_MAXLOC, "float_int maxloc"},
               {MPI_LONG_INT, MPI_MINLOC, "long_int minloc"},
               {MPI_C_DOUBLE_COMPLEX, MPI_SUM, "complex sum"},
               {MPI_UINT64_T, MPI_PROD, "uint64 prod"},
               {MPI_LONG_DOUBLE, MPI_SUM, "long double sum"},
               {MPI_INT, user, "int, own operation"}};
  pair %= sizeof pairs / sizeof pairs[0];
  const MPI_Datatype type = pairs[pair].type;
  const MPI_Op op = pairs[pair].op;
  const int root = (int)common((unsigned)size), count = (int)n;
  int counts[8], all = 0;
  const unsigned salt = common(1000);
  for (int m = 0; m < size; ++m) all += counts[m] = which == 3 ? count : (int)(value(salt, 0, m, 0) % (n + 1));
  const size_t send_n = which == 2 || which == 3 ? (size_t)all : (size_t)count;
  MPI_Aint lower, extent;
  MPI_Type_get_extent(type, &lower, &extent);
  const size_t room = send_n * (size_t)extent;
  struct buffer send = make(room, number, 1), receive = make(room, number + 1, 0);
  const int here = in_place && (which >= 1 || rank == root);
  // Values that every type adds exactly: small integers in place of the random bytes.
  char* const data = here ? receive.right : send.right;
  for (size_t i = 0; i < send_n; ++i) {
    const int v = (int)(value(number, rank, 0, i) % 7);
    if (type == MPI_DOUBLE) ((double*)data)[i] = v;
    if (type == MPI_FLOAT) ((float*)data)[i] = (float)v;
    if (type == MPI_LONG_DOUBLE) ((long double*)data)[i] = v;
    if (type == MPI_C_DOUBLE_COMPLEX) ((double complex*)data)[i] = v + 2 * v * I;
    if (type == MPI_SHORT || type == MPI_INT || type == MPI_LONG)
      if (pairs[pair].op != MPI_SUM && v < 3) memset(data + span(type, i), 0, span(type, 1));
    if (type == MPI_DOUBLE_INT) memcpy(data + 16 * i, &(double){v}, 8), memcpy(data + 16 * i + 8, &(int){rank}, 4);
    if (type == MPI_FLOAT_INT) memcpy(data + 8 * i, &(float){(float)v}, 4), memcpy(data + 8 * i + 4, &(int){rank}, 4);
  }
  upload(&send), upload(&receive);
  switch (which) {
    case 0: BOTH(Reduce, reduce, here ? MPI_IN_PLACE : SEND, RECEIVE, count, type, op, root, COMM); break;
    case 1: BOTH(Allreduce, allreduce, here ? MPI_IN_PLACE : SEND, RECEIVE, count, type, op, COMM); break;
    case 2: BOTH(Reduce_scatter, reduce_scatter, here ? MPI_IN_PLACE : SEND, RECEIVE, counts, type, op, COMM); break;
    case 3: BOTH(Reduce_scatter_block, reduce_scatter_block, here ? MPI_IN_PLACE : SEND, RECEIVE, count, type, op, COMM); break;
    case 4: BOTH(Scan, scan, here ? MPI_IN_PLACE : SEND, RECEIVE, count, type, op, COMM); break;
    default: BOTH(Exscan, exscan, here ? MPI_IN_PLACE : SEND, RECEIVE, count, type, op, COMM);
  }
  // The host's way may write to the gaps of pairs, and in place what is behind a part of a result is undefined. Ten bytes of
  // x86's long double have a value.
  char* const seen = bytes(receive.bytes + 2 * MARGIN);
  to_host(seen, &receive);
  for (size_t i = 0; i < receive.bytes; ++i) {
    const size_t at = i % (size_t)extent;
    const int gap = type == MPI_SHORT_INT     ? at == 2 || at == 3
                    : type == MPI_LONG_DOUBLE ? LDBL_MANT_DIG == 64 && at >= 10
                                              : (type == MPI_DOUBLE_INT || type == MPI_LONG_INT) && at >= 12;
    const int undefined = (which == 2 || which == 3) && here && i >= (size_t)counts[rank] * (size_t)extent;
    if (gap || undefined) receive.right[i] = seen[MARGIN + i];
  }
  free(seen);
  char what[200];
  snprintf(what, sizeof what, "case %u: %s of %d, %s%s, root %d", number, sum_names[which], count, pairs[pair].name,
           in_place ? " in place" : "", root);
  compare(&receive, what);
  compare(&send, what);
}

static unsigned cases;
static void test(void) {
  MPI_Op user;
  MPI_Op_create(largest, 1, &user);
  MPI_Comm_dup(comm, &right_comm);
  common_state = SEED, own_state = SEED * 977 + (unsigned)rank;
  static const unsigned sizes[] = {1, 2, 17, 300, 5000};
  for (unsigned i = 0; i < cases; ++i) {
    pattern = common(12);
    const unsigned n = sizes[common(5)];
    const int in_place = common(3) == 0;
    if (own(20) == 0) usleep(300);  // somebody is late
    if (i % 3 < 2)
      move(1 + 2 * i, i / 3 * 2 % MOVES + (i % 3), (i / 7 + i) % TYPES, in_place, n);
    else
      sum(1 + 2 * i, i / 3 % SUMS, i / 3, in_place, n, user);
  }
  MPI_Comm_free(&right_comm);
  MPI_Op_free(&user);
}

int main(int argc, char** argv) {
  int provided = 0;  // over several nodes, the library does nonblocking calls itself if the program asks for threads
  MPI_Init_thread(&argc, &argv, getenv("TEST_THREADS") ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE, &provided);
  if (argc < 3) return 2;
  comm = MPI_COMM_WORLD, comm_name = "world";
  const int late = argc > 3 && strcmp(argv[3], "late") == 0;
  if (argc > 3 && !late) way = strcmp(argv[3], "persistent") == 0 ? PERSISTS : BEGINS;
  if (!late) driver_open(argv[1]);
  for (int i = 0, ones = 1; i < 10 && argc > 3; ++i) MPI_Allreduce(MPI_IN_PLACE, &ones, 1, MPI_INT, MPI_MAX, comm);
  if (late) driver_open(argv[1]);
  cases = (unsigned)atoi(argv[2]);
  make_types();
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  test();
  if (size > 2) {
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &comm);
    comm_name = "halves";
    for (int i = 0; i < 3 && way != BLOCKS; ++i) MPI_Barrier(comm);  // which sets the communicator up
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    cases /= 3;
    test();
    MPI_Comm_free(&comm);
  }
  for (int i = 1; i < TYPES; ++i) MPI_Type_free(&types[i]);
  for (int i = 0; i < KEPT; ++i)
    if (kept[i]) driver_free(kept[i]);
  return finish();
}

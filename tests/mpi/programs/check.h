// The frame of the programs here: data that every rank can compute for every other, checks with one line each, and the
// forms of a collective call. Compiled with each MPI's own mpi.h.
#pragma once
#include <mpi.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef OPEN_MPI
#include <mpi-ext.h>
#endif

static int rank, size, failures;
static MPI_Comm comm;  // the communicator under test
static const char* comm_name;

static void check(int holds, const char* format, ...) {
  if (holds || ++failures > 10) return;
  char line[512];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(line, sizeof line, format, arguments);
  va_end(arguments);
  fprintf(stderr, "FAILED on rank %d of %s: %s\n", rank, comm_name, line);
}

// A value of the data that `from` sends to `to` (-1: to everybody) in call number `call`.
static inline unsigned value(unsigned call, int from, int to, size_t i) {
  unsigned v = call * 2654435761u + (unsigned)from * 40503u + (unsigned)(to + 1) * 9973u + (unsigned)i * 2246822519u;
  v ^= v >> 15, v *= 2246822519u, v ^= v >> 13;
  return v;
}

static inline void* bytes(size_t n) {
  void* memory = malloc(n ? n : 1);
  if (!memory) MPI_Abort(MPI_COMM_WORLD, 2);
  return memory;
}

// The word "blocking" as first argument leaves the other forms out, which are slow with more ranks than cores.
static int blocking_only;
static inline void start(int* argc, char*** argv) {
  MPI_Init(argc, argv);
  blocking_only = *argc > 1 && strcmp((*argv)[1], "blocking") == 0;
}

enum form { BLOCKING, WAITED, TESTED, PERSISTENT, FORMS };
static const char* const form_names[] = {"blocking", "with Wait", "with Test", "persistent"};
static enum form form;

static inline void complete(MPI_Request* request) {
  if (form == TESTED) {
    int done = 0;
    while (!done) MPI_Test(request, &done, MPI_STATUS_IGNORE);
  } else {
    MPI_Wait(request, MPI_STATUS_IGNORE);
  }
}

#if MPI_VERSION < 4 && defined(OPEN_MPI) && OMPI_MAJOR_VERSION < 5
#define INIT_OF(Name) MPIX_##Name##_init
#else
#define INIT_OF(Name) MPI_##Name##_init
#endif

// Calls MPI_Name in the form under test.
#define COLLECTIVE(Name, name, ...)                                   \
  do {                                                                \
    MPI_Request request_ = MPI_REQUEST_NULL;                          \
    if (form == BLOCKING) {                                           \
      MPI_##Name(__VA_ARGS__);                                        \
    } else if (form == PERSISTENT) {                                  \
      INIT_OF(Name)(__VA_ARGS__, MPI_INFO_NULL, &request_);           \
      MPI_Start(&request_);                                           \
      MPI_Wait(&request_, MPI_STATUS_IGNORE);                         \
      MPI_Request_free(&request_);                                    \
    } else {                                                          \
      MPI_I##name(__VA_ARGS__, &request_);                            \
      complete(&request_);                                            \
    }                                                                 \
    check(request_ == MPI_REQUEST_NULL, #Name ": a request is left"); \
  } while (0)

// Runs `test` on several communicators: the world, a copy of it, the ranks in reverse order, two halves, and one rank.
static inline void on_communicators(void (*test)(void)) {
  int world_rank, world_size;
  MPI_Comm_rank(MPI_COMM_WORLD, &world_rank);
  MPI_Comm_size(MPI_COMM_WORLD, &world_size);
  for (int which = 0; which < 5; ++which) {
    static const char* const names[] = {"world", "a copy", "reverse order", "halves", "self"};
    comm_name = names[which];
    comm = MPI_COMM_WORLD;
    if (which == 1) MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    if (which == 2) MPI_Comm_split(MPI_COMM_WORLD, 0, world_size - world_rank, &comm);
    if (which == 3) MPI_Comm_split(MPI_COMM_WORLD, world_rank % 2, world_rank, &comm);
    if (which == 4) comm = MPI_COMM_SELF;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    test();
    if (which >= 1 && which <= 3) MPI_Comm_free(&comm);
  }
}

static inline int finish(void) {
  MPI_Allreduce(MPI_IN_PLACE, &failures, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Finalize();
  return failures != 0;
}

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#include "job.h"

void job_begin(int threads) {
  int provided = MPI_THREAD_SINGLE;
  const int wanted = threads ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE;
  MPI_Init_thread(NULL, NULL, wanted, &provided);
  if (provided < wanted) job_fail("job", "the library has no MPI_THREAD_MULTIPLE");
}

void job_end(void) { MPI_Finalize(); }

int job_me(void) {
  int me = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  return me;
}

int job_pes(void) {
  int pes = 1;
  MPI_Comm_size(MPI_COMM_WORLD, &pes);
  return pes;
}

void job_barrier(void) { MPI_Barrier(MPI_COMM_WORLD); }

double job_max(double value) {
  MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  return value;
}

double job_sum(double value) {
  MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  return value;
}

void* job_alloc(size_t bytes) {
  void* memory = malloc(bytes > 0 ? bytes : 1);
  if (!memory) job_fail("job", "out of memory; use a smaller --size");
  return memory;
}

void job_free(void* memory) { free(memory); }

// Gathers in pieces, since MPI's counts are ints.
void job_gather(const void* mine, size_t bytes, void* all) {
  enum { kPiece = 1 << 20 };
  char* pieces = job_alloc((size_t)kPiece * (size_t)job_pes());
  for (size_t at = 0; at < bytes; at += kPiece) {
    const size_t length = bytes - at < kPiece ? bytes - at : kPiece;
    MPI_Gather((const char*)mine + at, (int)length, MPI_BYTE, pieces, (int)length, MPI_BYTE, 0, MPI_COMM_WORLD);
    for (int pe = 0; job_me() == 0 && pe < job_pes(); ++pe) {
      char* const to = (char*)all + (size_t)pe * bytes + at;
      for (size_t i = 0; i < length; ++i) to[i] = pieces[(size_t)pe * length + i];
    }
  }
  job_free(pieces);
}

void job_fail(const char* app, const char* problem) {
  fprintf(stderr, "%s: rank %d: %s\n", app, job_me(), problem);
  fflush(NULL);
  MPI_Abort(MPI_COMM_WORLD, 1);
  abort();
}

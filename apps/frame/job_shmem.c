#include <shmem.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "job.h"

static double* folded;  // a value of every PE

void job_begin(int threads) {
  int provided = SHMEM_THREAD_SINGLE;
  const int wanted = threads ? SHMEM_THREAD_MULTIPLE : SHMEM_THREAD_SINGLE;
  if (shmem_init_thread(wanted, &provided) != 0) exit(1);  // the library has said why
  if (provided < wanted) job_fail("job", "the library has no SHMEM_THREAD_MULTIPLE");
  folded = job_alloc((size_t)shmem_n_pes() * sizeof *folded);
}

void job_end(void) {
  job_free(folded);
  shmem_finalize();
}

int job_me(void) { return shmem_my_pe(); }
int job_pes(void) { return shmem_n_pes(); }
void job_barrier(void) { shmem_barrier_all(); }

/// The values of all PEs are in `folded` until the next barrier.
static void share(double value) {
  for (int pe = 0; pe < shmem_n_pes(); ++pe) shmem_double_p(&folded[shmem_my_pe()], value, pe);
  shmem_barrier_all();
}

double job_max(double value) {
  share(value);
  for (int pe = 0; pe < shmem_n_pes(); ++pe) value = folded[pe] > value ? folded[pe] : value;
  shmem_barrier_all();
  return value;
}

double job_sum(double value) {
  share(value);
  value = 0;
  for (int pe = 0; pe < shmem_n_pes(); ++pe) value += folded[pe];
  shmem_barrier_all();
  return value;
}

void* job_alloc(size_t bytes) {
  void* memory = shmem_malloc(bytes > 0 ? bytes : 1);
  if (!memory) job_fail("job", "out of symmetric memory; raise SHMEM_SYMMETRIC_SIZE or use a smaller --size");
  return memory;
}

void job_free(void* memory) { shmem_free(memory); }

void job_gather(const void* mine, size_t bytes, void* all) {
  enum { kPiece = 1 << 20 };
  char* piece = job_alloc(kPiece);
  for (size_t at = 0; at < bytes; at += kPiece) {
    const size_t length = bytes - at < kPiece ? bytes - at : kPiece;
    memcpy(piece, (const char*)mine + at, length);
    shmem_barrier_all();
    for (int pe = 0; shmem_my_pe() == 0 && pe < shmem_n_pes(); ++pe) {
      shmem_getmem((char*)all + (size_t)pe * bytes + at, piece, length, pe);
    }
    shmem_barrier_all();
  }
  job_free(piece);
}

void job_fail(const char* app, const char* problem) {
  fprintf(stderr, "%s: PE %d: %s\n", app, shmem_my_pe(), problem);
  fflush(NULL);
  shmem_global_exit(1);
  abort();
}

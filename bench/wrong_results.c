/* For bench/collective_test.py: linked into a benchmark, it spoils the last byte that a collective leaves on the last
 * PE, by the profiling interface. The benchmark must notice. WRONG_FORM ("active set" or "team") says where. */
#include <pshmem.h>
#include <shmem.h>
#include <stdlib.h>
#include <string.h>

static void spoil(const char* form, void* dest, size_t bytes) {
  const char* const wanted = getenv("WRONG_FORM");
  if (wanted == NULL || strcmp(wanted, form) != 0 || shmem_my_pe() != shmem_n_pes() - 1) return;
  /* Stores a wrong value instead of flipping bits, since a byte between strided elements is never written and a second
   * flip would undo the first. */
  unsigned char* const last = (unsigned char*)dest + bytes - 1;
  *last = *last == 0x11 ? 0x12 : 0x11;
}

static size_t pes(void) { return (size_t)shmem_n_pes(); }

void shmem_broadcast64(void* dest, const void* source, size_t nelems, int root, int start, int log_stride, int size,
                       long* sync) {
  pshmem_broadcast64(dest, source, nelems, root, start, log_stride, size, sync);
  spoil("active set", dest, 8 * nelems);
}

void shmem_fcollect64(void* dest, const void* source, size_t nelems, int start, int log_stride, int size, long* sync) {
  pshmem_fcollect64(dest, source, nelems, start, log_stride, size, sync);
  spoil("active set", dest, 8 * nelems * pes());
}

void shmem_collect64(void* dest, const void* source, size_t nelems, int start, int log_stride, int size, long* sync) {
  pshmem_collect64(dest, source, nelems, start, log_stride, size, sync);
  spoil("active set", dest, 8 * nelems * pes());
}

void shmem_alltoall64(void* dest, const void* source, size_t nelems, int start, int log_stride, int size, long* sync) {
  pshmem_alltoall64(dest, source, nelems, start, log_stride, size, sync);
  spoil("active set", dest, 8 * nelems * pes());
}

void shmem_alltoalls64(void* dest, const void* source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int start,
                       int log_stride, int size, long* sync) {
  pshmem_alltoalls64(dest, source, dst, sst, nelems, start, log_stride, size, sync);
  spoil("active set", dest, 8 * ((nelems * pes() - 1) * (size_t)dst + 1));
}

void shmem_float_sum_to_all(float* dest, const float* source, int nreduce, int start, int log_stride, int size,
                            float* work, long* sync) {
  pshmem_float_sum_to_all(dest, source, nreduce, start, log_stride, size, work, sync);
  spoil("active set", dest, sizeof *dest * (size_t)nreduce);
}

void shmem_long_and_to_all(long* dest, const long* source, int nreduce, int start, int log_stride, int size, long* work,
                           long* sync) {
  pshmem_long_and_to_all(dest, source, nreduce, start, log_stride, size, work, sync);
  spoil("active set", dest, sizeof *dest * (size_t)nreduce);
}

int shmem_broadcastmem(shmem_team_t team, void* dest, const void* source, size_t nelems, int root) {
  const int status = pshmem_broadcastmem(team, dest, source, nelems, root);
  return spoil("team", dest, nelems), status;
}

int shmem_fcollectmem(shmem_team_t team, void* dest, const void* source, size_t nelems) {
  const int status = pshmem_fcollectmem(team, dest, source, nelems);
  return spoil("team", dest, nelems * pes()), status;
}

int shmem_collectmem(shmem_team_t team, void* dest, const void* source, size_t nelems) {
  const int status = pshmem_collectmem(team, dest, source, nelems);
  return spoil("team", dest, nelems * pes()), status;
}

int shmem_alltoallmem(shmem_team_t team, void* dest, const void* source, size_t nelems) {
  const int status = pshmem_alltoallmem(team, dest, source, nelems);
  return spoil("team", dest, nelems * pes()), status;
}

int shmem_uint64_alltoalls(shmem_team_t team, uint64_t* dest, const uint64_t* source, ptrdiff_t dst, ptrdiff_t sst,
                           size_t nelems) {
  const int status = pshmem_uint64_alltoalls(team, dest, source, dst, sst, nelems);
  return spoil("team", dest, 8 * ((nelems * pes() - 1) * (size_t)dst + 1)), status;
}

int shmem_float_sum_reduce(shmem_team_t team, float* dest, const float* source, size_t nreduce) {
  const int status = pshmem_float_sum_reduce(team, dest, source, nreduce);
  return spoil("team", dest, sizeof *dest * nreduce), status;
}

int shmem_ulong_and_reduce(shmem_team_t team, unsigned long* dest, const unsigned long* source, size_t nreduce) {
  const int status = pshmem_ulong_and_reduce(team, dest, source, nreduce);
  return spoil("team", dest, sizeof *dest * nreduce), status;
}

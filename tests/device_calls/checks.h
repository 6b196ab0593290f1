/* One-sided calls by one thread of a device, in two phases with a barrier of the host between them: PE me writes to the PE
 * after it, and then finds what the PE before it wrote. Each returns 0, or the line of the first check that failed. The same
 * source is an OpenMP target region (region.cpp) and a CUDA kernel (kernel.cu). `area` is symmetric memory, zero at first,
 * of AREA bytes: of a device partition or, through the proxy, of the host's heap. */
#include <shmemx_device.h>

#ifndef ON_DEVICE
#define ON_DEVICE static inline
#endif
#define CALL ISTHMUS_DEVICE_CALLED
#define EXPECT(condition) \
  if (!(condition)) return __LINE__

enum { AREA = 65536, LARGE = 4096 };

/* What is where in the area, in units of 8 bytes. */
enum { VALUES = 0, ROW = 32, STRIDED = 64, BLOCKS = 96, COUNTERS = 128, SIGNALS = 160, BYTES = 192, SENT = 1024, BACK = 2048 };

ISTHMUS_ANYWHERE static inline long pattern_of(int pe, long i) { return 1000003L * (pe + 1) + 17 * i; }

/* `readable`: this device can load from the area, and so wait for it. */
ON_DEVICE int first_phase(long *area, int me, int n, int readable) {
  const int next = (me + 1) % n;
  long row[6];
  EXPECT(CALL(my_pe)() == me && CALL(n_pes)() == n);
  EXPECT(CALL(team_my_pe)(SHMEM_TEAM_WORLD) == me && CALL(team_n_pes)(SHMEM_TEAM_WORLD) == n);
  EXPECT(CALL(team_translate_pe)(SHMEM_TEAM_WORLD, next, SHMEM_TEAM_WORLD) == next);
  CALL(long_p)(area + VALUES, pattern_of(me, 0), next);
  CALL(int_p)((int *)(area + VALUES + 1), (int)pattern_of(me, 1), next);
  CALL(short_p)((short *)(area + VALUES + 2), (short)pattern_of(me, 2), next);
  CALL(schar_p)((signed char *)(area + VALUES + 3), (signed char)pattern_of(me, 3), next);
  CALL(double_p)((double *)(area + VALUES + 4), (double)pattern_of(me, 4), next);
  CALL(ctx_float_p)(SHMEM_CTX_DEFAULT, (float *)(area + VALUES + 5), (float)(me + 0.5), next);
  for (long i = 0; i < 6; ++i) row[i] = pattern_of(me, 10 + i); /* memory that only this thread has */
  CALL(long_put)(area + ROW, row, 6, next);
  CALL(long_iput)(area + STRIDED, row, 2, 1, 6, next);
  CALL(long_ibput)(area + BLOCKS, row, 4, 2, 2, 3, next);
  CALL(put8_nbi)((char *)(area + BYTES) + 1, row, 3, next);
  CALL(fence)();
  CALL(long_put_signal)(area + ROW + 8, row, 6, (uint64_t *)area + SIGNALS, 5, SHMEM_SIGNAL_ADD, next);
  CALL(signal_set)((uint64_t *)area + SIGNALS + 1, 77, next);
  CALL(signal_add)((uint64_t *)area + SIGNALS + 1, 1, next);
  for (int i = 0; i < 10; ++i) CALL(long_atomic_add)(area + COUNTERS, i, 0); /* of all PEs on one word */
  CALL(int_atomic_inc)((int *)(area + COUNTERS + 1), 0);
  CALL(ulong_atomic_or)((unsigned long *)area + COUNTERS + 2, 1ul << me, 0);
  CALL(uint64_atomic_xor)((uint64_t *)area + COUNTERS + 3, 0xffull << (8 * me), 0);
  CALL(uint32_atomic_set)((uint32_t *)(area + COUNTERS + 4), (uint32_t)me + 9, next);
  CALL(double_atomic_set)((double *)(area + COUNTERS + 5), me + 0.25, next);
  CALL(quiet)();
  if (readable) {
    EXPECT(CALL(signal_wait_until)((uint64_t *)area + SIGNALS, SHMEM_CMP_GE, 5) == 5);
    CALL(ulong_wait_until)((unsigned long *)area + SIGNALS + 1, SHMEM_CMP_EQ, 78);
    for (long i = 0; i < 6; ++i) EXPECT(area[ROW + 8 + i] == pattern_of((me + n - 1) % n, 10 + i));
  }
  return 0;
}

ON_DEVICE int second_phase(long *area, int me, int n, int readable) {
  const int next = (me + 1) % n, before = (me + n - 1) % n;
  long row[6], sum = 0;
  EXPECT(CALL(long_g)(area + VALUES, me) == pattern_of(before, 0));
  EXPECT(CALL(int_g)((int *)(area + VALUES + 1), me) == (int)pattern_of(before, 1));
  EXPECT(CALL(short_g)((short *)(area + VALUES + 2), me) == (short)pattern_of(before, 2));
  EXPECT(CALL(schar_g)((signed char *)(area + VALUES + 3), me) == (signed char)pattern_of(before, 3));
  EXPECT(CALL(double_g)((double *)(area + VALUES + 4), me) == (double)pattern_of(before, 4));
  EXPECT(CALL(ctx_float_g)(SHMEM_CTX_DEFAULT, (float *)(area + VALUES + 5), me) == (float)(before + 0.5));
  CALL(long_get)(row, area + ROW, 6, next);
  for (long i = 0; i < 6; ++i) EXPECT(row[i] == pattern_of(me, 10 + i));
  CALL(long_iget)(row, area + STRIDED, 1, 2, 6, me);
  for (long i = 0; i < 6; ++i) EXPECT(row[i] == pattern_of(before, 10 + i));
  CALL(long_ibget)(row, area + BLOCKS, 2, 4, 2, 3, next);
  for (long i = 0; i < 6; ++i) EXPECT(row[i] == pattern_of(me, 10 + i));
  for (long i = 0; i < 5; ++i) { /* the bytes around those that were put are as they were */
    const long source = pattern_of(before, 10);
    const unsigned char byte = CALL(uchar_g)((unsigned char *)(area + BYTES) + i, me);
    EXPECT(byte == (i >= 1 && i <= 3 ? (unsigned char)(source >> (8 * (i - 1))) : 0));
  }
  EXPECT(CALL(uint64_g)((uint64_t *)area + SIGNALS, me) == 5 && CALL(uint64_g)((uint64_t *)area + SIGNALS + 1, me) == 78);
  EXPECT(CALL(long_atomic_fetch)(area + COUNTERS, 0) == 45L * n);
  EXPECT(CALL(int_atomic_fetch)((int *)(area + COUNTERS + 1), 0) == n);
  EXPECT(CALL(ulong_atomic_fetch)((unsigned long *)area + COUNTERS + 2, 0) == (1ul << n) - 1);
  for (int pe = 0; pe < n; ++pe) sum += (long)(0xffull << (8 * pe));
  EXPECT(CALL(uint64_atomic_fetch)((uint64_t *)area + COUNTERS + 3, 0) == (uint64_t)sum);
  EXPECT(CALL(uint32_atomic_fetch)((uint32_t *)(area + COUNTERS + 4), me) == (uint32_t)before + 9);
  EXPECT(CALL(double_atomic_swap)((double *)(area + COUNTERS + 5), 1.5, next) == me + 0.25);
  EXPECT(CALL(double_atomic_fetch)((double *)(area + COUNTERS + 5), next) == 1.5);
  EXPECT(CALL(long_atomic_compare_swap)(area + COUNTERS + 6, 1, 2, next) == 0); /* only this PE changes these */
  EXPECT(CALL(long_atomic_compare_swap)(area + COUNTERS + 6, 0, 7, next) == 0);
  EXPECT(CALL(long_atomic_fetch_add)(area + COUNTERS + 6, 3, next) == 7);
  EXPECT(CALL(long_atomic_fetch_inc)(area + COUNTERS + 6, next) == 10);
  EXPECT(CALL(uint32_atomic_fetch_and)((uint32_t *)(area + COUNTERS + 6), 9, next) == 11);
  EXPECT(CALL(uint32_atomic_fetch_or)((uint32_t *)(area + COUNTERS + 6), 4, next) == 9);
  EXPECT(CALL(uint32_atomic_fetch_xor)((uint32_t *)(area + COUNTERS + 6), 1, next) == 13);
  CALL(long_atomic_fetch_add_nbi)(row, area + COUNTERS + 6, 1, next);
  CALL(quiet)();
  EXPECT(row[0] == 12 && CALL(long_atomic_fetch)(area + COUNTERS + 6, next) == 13);
  /* More than a request can carry: from and to memory of the area, which the proxy reads and writes in place. */
  for (long i = 0; i < LARGE / 8; ++i) CALL(long_p)(area + SENT + i, pattern_of(me, i), me);
  CALL(quiet)();
  CALL(putmem)(area + BACK, area + SENT, LARGE, next);
  CALL(quiet)();
  CALL(long_get_nbi)(area + SENT, area + BACK, LARGE / 8, next);
  CALL(quiet)();
  for (long i = 0; i < LARGE / 8; ++i) EXPECT(CALL(long_g)(area + SENT + i, me) == pattern_of(me, i));
  if (readable) {
    int done[3] = {0, 0, 0};
    size_t indices[3];
    EXPECT(CALL(long_test)(area + COUNTERS + 6, SHMEM_CMP_GE, 0));
    EXPECT(CALL(uint64_test_all)((uint64_t *)area + SIGNALS, 2, NULL, SHMEM_CMP_GT, 4));
    EXPECT(CALL(uint64_wait_until_some)((uint64_t *)area + SIGNALS, 3, indices, done, SHMEM_CMP_GT, 4) == 2);
    EXPECT(indices[0] == 0 && indices[1] == 1);
    done[0] = 1;
    EXPECT(CALL(uint64_wait_until_any)((uint64_t *)area + SIGNALS, 3, done, SHMEM_CMP_GT, 4) == 1);
  }
  return 0;
}

/* By all threads of a block: `threads` is their number. The area is the same; the host has cleared it. */
ON_DEVICE void block_phase(long *area, int me, int n, long count) {
  const int next = (me + 1) % n;
  shmemx_ctx_long_put_signal_block(SHMEM_CTX_DEFAULT, area + BACK, area + SENT, (size_t)count, (uint64_t *)area + SIGNALS, 1,
                                   SHMEM_SIGNAL_ADD, next);
  shmemx_uint64_wait_until_block((uint64_t *)area + SIGNALS, SHMEM_CMP_EQ, 1);
  shmemx_long_get_block(area + VALUES, area + BACK, 8, next);
  shmemx_ctx_quiet_block(SHMEM_CTX_DEFAULT);
  shmemx_quiet_block();
}

/* Collectives by all threads of a group, in one call of a device: by a block (GROUP is `block`) or a warp. Every thread calls
 * collective_checks and gets 0 or the line of the first check of its own that failed. The results are compared with what
 * each element must be by the sources' formula. `memory` is symmetric memory of the device, of COLLECTIVE bytes. */
#ifndef GROUP
#error "define GROUP"
#endif
#ifndef TESTS_DEVICE_CALLS_COLLECTIVES_H
#define TESTS_DEVICE_CALLS_COLLECTIVES_H

enum { COLLECTIVE = 1 << 20, HALF = COLLECTIVE / 2 };

#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define BY_GROUP(name) JOIN(shmemx_##name##_, GROUP)
#define NOTE(condition) \
  if (!(condition) && !failed) failed = __LINE__
#define EACH(i, count) for (long i = (long)rank; i < (long)(count); i += (long)size)

/* Small whole numbers, so that sums and products of reals are exact in any order. */
ISTHMUS_ANYWHERE static inline long value_of(int pe, long i) { return (pe * 7 + i * 3) % 5 + 1; }

#define OPERATE_sum(a, b) ((a) + (b))
#define OPERATE_prod(a, b) ((a) * (b))
#define OPERATE_max(a, b) ((a) < (b) ? (b) : (a))
#define OPERATE_min(a, b) ((b) < (a) ? (b) : (a))
#define OPERATE_xor(a, b) ((a) ^ (b))
#define OPERATE_and(a, b) ((a) & (b))
#define OPERATE_or(a, b) ((a) | (b))

/* `count` elements, `offset` elements into the memory; `in_place`: dest is source. Element i of PE pe is sign * value_of(pe, i). */
#define REDUCE(NAME, TYPE, op, sign, count, offset, in_place)                                        \
  {                                                                                                  \
    TYPE *from = (TYPE *)memory + (offset), *to = in_place ? from : (TYPE *)(memory + HALF) + (offset); \
    EACH(i, count) to[i] = 0;                                                                        \
    JOIN(isthmus_device_meet_in_, GROUP)();                                                          \
    EACH(i, count) from[i] = (TYPE)(sign * value_of(me, i));                                         \
    BY_GROUP(barrier)(team);                                                                         \
    NOTE(BY_GROUP(NAME##_##op##_reduce)(team, to, from, count) == 0);                                \
    EACH(i, count) {                                                                                 \
      TYPE want = (TYPE)(sign * value_of(first, i));                                                 \
      for (int k = 1; k < n; ++k) want = (TYPE)OPERATE_##op(want, (TYPE)(sign * value_of(first + k * stride, i))); \
      NOTE(to[i] == want);                                                                           \
    }                                                                                                \
    BY_GROUP(barrier)(team);                                                                         \
  }

#endif

/* The team has n members, PEs first, first + stride, ..; `me` is this PE's number in the world team. */
ON_DEVICE int JOIN(collective_checks_, GROUP)(char *memory, shmem_team_t team, int me, int first, int stride, int n) {
  const uint64_t rank = JOIN(isthmus_device_rank_in_, GROUP)(), size = JOIN(isthmus_device_size_of_, GROUP)();
  const int mine = (me - first) / stride;
  int failed = 0;
  int *from = (int *)memory, *to = (int *)(memory + HALF);
  BY_GROUP(team_sync)(team);
  REDUCE(float, float, sum, 1, 2, 0, 0)
  REDUCE(float, float, sum, 1, 1021, 0, 0)
  REDUCE(float, float, sum, 1, 20003, 0, 0)
  for (int root = 0; root < n; ++root) { /* between reductions, since it does not wait for all */
    EACH(i, 3000) from[i] = (int)value_of(me, i + root);
    EACH(i, 3000) to[i] = 0;
    BY_GROUP(barrier)(team);
    NOTE(BY_GROUP(int_broadcast)(team, to, from, 3000, root) == 0);
    EACH(i, 3000) NOTE(to[i] == value_of(first + root * stride, i + root));
  }
  BY_GROUP(barrier)(team);
  EACH(i, 200) from[i] = (int)value_of(me, i); /* now without a barrier between the calls */
  for (int r = 0; r < 40; ++r) { /* roots change, and one of them comes twice or more */
    BY_GROUP(int_broadcast)(team, to + 5 * r, from + 5 * r, 5, r % n);
    if (r % 3 == 0) BY_GROUP(int_broadcast)(team, to + 5 * r, from + 5 * r, 5, r % n);
    BY_GROUP(int_sum_reduce)(team, to + 1000 + 5 * r, from + 5 * r, 5);
    BY_GROUP(int_fcollect)(team, to + 2000 + 5 * n * r, from + 5 * r, 5);
    if (r % 2 == 0) BY_GROUP(int_fcollect)(team, to + 2000 + 5 * n * r, from + 5 * r, 5);
    BY_GROUP(int_alltoall)(team, to + 10000 + 3 * n * r, from + r, 3);
  }
  EACH(i, 200 * n) {
    const long r = i / (5 * n), member = i % (5 * n) / 5;
    NOTE(to[2000 + i] == value_of(first + (int)member * stride, 5 * r + i % 5));
  }
  EACH(i, 120 * n) {
    const long r = i / (3 * n), member = i % (3 * n) / 3;
    NOTE(to[10000 + i] == value_of(first + (int)member * stride, r + 3 * mine + i % 3));
  }
  EACH(i, 200) {
    long sum = 0;
    for (int k = 0; k < n; ++k) sum += value_of(first + k * stride, i);
    NOTE(to[i] == value_of(first + i / 5 % n * stride, i) && to[1000 + i] == sum);
  }
  BY_GROUP(barrier)(team);
#ifdef ALL_COLLECTIVES
  REDUCE(float, float, sum, 1, 3001, 1, 0)
  REDUCE(double, double, sum, -1, 3000, 0, 1)
  REDUCE(double, double, prod, 1, 15, 0, 1)
  REDUCE(schar, signed char, max, -1, 77, 0, 0)
  REDUCE(schar, signed char, min, -1, 40001, 0, 0)
  REDUCE(short, short, min, -1, 333, 1, 0)
  REDUCE(uchar, unsigned char, max, -1, 7, 3, 0)
  REDUCE(ulong, unsigned long, xor, 1, 65, 0, 0)
  REDUCE(uint, unsigned int, or, 1, 5000, 0, 0)
  REDUCE(uint16, uint16_t, and, 1, 5, 0, 0)
  REDUCE(longlong, long long, prod, -1, 20, 0, 0)
  {
    double *in = (double *)memory, *out = (double *)(memory + HALF); /* pairs: i + (pe + 1)i */
    EACH(i, 700) in[2 * i] = (double)i, in[2 * i + 1] = me + 1;
    BY_GROUP(barrier)(team);
    NOTE(BY_GROUP(complexd_prod_reduce)(team, (ISTHMUS_COMPLEXD *)out, (const ISTHMUS_COMPLEXD *)in, 700) == 0);
    EACH(i, 700) {
      double re = 1, im = 0;
      for (int k = 0; k < n; ++k) {
        const double b = first + k * stride + 1, next = re * (double)i - im * b;
        im = re * b + im * (double)i;
        re = next;
      }
      NOTE(out[2 * i] == re && out[2 * i + 1] == im);
    }
    BY_GROUP(barrier)(team);
  }
#endif
  for (int k = 0; k < 6; ++k) { /* sizes that go one way or the other, with the threads of one group or of all; any bytes */
    const int counts[6] = {1, 7, 63, 300, 1500, 4095};
    const long count = counts[k];
    signed char *in = (signed char *)from + k, *out = (signed char *)to + 3 * k;
    EACH(i, count * n) in[i] = (signed char)(value_of(me, i) * 20 + i);
    EACH(i, count * n + 1) out[i] = 0;
    BY_GROUP(barrier)(team);
    NOTE(BY_GROUP(fcollectmem)(team, out, in, (size_t)count) == 0);
    EACH(i, count * n)
      NOTE(out[i] == (signed char)(value_of(first + (int)(i / count) * stride, i % count) * 20 + i % count));
    NOTE(out[count * n] == 0);
    BY_GROUP(barrier)(team);
    NOTE(BY_GROUP(alltoallmem)(team, out, in, (size_t)count) == 0);
    EACH(i, count * n) {
      const long there = mine * count + i % count;
      NOTE(out[i] == (signed char)(value_of(first + (int)(i / count) * stride, there) * 20 + there));
    }
    BY_GROUP(barrier)(team);
    NOTE(BY_GROUP(broadcastmem)(team, out, in, (size_t)count, k % n) == 0);
    EACH(i, count) NOTE(out[i] == (signed char)(value_of(first + k % n * stride, i) * 20 + i));
    BY_GROUP(barrier)(team);
  }
  EACH(i, 1000 * n) to[i] = -1;
  EACH(i, 1000 * n) from[i] = (int)(me * 100000 + i);
  BY_GROUP(barrier)(team);
  NOTE(BY_GROUP(int_alltoall)(team, to, from, 1000) == 0);
  EACH(i, 1000 * n) NOTE(to[i] == (first + i / 1000 * stride) * 100000 + mine * 1000 + i % 1000);
  BY_GROUP(barrier)(team);
  NOTE(BY_GROUP(int_fcollect)(team, to, from + 1, 999) == 0);
  EACH(i, 999 * n) NOTE(to[i] == (first + i / 999 * stride) * 100000 + 1 + i % 999);
  BY_GROUP(barrier)(team);
  NOTE(BY_GROUP(collectmem)(team, to, from, (size_t)(mine + 1) * 4) == 0);
  for (int k = 0, at = 0; k < n; at += ++k)
    EACH(i, k + 1) NOTE(to[at + i] == (first + k * stride) * 100000 + i);
  BY_GROUP(barrier)(team);
  NOTE(BY_GROUP(int_alltoalls)(team, to, from, 2, 3, 10) == 0);
  EACH(i, 10 * n) NOTE(to[2 * i] == (first + i / 10 * stride) * 100000 + mine * 30 + i % 10 * 3);
  BY_GROUP(barrier)(team);
  return failed;
}

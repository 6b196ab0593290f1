/* p, g and strided transfers of every standard RMA type on device memory. */
#include "places.h"

enum { count = 50, most = 4 * count };

static char *device, *heap;
static char buffer[most * sizeof(long double)], expected[most * sizeof(long double)];

#define FOR_EACH_TYPE(DO)                                                                                              \
  DO(float, float)                                                                                                     \
  DO(double, double)                                                                                                   \
  DO(longdouble, long double)                                                                                          \
  DO(char, char)                                                                                                       \
  DO(schar, signed char) DO(short, short) DO(int, int) DO(long, long) DO(longlong, long long) DO(uchar, unsigned char) \
      DO(ushort, unsigned short) DO(uint, unsigned) DO(ulong, unsigned long) DO(ulonglong, unsigned long long)         \
          DO(int8, int8_t) DO(int16, int16_t) DO(int32, int32_t) DO(int64, int64_t) DO(uint8, uint8_t)                 \
              DO(uint16, uint16_t) DO(uint32, uint32_t) DO(uint64, uint64_t) DO(size, size_t) DO(ptrdiff, ptrdiff_t)

/* A value that each type holds exactly; another for each (from, to, index). */
static int small(int from, int to, int index) { return (from * 37 + to * 11 + index * 3 + 1) % 101; }

#define CHECK_TYPE(name, type)                                                                      \
  static void check_##name(void) {                                                                  \
    type *there = (type*)device, *values = (type*)buffer, *wanted = (type*)expected;                \
    /* p: index me of every PE */                                                                   \
    for (int pe = 0; pe < n; ++pe) shmem_##name##_p(there + me, (type)small(me, pe, 0), pe);        \
    shmem_barrier_all();                                                                            \
    driver_copy(values, there, (size_t)n * sizeof(type));                                           \
    for (int pe = 0; pe < n; ++pe) EXPECT(values[pe] == (type)small(pe, me, 0));                    \
    for (int pe = 0; pe < n; ++pe)                                                                  \
      for (int i = 0; i < n; ++i) EXPECT(shmem_##name##_g(there + i, pe) == (type)small(i, pe, 0)); \
    shmem_barrier_all();                                                                            \
    /* put and get of the type, and strided ones, between heap and device both ways */              \
    const int to = (me + 1) % n, from = (me + n - 1) % n;                                           \
    for (int host_side = 0; host_side < 2; ++host_side) {                                           \
      type* source = (type*)(host_side == 0 ? heap : device + most * sizeof(long double));          \
      for (int i = 0; i < most; ++i) values[i] = (type)small(me, to, i);                            \
      set(source, host_side == 0 ? on_heap : on_device, values, most * sizeof(type));               \
      for (int i = 0; i < most; ++i) wanted[i] = (type)small(9, 9, 7);                              \
      driver_copy(there, wanted, most * sizeof(type));                                              \
      shmem_barrier_all();                                                                          \
      shmem_##name##_iput(there + 1, source, 3, 2, count, to);                                      \
      shmem_barrier_all();                                                                          \
      for (int i = 0; i < count; ++i) wanted[1 + 3 * i] = (type)small(from, me, 2 * i);             \
      driver_copy(values, there, most * sizeof(type));                                              \
      for (int i = 0; i < most; ++i) EXPECT(values[i] == wanted[i]);                                \
      shmem_barrier_all();                                                                          \
      /* back: every third of theirs is every second of ours */                                     \
      for (int i = 0; i < most; ++i) values[i] = (type)small(5, 5, i);                              \
      set(source, host_side == 0 ? on_heap : on_device, values, most * sizeof(type));               \
      shmem_##name##_iget(source, there + 1, 2, 3, count, to);                                      \
      for (int i = 0; i < most; ++i) wanted[i] = (type)small(5, 5, i);                              \
      for (int i = 0; i < count; ++i) wanted[2 * i] = (type)small(me, to, 2 * i);                   \
      look(values, source, host_side == 0 ? on_heap : on_device, most * sizeof(type));              \
      for (int i = 0; i < most; ++i) EXPECT(values[i] == wanted[i]);                                \
      shmem_barrier_all();                                                                          \
      for (int i = 0; i < count; ++i) values[i] = (type)small(me, to, i + 5);                       \
      set(source, host_side == 0 ? on_heap : on_device, values, count * sizeof(type));              \
      shmem_##name##_put(there, source, count, to);                                                 \
      shmem_barrier_all();                                                                          \
      shmem_##name##_get(values, there, count, to);                                                 \
      for (int i = 0; i < count; ++i) EXPECT(values[i] == (type)small(me, to, i + 5));              \
      shmem_barrier_all();                                                                          \
      /* blocks with strides */                                                                     \
      for (int i = 0; i < most; ++i) wanted[i] = (type)small(9, 9, 7);                              \
      driver_copy(there, wanted, most * sizeof(type));                                              \
      for (int i = 0; i < most; ++i) values[i] = (type)small(me, to, i);                            \
      set(source, host_side == 0 ? on_heap : on_device, values, most * sizeof(type));               \
      shmem_barrier_all();                                                                          \
      shmem_##name##_ibput(there, source, 7, 4, 3, 20, to);                                         \
      shmem_barrier_all();                                                                          \
      for (int b = 0; b < 20; ++b)                                                                  \
        for (int i = 0; i < 3; ++i) wanted[7 * b + i] = (type)small(from, me, 4 * b + i);           \
      driver_copy(values, there, most * sizeof(type));                                              \
      for (int i = 0; i < most; ++i) EXPECT(values[i] == wanted[i]);                                \
      shmem_barrier_all();                                                                          \
      for (int i = 0; i < most; ++i) wanted[i] = (type)small(8, 8, i);                              \
      set(source, host_side == 0 ? on_heap : on_device, wanted, most * sizeof(type));               \
      shmem_##name##_ibget(source, there, 4, 7, 3, 20, to);                                         \
      for (int b = 0; b < 20; ++b)                                                                  \
        for (int i = 0; i < 3; ++i) wanted[4 * b + i] = (type)small(me, to, 4 * b + i);             \
      look(values, source, host_side == 0 ? on_heap : on_device, most * sizeof(type));              \
      for (int i = 0; i < most; ++i) EXPECT(values[i] == wanted[i]);                                \
      shmem_barrier_all();                                                                          \
    }                                                                                               \
  }
FOR_EACH_TYPE(CHECK_TYPE)

int main(int argc, char** argv) {
  begin_on_device(argc, argv);
  device = shmem_partition_malloc(2 * most * sizeof(long double), device_partition);
  heap = shmem_malloc(most * sizeof(long double));
  EXPECT(device != NULL && heap != NULL);
#define RUN_TYPE(name, type) check_##name();
  FOR_EACH_TYPE(RUN_TYPE)
  shmem_free(heap);
  shmem_free(device);
  return end();
}

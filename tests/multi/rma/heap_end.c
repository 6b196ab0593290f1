/* The last bytes of the heap, which the short ways leave to others: every size at every place up to the end, by each
 * kind of call. What is there is checked with plain loads by the PE that owns it. */
#include "program.h"

enum { tail = 192, largest = 80 };

static unsigned char* end_of_heap; /* behind the last byte of a block that fills the heap */
static unsigned char expected[tail];

static unsigned char byte_of(int round, int i) { return (unsigned char)(round * 31 + i * 7 + 1); }

/* PE 0 has written to the last PE, which compares its tail with what both have noted. */
static void compare(void) {
  shmem_barrier_all();
  if (me == n - 1)
    for (int i = 0; i < tail; ++i) EXPECT_EQ(end_of_heap[i - tail], expected[i]);
  shmem_barrier_all();
}

/* Notes bytes at `from_end` before the end, on all PEs, and returns them. */
static const unsigned char* note(int round, int from_end, int bytes) {
  for (int i = 0; i < bytes; ++i) expected[tail - from_end + i] = byte_of(round, i);
  return expected + tail - from_end;
}

static void blocks(int to) {
  static unsigned char got[largest];
  int round = 0;
  for (int bytes = 1; bytes <= largest; bytes += bytes < 20 ? 1 : 4)
    for (int from_end = bytes; from_end <= bytes + 2; ++from_end) {
      const unsigned char* const sent = note(++round, from_end, bytes);
      if (me == 0) {
        if (round % 2)
          shmem_putmem(end_of_heap - from_end, sent, (size_t)bytes, to);
        else
          shmem_putmem_nbi(end_of_heap - from_end, sent, (size_t)bytes, to);
        shmem_quiet();
        memset(got, 0, sizeof got);
        if (round % 3)
          shmem_getmem(got, end_of_heap - from_end, (size_t)bytes, to);
        else
          shmem_getmem_nbi(got, end_of_heap - from_end, (size_t)bytes, to);
        shmem_quiet();
        EXPECT(memcmp(got, sent, (size_t)bytes) == 0);
      }
      if (round % 16 == 0) compare();
    }
  compare();
}

#define VALUES(NAME, TYPE)                                         \
  for (int k = 1; k * (int)sizeof(TYPE) <= 96; ++k) {              \
    const int from_end = k * (int)sizeof(TYPE);                    \
    TYPE value;                                                    \
    memcpy(&value, note(k, from_end, sizeof value), sizeof value); \
    TYPE* const there = (TYPE*)(void*)(end_of_heap - from_end);    \
    if (me == 0) {                                                 \
      shmem_##NAME##_p(there, value, to);                          \
      shmem_quiet();                                               \
      const TYPE back = shmem_##NAME##_g(there, to);               \
      EXPECT(memcmp(&back, &value, sizeof value) == 0);            \
    }                                                              \
  }                                                                \
  compare();

#define ATOMICS(NAME, TYPE)                                                                                      \
  for (int k = 1; k * (int)sizeof(TYPE) <= 96; ++k) {                                                            \
    const int from_end = k * (int)sizeof(TYPE);                                                                  \
    TYPE before, after;                                                                                          \
    memcpy(&before, expected + tail - from_end, sizeof before);                                                  \
    after = (TYPE)(before + 5u);                                                                                 \
    TYPE* const there = (TYPE*)(void*)(end_of_heap - from_end);                                                  \
    if (me == 0) {                                                                                               \
      EXPECT_EQ(shmem_##NAME##_atomic_fetch_add(there, 3, to), before);                                          \
      shmem_##NAME##_atomic_inc(there, to);                                                                      \
      EXPECT_EQ(shmem_##NAME##_atomic_compare_swap(there, (TYPE)(before + 4u), after, to), (TYPE)(before + 4u)); \
    }                                                                                                            \
    memcpy(expected + tail - from_end, &after, sizeof after);                                                    \
  }                                                                                                              \
  compare();

int main(void) {
  begin();
  shmemx_partition_info_t heap;
  EXPECT_EQ(shmemx_partition_query(1, &heap), 0);
  shmemx_heap_info_t free_space;
  EXPECT_EQ(shmemx_heap_query(1, &free_space), 0);
  unsigned char* const block = shmem_malloc(free_space.largest_free);
  EXPECT(block != NULL);
  end_of_heap = (unsigned char*)heap.base + heap.size;
  EXPECT(block + free_space.largest_free == end_of_heap);
  memset(end_of_heap - tail, 0, tail);
  shmem_barrier_all();
  const int to = n - 1; /* on the other node, where there are two */
  blocks(to);
  VALUES(char, char)
  VALUES(short, short)
  VALUES(int, int)
  VALUES(long, long)
  VALUES(float, float)
  VALUES(double, double)
  ATOMICS(uint, unsigned)
  ATOMICS(ulong, unsigned long)
  shmem_free(block);
  return end();
}

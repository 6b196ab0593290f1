/* malloc, calloc, align, realloc, free and malloc_with_hints: blocks must be symmetric, aligned and disjoint, and must
 * keep their contents. */
#include <shmemx.h>

#include "expect.h"
#include "pattern.h"

static uintptr_t address; /* this PE's block, for the others to read */
static int me, n;

/* The same address on all PEs (which this library promises on one node), reachable on all. */
static void check_symmetric(void* p) {
  EXPECT(p != NULL);
  EXPECT_EQ((uintptr_t)p % 16, 0);
  address = (uintptr_t)p;
  shmem_barrier_all();
  for (int pe = 0; pe < n; ++pe) {
    EXPECT_EQ(shmem_uint64_g(&address, pe), (uintptr_t)p);
    EXPECT(shmem_addr_accessible(p, pe));
  }
  shmem_barrier_all();
}

static void check_zero_sizes(void) {
  EXPECT(shmem_malloc(0) == NULL);
  EXPECT(shmem_calloc(0, 8) == NULL);
  EXPECT(shmem_calloc(8, 0) == NULL);
  EXPECT(shmem_align(64, 0) == NULL);
  EXPECT(shmem_malloc_with_hints(0, 0) == NULL);
  EXPECT(shmem_realloc(NULL, 0) == NULL);
  shmem_free(NULL);
  shmemx_heap_info_t before, after;
  EXPECT_EQ(shmemx_heap_query(1, &before), 0);
  void* p = shmem_malloc(100);
  EXPECT(p != NULL);
  EXPECT(shmem_realloc(p, 0) == NULL);
  EXPECT_EQ(shmemx_heap_query(1, &after), 0);
  EXPECT_EQ(after.used, before.used); /* it was freed */
}

static void check_alignment(void) {
  for (size_t alignment = sizeof(void*); alignment <= 2 << 20; alignment *= 2) {
    void* p = shmem_align(alignment, 24);
    check_symmetric(p);
    EXPECT_EQ((uintptr_t)p % alignment, 0);
    for (int pe = 0; pe < n; ++pe) EXPECT_EQ((uintptr_t)shmem_ptr(p, pe) % (alignment > 4096 ? 4096 : alignment), 0);
    shmem_free(p);
  }
}

static void check_hints(void) {
  const long hints[] = {0, SHMEM_MALLOC_ATOMICS_REMOTE, SHMEM_MALLOC_SIGNAL_REMOTE,
                        SHMEM_MALLOC_ATOMICS_REMOTE | SHMEM_MALLOC_SIGNAL_REMOTE};
  for (int i = 0; i < 4; ++i) {
    void* p = shmem_malloc_with_hints(1000, hints[i]);
    check_symmetric(p);
    shmem_free(p);
  }
}

/* A block is filled by other PEs, so realloc must wait for their puts and move the data; its new part must be usable to
 * the last byte. */
static void check_realloc(void) {
  static const size_t sizes[] = {10, 1000, 100, 100000, 99999, 3 << 20, 64, 1, 5000};
  unsigned char* p = shmem_realloc(NULL, 10);
  check_symmetric(p);
  size_t kept = 0;
  unsigned char* expected = malloc(3 << 20);
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; ++i) {
    p = shmem_realloc(p, sizes[i]);
    check_symmetric(p);
    if (kept > sizes[i]) kept = sizes[i];
    fill_pattern(expected, kept, i, (me + n - 1) % n, me);
    EXPECT_SAME(p, expected, kept);
    shmem_barrier_all();
    fill_pattern(expected, sizes[i], i + 1, me, (me + 1) % n);
    shmem_putmem(p, expected, sizes[i], (me + 1) % n);
    kept = sizes[i];
    /* No barrier here: realloc itself waits for what is still under way. */
  }
  shmem_barrier_all();
  free(expected);
  shmem_free(p);
}

static void check_calloc(void) {
  for (int round = 0; round < 3; ++round) {
    unsigned char* p = shmem_calloc(1000, 37);
    check_symmetric(p);
    for (size_t i = 0; i < 37000; ++i) EXPECT_EQ(p[i], 0);
    shmem_barrier_all();
    memset(p, 0xff, 37000);
    shmem_free(p);
  }
  EXPECT(shmem_calloc(SIZE_MAX / 2, 3) == NULL);
  EXPECT(shmem_calloc((size_t)1 << 33, (size_t)1 << 31) == NULL);
  EXPECT(shmem_calloc(SIZE_MAX, SIZE_MAX) == NULL);
}

/* Many blocks live at once: none may overlap another, freed ones are reused. */
static void check_many(void) {
  enum { blocks = 200 };
  unsigned char* block[blocks] = {0};
  size_t size[blocks] = {0};
  unsigned char* expected = malloc(1 << 16);
  for (int step = 0; step < 3 * blocks; ++step) {
    const size_t i = pattern(1, 0, 0, (size_t)step) % blocks;
    if (block[i]) {
      fill_pattern(expected, size[i], i, me, me);
      EXPECT_SAME(block[i], expected, size[i]);
      shmem_free(block[i]);
    }
    size[i] = 1 + pattern(2, 0, 0, (size_t)step) % (step % 10 ? 300 : 65000);
    block[i] = shmem_malloc(size[i]);
    EXPECT(block[i] != NULL);
    fill_pattern(block[i], size[i], i, me, me);
  }
  for (size_t i = 0; i < blocks; ++i) {
    fill_pattern(expected, size[i], i, me, me);
    EXPECT_SAME(block[i], expected, size[i]);
    shmem_free(block[i]);
  }
  free(expected);
}

int main(void) {
  shmem_init();
  me = shmem_my_pe();
  n = shmem_n_pes();
  check_symmetric(shmem_malloc(1));
  check_zero_sizes();
  check_alignment();
  check_hints();
  check_realloc();
  check_calloc();
  check_many();
  shmem_finalize();
  return 0;
}

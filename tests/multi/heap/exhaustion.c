/* A heap of 16 MiB (the test sets it) is exhausted: the call must return null on all PEs, and the program must go
 * on. */
#include <shmemx.h>

#include "expect.h"

enum { heap_bytes = 16 << 20 };

static int got; /* 1 when my call gave memory */

static void* expect_agreement(void* p) {
  const int n = shmem_n_pes();
  got = p != NULL;
  shmem_barrier_all();
  for (int pe = 0; pe < n; ++pe) EXPECT_EQ(shmem_int_g(&got, pe), p != NULL);
  shmem_barrier_all();
  return p;
}

static shmemx_heap_info_t query(void) {
  shmemx_heap_info_t info = {0, 0, 0};
  EXPECT_EQ(shmemx_heap_query(1, &info), 0);
  return info;
}

int main(void) {
  shmem_init();
  EXPECT_EQ(query().size, heap_bytes);
  EXPECT_EQ(query().used, 0);
  EXPECT_EQ(query().largest_free, heap_bytes);

  EXPECT(expect_agreement(shmem_malloc(heap_bytes + 1)) == NULL);
  EXPECT(expect_agreement(shmem_malloc(SIZE_MAX)) == NULL);
  EXPECT(expect_agreement(shmem_malloc(SIZE_MAX - 100)) == NULL);
  EXPECT(expect_agreement(shmem_align(2 << 20, heap_bytes + 1)) == NULL);
  EXPECT(expect_agreement(shmem_align((size_t)1 << 62, 64)) == NULL);
  char* aligned = expect_agreement(shmem_align(1 << 30, 64)); /* null unless the heap's own address is so aligned */
  EXPECT_EQ((uintptr_t)aligned % (1 << 30), 0);
  shmem_free(aligned);
  char* all = expect_agreement(shmem_malloc(heap_bytes));
  EXPECT(all != NULL);
  all[heap_bytes - 1] = 1;
  EXPECT_EQ(query().used, heap_bytes);
  EXPECT_EQ(query().largest_free, 0);
  EXPECT(expect_agreement(shmem_malloc(1)) == NULL);
  EXPECT(expect_agreement(shmem_calloc(1, 1)) == NULL);
  EXPECT(expect_agreement(shmem_realloc(all, (size_t)heap_bytes * 2)) == NULL);
  EXPECT_EQ(all[heap_bytes - 1], 1); /* a failed realloc leaves the block alone */
  shmem_free(all);

  /* Allocates blocks of 10,000 bytes until nothing fits; after freeing one, one more must fit. */
  char* blocks[heap_bytes / 10000 + 1];
  int count = 0;
  while ((blocks[count] = shmem_malloc(10000))) ++count;
  expect_agreement(blocks[count]);
  EXPECT(count <= heap_bytes / 10000);
  EXPECT(count >= heap_bytes / 2 / 10000); /* an allocator of powers of two may not use less than half */
  EXPECT(query().used >= (size_t)count * 10000 && query().used <= heap_bytes);
  EXPECT(query().largest_free < 10000);
  for (int i = 0; i < count; ++i) memset(blocks[i], i, 10000);
  shmem_free(blocks[count / 2]);
  EXPECT(query().largest_free >= 10000);
  EXPECT((blocks[count / 2] = expect_agreement(shmem_malloc(10000))) != NULL);
  memset(blocks[count / 2], count / 2, 10000);
  for (int i = 0; i < count; ++i) {
    EXPECT_EQ((unsigned char)blocks[i][0], i % 256);
    EXPECT_EQ((unsigned char)blocks[i][9999], i % 256);
  }
  /* Frees in an order that leaves holes first, which must merge. */
  for (int i = 0; i < count; i += 2) shmem_free(blocks[i]);
  for (int i = 1; i < count; i += 2) shmem_free(blocks[i]);
  EXPECT_EQ(query().used, 0);
  EXPECT_EQ(query().largest_free, heap_bytes);
  shmem_finalize();
  return 0;
}

/* Allocation in partition 2, which is device memory. Usage: blocks KIND [BYTES]. The partition must have the size BYTES
 * (256M by default), and a block that is too large for it must be null on all PEs. Also prints where everything is, for
 * people. */
#include <shmemx.h>
#include <stdint.h>
#include <stdio.h>

#include "../../multi/expect.h"

enum { kBlock = 1 << 20 };

static size_t used(void) {
  shmemx_heap_info_t info;
  EXPECT_EQ(shmemx_heap_query(2, &info), 0);
  return info.used;
}

/* Blocks must be at the same offset from the partition's base on all PEs. */
static void expect_symmetric(const char* base, const char* p) {
  static ptrdiff_t mine, theirs;
  mine = p - base;
  shmem_barrier_all();
  for (int pe = 0; pe < shmem_n_pes(); ++pe) {
    shmem_getmem(&theirs, &mine, sizeof theirs, pe);
    EXPECT_EQ(theirs, mine);
  }
  shmem_barrier_all();
}

static void expect_kinds(const char* kind, void* p) {
  static int variable;
  int local = 0;
  void* host = shmem_malloc(100);
  EXPECT_EQ(shmemx_partition_of(p), 2);
  EXPECT_EQ(strcmp(shmemx_kind_of(p), kind), 0);
  EXPECT_EQ(strcmp(shmemx_kind_of((char*)p + kBlock - 1), kind), 0);
  EXPECT_EQ(shmemx_partition_of(host), 1);
  EXPECT_EQ(strcmp(shmemx_kind_of(host), "HOST"), 0);
  EXPECT_EQ(shmemx_partition_of(&variable), 0);
  EXPECT_EQ(shmemx_partition_of(&local), 0);
  EXPECT_EQ(strcmp(shmemx_kind_of(&variable), "HOST"), 0);
  EXPECT_EQ(strcmp(shmemx_kind_of(&local), "HOST"), 0);
  EXPECT_EQ(shmemx_partition_of(NULL), 0);
  shmem_free(host);
}

/* A block that grows must keep its contents. */
static void* expect_grows(char* p) {
  static unsigned char before[kBlock], after[kBlock];
  for (size_t i = 0; i < kBlock; ++i) before[i] = (unsigned char)(i * 7 + i / 255 + (size_t)shmem_my_pe());
  shmem_putmem(p, before, kBlock, shmem_my_pe());
  shmem_barrier_all();
  char* larger = shmem_realloc(p, 3 * kBlock);
  EXPECT(larger != NULL);
  EXPECT_EQ(shmemx_partition_of(larger), 2);
  shmem_getmem(after, larger, kBlock, shmem_my_pe());
  EXPECT_SAME(after, before, kBlock);
  larger = shmem_realloc(larger, kBlock / 2);
  shmem_getmem(after, larger, kBlock / 2, shmem_my_pe());
  EXPECT_SAME(after, before, kBlock / 2);
  return larger;
}

int main(int argc, char** argv) {
  if (argc < 2) return fprintf(stderr, "usage: blocks KIND [BYTES]\n"), 2;
  const char* kind = argv[1];
  const size_t bytes = argc > 2 ? strtoull(argv[2], NULL, 0) : (size_t)256 << 20;
  shmem_init();
  shmemx_heap_info_t info;
  EXPECT_EQ(shmemx_heap_query(2, &info), 0);
  EXPECT_EQ(info.size, bytes);
  EXPECT_EQ(info.used, 0);
  EXPECT_EQ(info.largest_free, bytes);

  char* first = shmem_partition_malloc(kBlock, 2);
  EXPECT(first != NULL);
  EXPECT_EQ(used(), kBlock);
  expect_kinds(kind, first);
  for (int pe = 0; pe < shmem_n_pes(); ++pe)
    printf("PE %d: %s block at %p, PE %d's here at %p\n", shmem_my_pe(), shmemx_kind_of(first), (void*)first, pe,
           shmem_ptr(first, pe));
  fflush(stdout);
  EXPECT(shmem_ptr(first, shmem_my_pe()) == first);

  char* aligned = shmem_partition_align((size_t)2 << 20, 100, 2);
  EXPECT(aligned != NULL);
  EXPECT_EQ((uintptr_t)aligned % ((size_t)2 << 20), 0);
  expect_symmetric(first, aligned);
  EXPECT(shmem_partition_malloc(bytes, 2) == NULL);
  EXPECT(shmem_partition_align((size_t)1 << 40, 100, 2) == NULL);
  first = expect_grows(first);
  expect_symmetric(first, aligned);

  shmem_free(first);
  shmem_partition_free(aligned);
  EXPECT_EQ(used(), 0);
  char* whole = shmem_partition_malloc(bytes, 2);
  EXPECT(whole != NULL);
  EXPECT_EQ(used(), bytes);
  shmem_free(whole);
  if (shmem_my_pe() == 0)
    printf("partition 2 of %d PEs: %zu bytes of %s memory: as they should be\n", shmem_n_pes(), bytes, kind);
  shmem_finalize();
  return 0;
}

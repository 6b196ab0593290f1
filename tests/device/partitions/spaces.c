/* Creating and destroying spaces (shmemx_space_create). Usage: spaces KIND. The job has no partition of that kind
 * unless the environment says so. */
#include <shmemx.h>
#include <stdio.h>

#include "../../multi/expect.h"

enum { kBytes = 4 << 20, kWords = 5000, kCycles = 5 };

static void expect_kind(const void* p, const char* kind, shmemx_space_t space) {
  EXPECT_EQ(shmemx_partition_of(p), space);
  EXPECT_EQ(strcmp(shmemx_kind_of(p), kind), 0);
}

/* Every PE puts to its right neighbour from a space's memory and from a variable, and checks what it received. */
static void expect_puts(int* there, int seed) {
  static int mine[kWords], seen[kWords], expected[kWords];
  const int me = shmem_my_pe(), n = shmem_n_pes(), right = (me + 1) % n, left = (me + n - 1) % n;
  if (shmem_ptr(there, right) == NULL) return; /* IPC refused, or another node */
  for (int i = 0; i < kWords; ++i) {
    mine[i] = seed + me * kWords + i;
    expected[i] = seed + left * kWords + i;
  }
  shmem_int_put(there, mine, kWords, right);
  shmem_barrier_all();
  shmem_int_get(seen, there, kWords, me);
  EXPECT_SAME(seen, expected, sizeof seen);
  shmem_barrier_all();
  /* On to the second half of the right neighbour, from device memory where that is the kind. */
  shmem_int_put(there + kWords, there, kWords, right);
  shmem_barrier_all();
  const int before = (left + n - 1) % n;
  for (int i = 0; i < kWords; ++i) expected[i] = seed + before * kWords + i;
  shmem_int_get(seen, there + kWords, kWords, me);
  EXPECT_SAME(seen, expected, sizeof seen);
  shmem_barrier_all();
}

/* Everybody waits for a word of its own copy that its left neighbour sets. */
static void expect_wait(int* word, int value) {
  const int me = shmem_my_pe(), right = (me + 1) % shmem_n_pes();
  if (shmem_ptr(word, right) == NULL) return;
  shmem_int_p(word, value - 1, me);
  shmem_barrier_all();
  shmem_int_p(word, value, right);
  shmem_int_wait_until(word, SHMEM_CMP_EQ, value);
  EXPECT(shmem_int_test(word, SHMEM_CMP_EQ, value));
  shmem_barrier_all();
}

static void* last_payload;
static size_t last_bytes;

static void handle(shmemx_am_token_t token, const uint64_t* args, int nargs, void* payload, size_t bytes) {
  (void)token, (void)args, (void)nargs;
  last_payload = payload;
  last_bytes = bytes;
}

/* Long messages, which the message carries between nodes and which it does not, to the right neighbour's copy. */
static void expect_messages(int handler, int* there, int seed) {
  static const int words[] = {100, kWords};
  static int mine[kWords], seen[kWords], expected[kWords];
  const int me = shmem_my_pe(), n = shmem_n_pes(), right = (me + 1) % n, left = (me + n - 1) % n;
  for (int size = 0; size < 2; ++size) {
    const size_t bytes = (size_t)words[size] * sizeof *mine;
    for (int i = 0; i < words[size]; ++i) {
      mine[i] = seed + size + me * kWords + i;
      expected[i] = seed + size + left * kWords + i;
    }
    shmemx_am_request_long(right, handler, NULL, 0, mine, bytes, there + size);
    shmemx_am_quiet();
    shmem_barrier_all();
    EXPECT(last_payload == there + size);
    EXPECT_EQ(last_bytes, bytes);
    shmem_int_get(seen, there + size, (size_t)words[size], me);
    EXPECT_SAME(seen, expected, bytes);
    shmem_barrier_all();
  }
}

int main(int argc, char** argv) {
  if (argc != 2) return fprintf(stderr, "usage: spaces KIND\n"), 2;
  const char* kind = argv[1];
  char description[100];
  snprintf(description, sizeof description, "SIZE=%d:KIND=%s", kBytes, kind);
  shmem_init();
  shmem_ctx_t context;
  EXPECT_EQ(shmem_ctx_create(0, &context), 0);
  const int handler = shmemx_am_register(handle);

  shmemx_space_t last = 0;
  for (int cycle = 0; cycle < kCycles; ++cycle) {
    const shmemx_space_t space = shmemx_space_create(description);
    EXPECT(space > 127 && space > last);
    last = space;
    int* block = shmemx_space_malloc(space, 2 * kWords * sizeof *block);
    EXPECT(block != NULL);
    expect_kind(block, kind, space);
    shmemx_heap_info_t info;
    EXPECT_EQ(shmemx_heap_query(space, &info), 0);
    EXPECT_EQ(info.size, kBytes);
    expect_puts(block, cycle * 1000000);
    expect_wait(block, 1000 + cycle);
    expect_messages(handler, block, cycle * 1000);
    if (shmem_ptr(block, 0) != NULL) {
      shmem_ctx_int_put(context, block, block + kWords, 10, shmem_my_pe());
      shmem_ctx_quiet(context);
    }
    EXPECT(shmemx_space_malloc(space, kBytes) == NULL);
    EXPECT(shmem_partition_malloc(100, space) != NULL);
    if (cycle % 2) shmem_free(block);
    shmemx_space_destroy(space);
    EXPECT(shmemx_heap_query(space, &info) != 0);
    EXPECT_EQ(shmemx_partition_of(block), 0);
  }

  /* So many that the library makes dropped ones again. */
  for (int cycle = 0; cycle < 20; ++cycle) {
    const shmemx_space_t space = shmemx_space_create(description);
    EXPECT(space > last);
    last = space;
    expect_messages(handler, shmemx_space_malloc(space, 2 * kWords * sizeof(int)), 50000 + cycle);
    shmemx_space_destroy(space);
  }

  /* A space that cannot be made must be SHMEMX_SPACE_INVALID on all PEs. */
  EXPECT_EQ(shmemx_space_create("SIZE=1M:KIND=TAPE"), SHMEMX_SPACE_INVALID);
  EXPECT_EQ(shmemx_space_create("KIND=HOST"), SHMEMX_SPACE_INVALID);
  EXPECT_EQ(shmemx_space_create(shmem_my_pe() == shmem_n_pes() - 1 ? "SIZE=bad" : description), SHMEMX_SPACE_INVALID);

  /* Two spaces at a time, one of which shmem_finalize has to destroy. */
  const shmemx_space_t one = shmemx_space_create(description), two = shmemx_space_create(description);
  EXPECT(one != SHMEMX_SPACE_INVALID && two != SHMEMX_SPACE_INVALID && one != two);
  int* kept = shmemx_space_malloc(two, 2 * kWords * sizeof *kept);
  expect_puts(kept, 77);
  shmemx_space_destroy(one);
  expect_puts(kept, 78);
  shmem_ctx_destroy(context);
  if (shmem_my_pe() == 0) printf("spaces of %s memory came and went\n", kind);
  shmem_finalize();
  return 0;
}

/* shmemx_putmem_counted and shmemx_getmem_counted: each operation counts itself, once, when it is complete. Those that try are
 * begun, and count, or are not, and do not. */
#include "program.h"

enum { pieces = 700, bytes = 1000, large = 3000000 };

static uint64_t load(uint64_t* counter) { return __atomic_load_n(counter, __ATOMIC_ACQUIRE); }

static void wait_for(uint64_t* counter, uint64_t goal) {
  while (load(counter) < goal) shmemx_am_poll();
  EXPECT(load(counter) == goal);
}

/* More than may be under way at a time, tried again after each refusal. */
static void try_many(unsigned char* symmetric, unsigned char* local, int after, int before) {
  uint64_t done = 0;
  for (int p = 0; p < pieces; ++p) {
    memset(local + p * bytes, me * 3 + p % 50 + 1, bytes);
    while (shmemx_putmem_counted_try(symmetric + p * bytes, local + p * bytes, bytes, after, &done) != 0)
      shmemx_am_poll();
  }
  wait_for(&done, pieces);
  shmem_sync_all();
  for (int i = 0; i < pieces * bytes; ++i) EXPECT(symmetric[i] == (unsigned char)(before * 3 + i / bytes % 50 + 1));
  memset(local, 0, pieces * bytes);
  for (int p = 0; p < pieces; ++p)
    while (shmemx_getmem_counted_try(local + p * bytes, symmetric + p * bytes, bytes, after, &done) != 0)
      shmemx_am_poll();
  wait_for(&done, 2 * pieces);
  for (int i = 0; i < pieces * bytes; ++i) EXPECT(local[i] == (unsigned char)(me * 3 + i / bytes % 50 + 1));
  shmem_sync_all();
}

static unsigned char value_of(int pe, int piece, int i) { return (unsigned char)(pe * 7 + piece * 3 + i); }

int main(void) {
  begin();
  const int after = (me + 1) % n, before = (me + n - 1) % n;
  unsigned char* const symmetric = shmem_malloc(large);
  unsigned char* const local = malloc(large);
  uint64_t together = 0;
  static uint64_t alone[pieces];
  for (int p = 0; p < pieces; ++p)
    for (int i = 0; i < bytes; ++i) local[p * bytes + i] = value_of(me, p, i);
  // More than may be under way at a time, each with a counter of its own and in any order.
  for (int p = 0; p < pieces; ++p)
    shmemx_putmem_counted(symmetric + p * bytes, local + p * bytes, bytes, after, &alone[p]);
  for (int p = pieces - 1; p >= 0; --p) wait_for(&alone[p], 1);
  shmem_sync_all();  // not a quiet: what was counted is there
  for (int p = 0; p < pieces; ++p)
    for (int i = 0; i < bytes; ++i) EXPECT(symmetric[p * bytes + i] == value_of(before, p, i));
  memset(local, 0, large);
  for (int p = 0; p < pieces; ++p)
    shmemx_getmem_counted(local + p * bytes, symmetric + p * bytes, bytes, after, &together);
  wait_for(&together, pieces);
  for (int p = 0; p < pieces; ++p)
    for (int i = 0; i < bytes; ++i) EXPECT(local[p * bytes + i] == value_of(me, p, i));
  shmem_sync_all();
  memset(local, me + 1, large);
  shmemx_putmem_counted(symmetric, local, large, after, &together);
  shmem_quiet();
  wait_for(&together, pieces + 1);
  shmemx_putmem_counted(symmetric, local, 0, after, &together);  // nothing to move is complete at once
  EXPECT(load(&together) == pieces + 2);
  shmem_sync_all();
  for (int i = 0; i < large; ++i) EXPECT(symmetric[i] == before + 1);
  shmem_sync_all();
  try_many(symmetric, local, after, before);
  free(local);
  shmem_free(symmetric);
  shmem_finalize();
  return 0;
}

/* The source of a put that has returned may be changed, and what a get brought is there, whatever way the bytes took:
 * in one piece and strided, of little and much. All looks are the driver's. */
#include "program.h"

enum { most = 300000, step = 3, blocks = 100, blocked = 5 };
static const size_t sizes[] = {8, 64, 72, 4096, 5000, most};

static char *scratch, *seen, *rubbish;

static void expect_room(const char* at, int place, size_t bytes) {
  look(seen, at, place, bytes);
  EXPECT_SAME(seen, scratch, bytes);
}

static void put_and_spoil(char* remote, int remote_place, char* local, int local_place, size_t bytes) {
  const int to = (me + 1) % n, from = (me + n - 1) % n;
  fill_pattern(scratch, bytes, bytes, me, to);
  set(local, local_place, scratch, bytes);
  shmem_putmem(remote, local, bytes, to);
  set(local, local_place, rubbish, bytes);
  shmem_barrier_all();
  fill_pattern(scratch, bytes, bytes, from, me);
  expect_room(remote, remote_place, bytes);
  shmem_barrier_all();
  set(remote, remote_place, rubbish, bytes);
  shmem_barrier_all();
}

/* Every third word, then blocks of five, to and from the next PE. */
static void strided(char* remote, int remote_place, char* local, int local_place) {
  enum { words = blocks * blocked * step, bytes = words * 8 };
  const int to = (me + 1) % n, from = (me + n - 1) % n;
  uint64_t *there = (uint64_t*)remote, *here = (uint64_t*)local, *expected = (uint64_t*)scratch;
  for (int by_blocks = 0; by_blocks < 2; ++by_blocks) {
    const size_t width = by_blocks ? blocked : 1;
    fill_pattern(scratch, bytes, 9, me, to);
    set(local, local_place, scratch, bytes);
    set(remote, remote_place, rubbish, bytes);
    shmem_barrier_all();
    if (by_blocks)
      shmem_uint64_ibput(there, here, step * blocked, blocked, blocked, blocks, to);
    else
      shmem_uint64_iput(there, here, step, 1, blocks, to);
    set(local, local_place, rubbish, bytes);
    shmem_barrier_all();
    memcpy(scratch, rubbish, bytes);
    for (size_t i = 0; i < blocks * width; ++i)
      expected[i / width * step * width + i % width] = pattern(9, from, me, i);
    expect_room(remote, remote_place, bytes);
    shmem_barrier_all();
    if (by_blocks)
      shmem_uint64_ibget(here, there, blocked, step * blocked, blocked, blocks, to);
    else
      shmem_uint64_iget(here, there, 1, step, blocks, to);
    memcpy(scratch, rubbish, bytes);
    fill_pattern(scratch, blocks * width * 8, 9, me, to);
    expect_room(local, local_place, bytes);
    shmem_barrier_all();
  }
}

int main(int argc, char** argv) {
  begin(argc, argv);
  scratch = malloc(most);
  seen = malloc(most);
  rubbish = malloc(most);
  memset(rubbish, 0x5a, most);
  for (int remote_place = 0; remote_place < 2; ++remote_place) {
    char* remote = room(remote_place, most, 0);
    for (int local_place = 0; local_place < places; ++local_place) {
      char* local = room(local_place, most, 1);
      for (size_t s = 0; s < sizeof sizes / sizeof *sizes; ++s)
        put_and_spoil(remote, remote_place, local, local_place, sizes[s]);
      strided(remote, remote_place, local, local_place);
      no_room(local_place, local);
    }
    no_room(remote_place, remote);
  }
  free(rubbish);
  free(seen);
  free(scratch);
  return end();
}

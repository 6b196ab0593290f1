/* The source of a put that has returned may be changed, and a get that has returned has brought its data, whichever
 * path the bytes took: dense and strided, short and long. All checks read the device by the driver. */
#include "places.h"

enum { most = 2 * 33000 * 2 * 8 };
static const size_t sizes[] = {8, 64, 72, 4096, 5000, 300000};

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

/* Of uint64_t: blocks of one word, and of several; of more bytes in all than travel at once (256 KiB), and each of more. */
static const struct {
  size_t blocks, width, step; /* a block starts `step` widths after the last */
} layouts[] = {{100, 1, 3}, {100, 5, 3}, {1200, 30, 2}, {2, 33000, 2}};

/* Transfers to and from the right neighbour: contiguous on this PE, strided there. */
static void strided(char* remote, int remote_place, char* local, int local_place, size_t blocks, size_t width, size_t step) {
  const size_t bytes = blocks * width * step * sizeof(uint64_t);
  const ptrdiff_t apart = (ptrdiff_t)(width * step), dense = (ptrdiff_t)width;
  const int to = (me + 1) % n, from = (me + n - 1) % n;
  uint64_t *there = (uint64_t*)remote, *here = (uint64_t*)local, *expected = (uint64_t*)scratch;
  EXPECT(bytes <= most);
  fill_pattern(scratch, bytes, 9, me, to);
  set(local, local_place, scratch, bytes);
  set(remote, remote_place, rubbish, bytes);
  shmem_barrier_all();
  if (width > 1)
    shmem_uint64_ibput(there, here, apart, dense, width, blocks, to);
  else
    shmem_uint64_iput(there, here, apart, dense, blocks, to);
  set(local, local_place, rubbish, bytes);
  shmem_barrier_all();
  memcpy(scratch, rubbish, bytes);
  for (size_t i = 0; i < blocks * width; ++i)
    expected[i / width * step * width + i % width] = pattern(9, from, me, i);
  expect_room(remote, remote_place, bytes);
  shmem_barrier_all();
  if (width > 1)
    shmem_uint64_ibget(here, there, dense, apart, width, blocks, to);
  else
    shmem_uint64_iget(here, there, dense, apart, blocks, to);
  memcpy(scratch, rubbish, bytes);
  fill_pattern(scratch, blocks * width * sizeof(uint64_t), 9, me, to);
  expect_room(local, local_place, bytes);
  shmem_barrier_all();
}

int main(int argc, char** argv) {
  begin_on_device(argc, argv);
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
      for (size_t l = 0; l < sizeof layouts / sizeof *layouts; ++l)
        strided(remote, remote_place, local, local_place, layouts[l].blocks, layouts[l].width, layouts[l].step);
      no_room(local_place, local);
    }
    no_room(remote_place, remote);
  }
  free(rubbish);
  free(seen);
  free(scratch);
  return end();
}

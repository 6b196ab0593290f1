/* put and get, blocking and not, between every place that local memory can be in and every symmetric place, in many
 * sizes and alignments, to and from all PEs. The driver reads the data at its target together with the bytes around
 * it. */
#include "places.h"

enum { guard = 64, largest = (1 << 20) + 3, offsets = 3 };
static const size_t sizes[] = {1, 2, 3, 4, 7, 8, 16, 63, 64, 100, 4096, 65537, largest};
static const size_t shifts[offsets] = {0, 1, 12};
enum operation { put, get, put_nbi, get_nbi, put_on_context, operations };

static char *expected, *seen;
static shmem_ctx_t context;

static uint64_t seed_of(int operation, size_t size, size_t shift) {
  return (uint64_t)operation * 1000003 + size * 31 + shift;
}

static void start(int operation, char* target, char* local, size_t size, int pe) {
  switch (operation) {
    case put:
      shmem_putmem(target, local, size, pe);
      break;
    case get:
      shmem_getmem(local, target, size, pe);
      break;
    case put_nbi:
      shmem_putmem_nbi(target, local, size, pe);
      break;
    case get_nbi:
      shmem_getmem_nbi(local, target, size, pe);
      break;
    default:
      shmem_ctx_putmem(context, target, local, size, pe);
      shmem_ctx_quiet(context);
  }
}

/* The `changed` bytes from `shift` on must be the pattern of (seed, from, to), and all others 0x77. */
static void expect_room(const char* at, int place, size_t size, size_t shift, uint64_t seed, int from, int to) {
  memset(expected, 0x77, size + 2 * guard);
  fill_pattern(expected + guard + shift, size, seed, from, to);
  look(seen, at, place, size + 2 * guard);
  EXPECT_SAME(seen, expected, size + 2 * guard);
}

static void transfer(int operation, char* local, int local_place, char* remote, int remote_place, size_t size,
                     size_t shift) {
  const int reads = operation == get || operation == get_nbi;
  const uint64_t seed = seed_of(operation, size, shift);
  for (int distance = 0; distance < n; ++distance) {
    const int to = (me + distance) % n, from = (me + n - distance) % n;
    char* const source = reads ? remote : local;
    char* const dest = reads ? local : remote;
    const int source_place = reads ? remote_place : local_place, dest_place = reads ? local_place : remote_place;
    memset(expected, 0x77, size + 2 * guard);
    set(dest, dest_place, expected, size + 2 * guard);
    fill_pattern(expected + guard + shift, size, seed, me, reads ? from : to);
    set(source, source_place, expected, size + 2 * guard);
    shmem_barrier_all();
    start(operation, remote + guard + shift, local + guard + shift, size, to);
    shmem_barrier_all(); /* completes nonblocking transfers */
    if (reads)
      expect_room(dest, dest_place, size, shift, seed, to, me);
    else
      expect_room(dest, dest_place, size, shift, seed, from, me);
    shmem_barrier_all();
  }
}

/* Overlapping transfers within this PE's own memory must act as memmove, in both directions, over more than one block
 * of the library's and also after a put. */
static void overlapping(void) {
  enum { bytes = 3 << 20, shift = 4096 + 8 };
  char *block = room(on_device, bytes + shift, 0), *model = malloc(bytes + shift), *got = malloc(bytes + shift);
  for (int way = 0; way < 4; ++way) {
    char *to = way % 2 ? block : block + shift, *from = way % 2 ? block + shift : block;
    fill_pattern(model, bytes + shift, 900 + (uint64_t)way, me, me);
    set(block, on_device, model, bytes + shift);
    char few[64];
    memset(few, way, sizeof few);
    memcpy(model + shift, few, sizeof few);
    shmem_putmem_nbi(block + shift, few, sizeof few, me);
    if (way < 2) shmem_quiet();
    memmove(model + (to - block), model + (from - block), bytes);
    if (way < 2)
      shmem_putmem(to, from, bytes, me);
    else
      shmem_getmem(to, from, bytes, me); /* sees what this PE has put */
    shmem_quiet();
    look(got, block, on_device, bytes + shift);
    EXPECT_SAME(got, model, bytes + shift);
  }
  shmem_barrier_all();
  free(got);
  free(model);
  no_room(on_device, block);
}

int main(int argc, char** argv) {
  begin_on_device(argc, argv);
  overlapping();
  expected = malloc(largest + 2 * guard);
  seen = malloc(largest + 2 * guard);
  EXPECT_EQ(shmem_ctx_create(SHMEM_CTX_PRIVATE, &context), 0);
  for (int remote_place = 0; remote_place < symmetric_places; ++remote_place) {
    char* remote = room(remote_place, largest + 2 * guard, 0);
    for (int local_place = 0; local_place < places; ++local_place) {
      char* local = room(local_place, largest + 2 * guard, 1);
      for (int operation = 0; operation < operations; ++operation) {
        for (size_t s = 0; s < sizeof sizes / sizeof *sizes; ++s) {
          if (is_host(local_place) && is_host(remote_place) && s % 4 != 0) continue; /* other tests cover these */
          for (int o = 0; o < offsets; ++o) {
            if (sizes[s] > 65537 && (o != 1 || operation >= put_nbi)) continue;
            transfer(operation, local, local_place, remote, remote_place, sizes[s], shifts[o]);
          }
        }
      }
      shmem_barrier_all();
      no_room(local_place, local);
    }
    shmem_barrier_all();
    no_room(remote_place, remote);
  }
  shmem_ctx_destroy(context);
  free(expected);
  free(seen);
  return end();
}

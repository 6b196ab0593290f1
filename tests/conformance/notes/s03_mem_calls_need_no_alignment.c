/* Section 3: the byte forms (putmem, getmem, ...) must take any address and length, on both sides. */
#include "program.h"

enum { room = 128 };
static unsigned char statics[room];

static void check(unsigned char* place) {
  unsigned char source[room], expected[room], got[room];
  fill_pattern(source, room, 4, me, 0);
  for (size_t offset = 0; offset < 17; ++offset)
    for (size_t bytes = 0; bytes <= 35; bytes += 5) {
      const int next = (me + 1) % n;
      memset(place, 0x5a, room);
      shmem_barrier_all();
      shmem_putmem(place + offset, source + (offset * 3) % 16, bytes, next);
      shmem_barrier_all();
      memset(expected, 0x5a, room);
      unsigned char theirs[room];
      fill_pattern(theirs, room, 4, (me + n - 1) % n, 0);
      memcpy(expected + offset, theirs + (offset * 3) % 16, bytes);
      EXPECT_SAME(place, expected, room);
      memset(got, 0, room);
      shmem_getmem(got + 1, place + offset, bytes, next);
      EXPECT_SAME(got + 1, source + (offset * 3) % 16, bytes);
      shmem_barrier_all();
    }
}

int main(void) {
  begin();
  unsigned char* heap = shmem_malloc(room);
  check(heap);
  check(statics);
  shmem_free(heap);
  return end();
}

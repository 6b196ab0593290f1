/* The sized and the mem forms at many lengths and any alignment, on heap and static memory: what arrives is what was
 * sent, and the bytes before and after stay as they were. */
#include <pshmem.h>

#include "expect.h"
#include "pattern.h"

#ifdef TWINS
#define CALL(name) p##name
#else
#define CALL(name) name
#endif

enum { largest = 4 << 20, margin = 64, room = largest + 2 * margin };

typedef void Transfer(void* dest, const void* source, size_t nelems, int pe);

static const struct {
  const char* name;
  size_t bytes;
  Transfer *put, *get, *put_nbi, *get_nbi;
} forms[] = {
#define FORM(BITS, BYTES)       \
  {#BITS,                       \
   BYTES,                       \
   CALL(shmem_put##BITS),       \
   CALL(shmem_get##BITS),       \
   CALL(shmem_put##BITS##_nbi), \
   CALL(shmem_get##BITS##_nbi)},
    ISTHMUS_SIZES(FORM) FORM(mem, 1)};
enum { n_forms = sizeof forms / sizeof *forms };

static int me, n;
_Alignas(64) static unsigned char in_static[room];
_Alignas(64) static unsigned char sent[room], expected[room], got[room];

/* One transfer each way in a ring, the source and target `skew` bytes off their alignment. */
static void check(unsigned char* place, int form, size_t nelems, size_t skew, int distance, int nbi, uint64_t seed) {
  const size_t bytes = nelems * forms[form].bytes, whole = bytes + 2 * margin;
  const int to = (me + distance) % n, from = (me + n - distance) % n;
  fill_pattern(place, whole, seed, me, me);
  fill_pattern(sent, bytes, seed + 1, me, to);
  shmem_barrier_all();
  unsigned char* target = place + margin / 2 + skew;
  (nbi ? forms[form].put_nbi : forms[form].put)(target, sent, nelems, to);
  shmem_barrier_all();
  fill_pattern(expected, whole, seed, me, me);
  fill_pattern(expected + margin / 2 + skew, bytes, seed + 1, from, me);
  EXPECT_SAME(place, expected, whole);
  memset(got, 0x33, whole);
  (nbi ? forms[form].get_nbi : forms[form].get)(got + margin / 2, target, nelems, to);
  shmem_quiet();
  fill_pattern(expected, bytes, seed + 1, me, to);
  EXPECT_SAME(got + margin / 2, expected, bytes);
  EXPECT_EQ(got[margin / 2 - 1], 0x33);
  EXPECT_EQ(got[margin / 2 + bytes], 0x33);
  shmem_barrier_all();
}

/* Nothing moves, so no pointer has to be valid. */
static void check_nothing(int form, unsigned char* place) {
  Transfer* const all[] = {forms[form].put, forms[form].get, forms[form].put_nbi, forms[form].get_nbi};
  for (int pe = 0; pe < n; ++pe)
    for (int i = 0; i < 4; ++i) {
      all[i](NULL, NULL, 0, pe);
      all[i](place, NULL, 0, pe);
      all[i](NULL, place, 0, pe);
    }
}

int main(void) {
  shmem_init();
  me = shmem_my_pe();
  n = shmem_n_pes();
  unsigned char* heap = shmem_malloc(room);
  EXPECT(heap != NULL);
  static const size_t counts[] = {0, 1, 2, 3, 5, 7, 8, 15, 16, 17, 63, 65, 1000, 4097};
  uint64_t seed = 1;
  for (int form = 0; form < n_forms; ++form) {
    check_nothing(form, heap);
    check_nothing(form, in_static);
    for (size_t c = 0; c < sizeof counts / sizeof *counts; ++c)
      for (int nbi = 0; nbi < 2; ++nbi) {
        check(heap, form, counts[c], 0, (int)c % n, nbi, seed += 2);
        check(in_static, form, counts[c], 0, (int)(c + 1) % n, nbi, seed += 2);
      }
  }
  const int mem = n_forms - 1;
  for (size_t skew = 0; skew < 17; ++skew) check(heap, mem, 1 + 37 * skew, skew, 1 % n, 0, seed += 2);
  for (int distance = 0; distance < n; ++distance) check(in_static, mem, 333, 3, distance, 1, seed += 2);
  static const size_t large[] = {65537, (1 << 20) - 1, largest};
  for (int i = 0; i < 3; ++i) check(i % 2 ? in_static : heap, mem, large[i], 0, 1 % n, i % 2, seed += 2);
  check(heap, mem, largest, 0, 0, 0, seed += 2);
  shmem_free(heap);
  shmem_finalize();
  return 0;
}

/* Section 5: p and g carry all 16 bytes of a long double; and (advice) p of up to 8 bytes never tears, as programs poll
 * on flags that it sets. */
#include "program.h"

static long double value[max_pes];
static uint64_t flag;
static uint32_t small_flag;

static long double exact(int from, int to) { return 1.0L / 3 + (long double)from * 1e10L + (long double)to * 1e-10L; }

int main(void) {
  begin();
  for (int pe = 0; pe < n; ++pe) shmem_longdouble_p(&value[me], exact(me, pe), pe);
  shmem_barrier_all();
  for (int pe = 0; pe < n; ++pe) {
    EXPECT(value[pe] == exact(pe, me));
    EXPECT(shmem_longdouble_g(&value[me], pe) == exact(me, pe));
  }
  shmem_barrier_all();
  /* Two patterns by turns; a torn store shows a mixture. Between nodes nothing is promised: that is the provider's. */
  if (!all_on_one_node()) {
  } else if (me == 0) {
    for (int i = 0; i < some_of(20000); ++i)
      for (int pe = 1; pe < n; ++pe) {
        shmem_uint64_p(&flag, i % 2 ? UINT64_MAX : 0, pe);
        shmem_uint32_p(&small_flag, i % 2 ? 0x5555aaaau : 0xaaaa5555u, pe);
      }
    for (int pe = 1; pe < n; ++pe) {
      shmem_uint64_p(&flag, 7, pe);
      shmem_quiet();
    }
  } else {
    for (uint64_t seen = 0; seen != 7;) {
      seen = shmem_uint64_atomic_fetch(&flag, me);
      EXPECT(seen == 0 || seen == UINT64_MAX || seen == 7);
      const uint32_t half = shmem_uint32_atomic_fetch(&small_flag, me);
      EXPECT(half == 0 || half == 0x5555aaaau || half == 0xaaaa5555u);
    }
  }
  return end();
}

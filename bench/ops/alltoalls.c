/* As alltoall, with every second word of source and dest left out. */
#include "../collective.h"

enum { stride = 2 /* words */ };

static void by_set(long calls, size_t bytes) {
  void *const dest = collective_dest(), *const source = collective_source();
  const int pes = harness_pes();
  for (long i = 0; i < calls; ++i) {
    shmem_alltoalls64(dest, source, stride, stride, bytes / 8, 0, 0, pes, collective_sync());
  }
}

static void by_team(long calls, size_t bytes) {
  void *const dest = collective_dest(), *const source = collective_source();
  (void)calls, (void)bytes, (void)dest, (void)source;
  WITH_TEAMS(for (long i = 0; i < calls;
                  ++i) { shmem_uint64_alltoalls(SHMEM_TEAM_WORLD, dest, source, stride, stride, bytes / 8); })
}

static bool right(size_t bytes) {
  const uint64_t* dest = collective_dest();
  const uint64_t untouched = UINT64_C(0xEEEEEEEEEEEEEEEE);
  const size_t words = bytes / 8, mine = (size_t)harness_me() * words;
  for (int pe = 0; pe < harness_pes(); ++pe) {
    for (size_t i = 0; i < words; ++i, dest += stride) {
      if (dest[0] != collective_word(pe, (mine + i) * stride) || dest[1] != untouched) return false;
    }
  }
  return true;
}

int main(int argc, char** argv) {
  collective_begin(argc, argv, "alltoalls", "one block of every PE to every PE, every second word");
  collective_allocate(stride * harness_pes(), stride * harness_pes());
  for (size_t bytes; collective_next_size(&bytes);) {
    collective_measure("active set", by_set, bytes, right);
    if (has_teams) collective_measure("team", by_team, bytes, right);
  }
  return harness_end();
}

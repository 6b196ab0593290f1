/* The bitwise AND of one vector of longs of every PE, to all. */
#include "../collective.h"

static void by_set(long calls, size_t bytes) {
  long *const dest = collective_dest(), *const source = collective_source();
  const int pes = harness_pes(), count = (int)(bytes / sizeof *dest);
  for (long i = 0; i < calls; ++i) {
    long* const sync = collective_sync();
    shmem_long_and_to_all(dest, source, count, 0, 0, pes, collective_work(), sync);
  }
}

static void by_team(long calls, size_t bytes) {
  void *const dest = collective_dest(), *const source = collective_source();
  (void)calls, (void)bytes, (void)dest, (void)source;
  WITH_TEAMS(for (long i = 0; i < calls;
                  ++i) { shmem_ulong_and_reduce(SHMEM_TEAM_WORLD, dest, source, bytes / sizeof(unsigned long)); })
}

static bool right(size_t bytes) {
  const uint64_t* const dest = collective_dest();
  for (size_t i = 0; i < bytes / sizeof *dest; ++i) {
    uint64_t expected = ~UINT64_C(0);
    for (int pe = 0; pe < harness_pes(); ++pe) expected &= collective_word(pe, i);
    if (dest[i] != expected) return false;
  }
  return true;
}

int main(int argc, char** argv) {
  collective_begin(argc, argv, "and", "the bitwise AND of one vector of longs of every PE, to all");
  collective_allocate(1, 1);
  for (size_t bytes; collective_next_size(&bytes);) {
    collective_measure("active set", by_set, bytes, right);
    if (has_teams) collective_measure("team", by_team, bytes, right);
  }
  return harness_end();
}

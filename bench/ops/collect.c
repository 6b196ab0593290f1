/* As fcollect, but no PE knows how much the others have: they must agree on where the blocks begin. The blocks are of
 * one size here, so that the figures stand beside fcollect's. */
#include "../collective.h"

static void by_set(long calls, size_t bytes) {
  void *const dest = collective_dest(), *const source = collective_source();
  const int pes = harness_pes();
  for (long i = 0; i < calls; ++i) shmem_collect64(dest, source, bytes / 8, 0, 0, pes, collective_sync());
}

static void by_team(long calls, size_t bytes) {
  void *const dest = collective_dest(), *const source = collective_source();
  (void)calls, (void)bytes, (void)dest, (void)source;
  WITH_TEAMS(for (long i = 0; i < calls; ++i) shmem_collectmem(SHMEM_TEAM_WORLD, dest, source, bytes);)
}

static bool right(size_t bytes) {
  const uint64_t* dest = collective_dest();
  for (int pe = 0; pe < harness_pes(); ++pe) {
    for (size_t i = 0; i < bytes / 8; ++i) {
      if (*dest++ != collective_word(pe, i)) return false;
    }
  }
  return true;
}

int main(int argc, char** argv) {
  collective_begin(argc, argv, "collect", "blocks of sizes unknown to the others, of every PE to all");
  collective_allocate(1, harness_pes());
  for (size_t bytes; collective_next_size(&bytes);) {
    collective_measure("active set", by_set, bytes, right);
    if (has_teams) collective_measure("team", by_team, bytes, right);
  }
  return harness_end();
}

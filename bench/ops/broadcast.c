/* PE 0's message to all. Over an active set the root's own dest stays as it is, over a team it gets the message too. */
#include <string.h>

#include "../collective.h"

static void by_set(long calls, size_t bytes) {
  void *const dest = collective_dest(), *const source = collective_source();
  const int pes = harness_pes();
  for (long i = 0; i < calls; ++i) shmem_broadcast64(dest, source, bytes / 8, 0, 0, 0, pes, collective_sync());
}

static void by_team(long calls, size_t bytes) {
  void *const dest = collective_dest(), *const source = collective_source();
  (void)calls, (void)bytes, (void)dest, (void)source;
  WITH_TEAMS(for (long i = 0; i < calls; ++i) shmem_broadcastmem(SHMEM_TEAM_WORLD, dest, source, bytes, 0);)
}

static bool everywhere(size_t bytes) {
  const uint64_t* const dest = collective_dest();
  for (size_t i = 0; i < bytes / 8; ++i) {
    if (dest[i] != collective_word(0, i)) return false;
  }
  return true;
}

static bool but_at_the_root(size_t bytes) {
  if (harness_me() != 0) return everywhere(bytes);
  const unsigned char* const dest = collective_dest();
  for (size_t i = 0; i < bytes; ++i) {
    if (dest[i] != 0xEE) return false;
  }
  return true;
}

/* All processes copy, each its share of what the message is copied in all. */
static void copy(long calls, size_t share) {
  const void* const message = shmem_ptr(collective_source(), 0);
  for (long i = 0; i < calls; ++i) memcpy(collective_dest(), message, share);
  shmem_barrier_all();
}

static void copy_to_others(long calls, size_t bytes) {
  const size_t pes = (size_t)harness_pes();
  copy(calls, bytes / pes * (pes - 1));
}

int main(int argc, char** argv) {
  collective_begin(argc, argv, "broadcast", "one message of PE 0 to all");
  collective_allocate(1, 1);
  for (size_t bytes; collective_next_size(&bytes);) {
    const Sample set = collective_measure("active set", by_set, bytes, but_at_the_root);
    const Sample team = has_teams ? collective_measure("team", by_team, bytes, everywhere) : set;
    if (!collective_has_floor(bytes)) continue;
    const Sample others = collective_floor("memcpy to others", copy_to_others, bytes);
    harness_report_factor("active set of memcpy", bytes, others, set, "higher");
    if (!has_teams) continue;
    const Sample all = collective_floor("memcpy to all", copy, bytes);
    harness_report_factor("team of memcpy", bytes, all, team, "higher");
  }
  return harness_end();
}

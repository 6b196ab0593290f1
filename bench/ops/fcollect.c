/* Every PE's block to all: the blocks lie in dest in the order of the PEs. */
#include <string.h>

#include "../collective.h"

static void by_set(long calls, size_t bytes) {
  void *const dest = collective_dest(), *const source = collective_source();
  const int pes = harness_pes();
  for (long i = 0; i < calls; ++i) shmem_fcollect64(dest, source, bytes / 8, 0, 0, pes, collective_sync());
}

static void by_team(long calls, size_t bytes) {
  void *const dest = collective_dest(), *const source = collective_source();
  (void)calls, (void)bytes, (void)dest, (void)source;
  WITH_TEAMS(for (long i = 0; i < calls; ++i) shmem_fcollectmem(SHMEM_TEAM_WORLD, dest, source, bytes);)
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

/* Each process copies every PE's block, its own first, so that they do not all read one PE's memory at a time. */
static void copy(long calls, size_t bytes) {
  char* const dest = collective_dest();
  const char* const source = collective_source();
  const int me = harness_me(), pes = harness_pes();
  for (long i = 0; i < calls; ++i) {
    for (int step = 0; step < pes; ++step) {
      const int pe = (me + step) % pes;
      memcpy(dest + (size_t)pe * bytes, shmem_ptr(source, pe), bytes);
    }
  }
  shmem_barrier_all();
}

int main(int argc, char** argv) {
  collective_begin(argc, argv, "fcollect", "one block of every PE to all");
  collective_allocate(1, harness_pes());
  for (size_t bytes; collective_next_size(&bytes);) {
    const Sample set = collective_measure("active set", by_set, bytes, right);
    const Sample team = has_teams ? collective_measure("team", by_team, bytes, right) : set;
    if (!collective_has_floor(bytes)) continue;
    const Sample plain = collective_floor("memcpy", copy, bytes);
    harness_report_factor("active set of memcpy", bytes, plain, set, "higher");
    if (has_teams) harness_report_factor("team of memcpy", bytes, plain, team, "higher");
  }
  return harness_end();
}

/* Every PE's block to PE 0: the blocks lie in dest in the order of the PEs. An extension, which peers do not have. */
#include <shmemx.h>

#include "../collective.h"

static void by_team(long calls, size_t bytes) {
  void *const dest = collective_dest(), *const source = collective_source();
  for (long i = 0; i < calls; ++i) shmemx_gathermem(SHMEM_TEAM_WORLD, dest, source, bytes, 0);
}

static bool right(size_t bytes) {
  const uint64_t* dest = collective_dest();
  for (int pe = 0; harness_me() == 0 && pe < harness_pes(); ++pe) {
    for (size_t i = 0; i < bytes / 8; ++i) {
      if (*dest++ != collective_word(pe, i)) return false;
    }
  }
  return true;
}

int main(int argc, char** argv) {
  collective_begin(argc, argv, "gather", "one block of every PE to PE 0");
  collective_allocate(1, harness_pes());
  for (size_t bytes; collective_next_size(&bytes);) collective_measure("team", by_team, bytes, right);
  return harness_end();
}

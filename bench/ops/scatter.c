/* PE 0's blocks, one to every PE. An extension, which peers do not have. */
#include <shmemx.h>

#include "../collective.h"

static void by_team(long calls, size_t bytes) {
  void *const dest = collective_dest(), *const source = collective_source();
  for (long i = 0; i < calls; ++i) shmemx_scattermem(SHMEM_TEAM_WORLD, dest, source, bytes, 0);
}

static bool right(size_t bytes) {
  const uint64_t* const dest = collective_dest();
  const size_t first = (size_t)harness_me() * bytes / 8;
  for (size_t i = 0; i < bytes / 8; ++i) {
    if (dest[i] != collective_word(0, first + i)) return false;
  }
  return true;
}

int main(int argc, char** argv) {
  collective_begin(argc, argv, "scatter", "one block of PE 0 to every PE");
  collective_allocate(harness_pes(), 1);
  for (size_t bytes; collective_next_size(&bytes);) collective_measure("team", by_team, bytes, right);
  return harness_end();
}

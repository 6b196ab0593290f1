/* What a team costs beside one small reduction, as in "OpenSHMEM Teams" (SOS): 64 creations out of the world, then all
 * are destroyed with the clock off. Duplicates of the world, and halved teams: all PEs, every second, every fourth, ...
 * and again from the start. The reductions are ANDs of 64 bytes in equally long runs: over the world, and over the
 * teams of the halving, by their members. */
#include <shmem.h>
#include <stdio.h>

#include "../harness.h"

enum { alive = 64, words = 8 };

static unsigned long* source;
static unsigned long* dest;
static shmem_team_t halved[alive];
static int halvings; /* how many splits until one PE is left */

static shmem_team_t split(int stride) {
  const int pes = harness_pes(), size = (pes + stride - 1) / stride;
  shmem_team_t team = SHMEM_TEAM_INVALID;
  const int failed = shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, stride, size, NULL, 0, &team);
  if (failed || (team == SHMEM_TEAM_INVALID) != (harness_me() % stride != 0)) {
    fprintf(stderr, "team_split: no team of %d PEs with stride %d on PE %d\n", size, stride, harness_me());
    shmem_global_exit(2);
  }
  return team;
}

static int stride_of(int turn) { return 1 << turn % halvings; }

static void destroy(shmem_team_t* teams, int count) {
  for (int i = 0; i < count; ++i) {
    if (teams[i] != SHMEM_TEAM_INVALID) shmem_team_destroy(teams[i]);
  }
}

static void create(long calls, bool halve) {
  shmem_team_t teams[alive];
  for (long first = 0; first < calls; first += alive) {
    const int count = calls - first < alive ? (int)(calls - first) : alive;
    for (int i = 0; i < count; ++i) teams[i] = split(halve ? stride_of(i) : 1);
    harness_clock_off();
    destroy(teams, count);
    shmem_sync_all();
    harness_clock_on();
  }
}

static void duplicate(long calls, size_t bytes) {
  (void)bytes;
  create(calls, false);
}

static void halve(long calls, size_t bytes) {
  (void)bytes;
  create(calls, true);
}

static void reduce(long calls, bool over_halved) {
  for (long first = 0; first < calls; first += alive) {
    const int count = calls - first < alive ? (int)(calls - first) : alive;
    for (int i = 0; i < count; ++i) {
      const shmem_team_t team = over_halved ? halved[i] : SHMEM_TEAM_WORLD;
      if (team != SHMEM_TEAM_INVALID) shmem_ulong_and_reduce(team, dest, source, words);
    }
    harness_clock_off();
    shmem_sync_all();
    harness_clock_on();
  }
}

static void reduce_world(long calls, size_t bytes) {
  (void)bytes;
  reduce(calls, false);
}

static void reduce_halved(long calls, size_t bytes) {
  (void)bytes;
  reduce(calls, true);
}

int main(int argc, char** argv) {
  harness_begin(argc, argv, "team_split", "shmem_team_split_strided beside an AND reduction of 64 bytes", 2);
  const size_t bytes = words * sizeof *source;
  source = harness_allocate(bytes);
  dest = harness_allocate(bytes);
  for (int left = harness_pes(); left > 0; left /= 2) ++halvings;
  const Sample world = harness_measure(reduce_world, bytes, every_pe_calls);
  const Sample whole = harness_measure(duplicate, bytes, every_pe_calls);
  const Sample parts = harness_measure(halve, bytes, every_pe_calls);
  for (int i = 0; i < alive; ++i) halved[i] = split(stride_of(i));
  const Sample smaller = harness_measure(reduce_halved, bytes, every_pe_calls);
  destroy(halved, alive);
  harness_report_latency("AND of 64 bytes", bytes, world);
  harness_report_latency("AND over halved teams", bytes, smaller);
  harness_report_latency("duplicate", 0, whole);
  harness_report_latency("halve", 0, parts);
  harness_report_factor("duplicate / AND", 0, whole, world, "lower");
  harness_report_factor("halve / AND", 0, parts, world, "lower");
  return harness_end();
}

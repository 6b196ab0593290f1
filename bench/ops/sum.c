/* The sum of one vector of floats of every PE, to all. */
#include "../collective.h"

static void by_set(long calls, size_t bytes) {
  float *const dest = collective_dest(), *const source = collective_source();
  const int pes = harness_pes(), count = (int)(bytes / sizeof *dest);
  for (long i = 0; i < calls; ++i) {
    long* const sync = collective_sync();
    shmem_float_sum_to_all(dest, source, count, 0, 0, pes, collective_work(), sync);
  }
}

static void by_team(long calls, size_t bytes) {
  float *const dest = collective_dest(), *const source = collective_source();
  (void)calls, (void)bytes, (void)dest, (void)source;
  WITH_TEAMS(for (long i = 0; i < calls;
                  ++i) { shmem_float_sum_reduce(SHMEM_TEAM_WORLD, dest, source, bytes / sizeof *dest); })
}

/* Small whole numbers: their sum is exact in any order. */
static float given(int pe, size_t index) { return (float)((size_t)(3 * pe + 1) * (index % 251)); }

static bool right(size_t bytes) {
  const float* const dest = collective_dest();
  for (size_t i = 0; i < bytes / sizeof *dest; ++i) {
    float sum = 0;
    for (int pe = 0; pe < harness_pes(); ++pe) sum += given(pe, i);
    if (dest[i] != sum) return false;
  }
  return true;
}

/* Both processes of a pair add all elements, from their mapped memory. A run of a length known beforehand, without
 * overlap, is what the compiler makes vectors of at -O2 already. */
enum { run = 64 };

static void add_run(float* restrict dest, const float* restrict a, const float* restrict b) {
  for (int i = 0; i < run; ++i) dest[i] = a[i] + b[i];
}

static void add(long calls, size_t bytes) {
  float* const dest = collective_dest();
  const float* const a = shmem_ptr(collective_source(), 0);
  const float* const b = shmem_ptr(collective_source(), 1);
  for (long i = 0; i < calls; ++i) {
    for (size_t first = 0; first < bytes / sizeof *dest; first += run) add_run(dest + first, a + first, b + first);
  }
  shmem_barrier_all();
}

int main(int argc, char** argv) {
  collective_begin(argc, argv, "sum", "the sum of one vector of floats of every PE, to all");
  collective_allocate(1, 1);
  float* const source = collective_source();
  for (size_t bytes; collective_next_size(&bytes);) {
    for (size_t i = 0; i < bytes / sizeof *source; ++i) source[i] = given(harness_me(), i);
    const Sample set = collective_measure("active set", by_set, bytes, right);
    const Sample team = has_teams ? collective_measure("team", by_team, bytes, right) : set;
    if (!collective_has_floor(bytes) || bytes % (run * sizeof *source) != 0 || harness_pes() != 2) continue;
    const Sample plain = collective_floor("plain loop", add, bytes);
    harness_report_factor("active set / plain loop", bytes, set, plain, "lower");
    if (has_teams) harness_report_factor("team / plain loop", bytes, team, plain, "lower");
  }
  return harness_end();
}

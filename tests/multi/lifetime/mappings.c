/* A PE maps the memory of all PEs of its node at once, so the number of its mappings and descriptors does not grow with
 * them, and the copies of a variable on consecutive PEs are equally far apart. With a second thread before shmem_init
 * ("threads"), static data is handed over pair by pair, and works all the same. */
#define _GNU_SOURCE
#include <dirent.h>
#include <pthread.h>
#include <stdint.h>
#include <unistd.h>

#include "expect.h"

/* For the heap, shown in core dumps in parts, memory of teams, the internal segment, static data, and the whole files.
 */
enum { most_mappings = 12, most_descriptors = 48 };

static long variable = 17;
static char large[3 << 20];

static int count_mappings(void) {
  FILE* maps = fopen("/proc/self/maps", "r");
  int found = 0;
  for (char line[512]; fgets(line, sizeof line, maps);)
    if (strstr(line, "memfd:isthmus")) ++found;
  fclose(maps);
  return found;
}

static int count_descriptors(void) {
  DIR* folder = opendir("/proc/self/fd");
  int found = 0;
  while (readdir(folder)) ++found;
  closedir(folder);
  return found;
}

static void* linger(void* unused) {
  pause();
  return unused;
}

/* `first` is the lowest of the `n` PEs of this node, whose numbers are consecutive. */
static void expect_equal_distances(const void* p, int first, int n) {
  intptr_t distance = 0;
  const int me = shmem_my_pe();
  const char* previous = NULL;
  for (int pe = first; pe < first + n; ++pe) {
    const char* here = shmem_ptr(p, pe);
    EXPECT(here);
    if (pe == me) here = NULL; /* the PE's own copy is where the program has it */
    if (here && previous && distance) EXPECT_EQ(here - previous, distance);
    if (here && previous) distance = here - previous;
    previous = here;
  }
}

int main(int argc, char** argv) {
  const int threads = argc > 1 && strcmp(argv[1], "threads") == 0;
  pthread_t thread;
  if (threads && pthread_create(&thread, NULL, linger, NULL)) return 1;
  variable = 18; /* what was written before the data moved on must still be there after */
  large[2 << 20] = 3;
  shmem_init();
  const int me = shmem_my_pe(), n = shmem_n_pes();
  EXPECT_EQ(variable, 18);
  EXPECT_EQ(large[2 << 20], 3);
  long* counters = shmem_calloc((size_t)n, sizeof *counters);
  if (!threads && n > 1) {
    EXPECT(count_mappings() <= most_mappings);
    if (all_on_one_node()) EXPECT(count_descriptors() <= most_descriptors);
    const int mates = shmem_team_n_pes(SHMEM_TEAM_SHARED);
    const int first = shmem_team_translate_pe(SHMEM_TEAM_SHARED, 0, SHMEM_TEAM_WORLD);
    expect_equal_distances(counters, first, mates);
    expect_equal_distances(&variable, first, mates);
  }
  shmem_barrier_all();
  for (int pe = 0; pe < n; ++pe) {
    shmem_long_atomic_add(&variable, me + 1, pe);
    shmem_long_p(&counters[me], 100 + me, pe);
  }
  shmem_barrier_all();
  EXPECT_EQ(variable, 18 + (long)n * (n + 1) / 2);
  for (int pe = 0; pe < n; ++pe) EXPECT_EQ(counters[pe], 100 + pe);
  shmem_finalize();
  EXPECT_EQ(variable, 18 + (long)n * (n + 1) / 2);
  return 0;
}

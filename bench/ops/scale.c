/* What a PE costs before it has done anything: the memory of its process beyond a plain C program's, with what it shares
 * with others divided among them (Pss), and the time in shmem_init of the PE that took longest. The heap is not touched.
 * The driver adds the wall time of the whole job. */
#include <shmem.h>
#include <stdio.h>
#include <stdlib.h>

#include "../harness.h"

/* Kibibytes, or -1 where the kernel does not tell. */
static long pss_of(FILE* rollup) {
  char line[256];
  long kib = -1;
  while (rollup != NULL && fgets(line, sizeof line, rollup) != NULL) {
    if (sscanf(line, "Pss: %ld", &kib) == 1) break;
  }
  return kib;
}

static long own_pss(void) {
  FILE* const rollup = fopen("/proc/self/smaps_rollup", "r");
  const long kib = pss_of(rollup);
  if (rollup != NULL) fclose(rollup);
  return kib;
}

/* The plain C program to compare with is cat, which prints its own Pss. */
static long plain_pss(void) {
  FILE* const rollup = popen("cat /proc/self/smaps_rollup", "r");
  const long kib = pss_of(rollup);
  if (rollup != NULL) pclose(rollup);
  return kib;
}

int main(int argc, char** argv) {
  harness_begin(argc, argv, "scale", "what a PE costs in memory and start-up, before it does anything", 1);
  const int me = harness_me(), pes = harness_pes();
  long* const kib = harness_allocate((size_t)pes * sizeof *kib);
  long* const ns = harness_allocate((size_t)pes * sizeof *ns);
  shmem_long_p(kib + me, own_pss(), 0);
  shmem_long_p(ns + me, (long)(harness_init_milliseconds() * 1e6), 0);
  shmem_barrier_all();
  if (me == 0) {
    const long plain = plain_pss();
    double sum = 0, slowest = 0;
    for (int pe = 0; pe < pes; ++pe) {
      if (kib[pe] < 0 || plain < 0) {
        fprintf(stderr, "scale: no /proc/self/smaps_rollup\n");
        shmem_global_exit(2);
      }
      sum += (double)(kib[pe] - plain);
      if ((double)ns[pe] > slowest) slowest = (double)ns[pe];
    }
    harness_report_kibibytes("memory of a PE", sum / pes);
    harness_report_milliseconds("slowest init", slowest / 1e6);
  }
  shmem_barrier_all();
  return harness_end();
}

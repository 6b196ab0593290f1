#include "harness.h"

#include <errno.h>
#include <shmem.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "options.h"

static struct {
  const char* name;
  const char* about;
  Options options;
  int me, pes;
  int next_size;
  FILE* json;
  bool finalized, table_begun, write_failed;
  double init_ms, finalize_ms;
  long* agreed; /* symmetric: PE 0 tells the others how many calls a batch has */
} self;

static double now_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

void harness_begin(int argc, char** argv, const char* name, const char* about, int min_pes) {
  self.name = name;
  self.about = about;
  self.options = options_read(argc, argv);
  Options* const options = &self.options;
  const double start = now_ns();
  shmem_init();
  self.init_ms = (now_ns() - start) / 1e6;
  self.me = shmem_my_pe();
  self.pes = shmem_n_pes();
  if (!options->help && options->problem[0] == '\0' && self.pes < min_pes) {
    snprintf(options->problem, sizeof options->problem, "needs %d PEs, has %d: start it with oshrun -n %d", min_pes,
             self.pes, min_pes);
  }
  if (options->help || options->problem[0] != '\0') {
    if (self.me == 0 && options->help) options_print_help(name, about);
    if (self.me == 0 && !options->help) fprintf(stderr, "%s: %s\n", name, options->problem);
    fflush(NULL);
    shmem_finalize();
    exit(options->help ? 0 : 2);
  }
  self.agreed = harness_allocate(sizeof *self.agreed);
  if (self.me == 0 && options->json_path != NULL) {
    self.json = fopen(options->json_path, "w");
    if (self.json == NULL) {
      fprintf(stderr, "%s: cannot write %s: %s\n", name, options->json_path, strerror(errno));
      fflush(NULL);
      shmem_global_exit(2);
    }
  }
}

int harness_me(void) { return self.me; }
int harness_pes(void) { return self.pes; }
double harness_init_milliseconds(void) { return self.init_ms; }

bool harness_next_size(size_t limit, size_t* bytes) {
  while (self.next_size < self.options.size_count) {
    *bytes = self.options.sizes[self.next_size++];
    if (*bytes <= limit) return true;
  }
  self.next_size = 0;
  return false;
}

void* harness_allocate(size_t bytes) {
  void* memory = shmem_malloc(bytes);
  if (memory == NULL) {
    fprintf(stderr, "%s: shmem_malloc of %zu bytes failed on PE %d: raise SHMEM_SYMMETRIC_SIZE\n", self.name, bytes,
            self.me);
    fflush(NULL);
    shmem_global_exit(2);
    abort();
  }
  memset(memory, 1, bytes);
  shmem_barrier_all();
  return memory;
}

/* Every PE returns PE 0's `mine`. */
static long agree(long mine) {
  if (self.me == 0) {
    for (int pe = 0; pe < self.pes; ++pe) shmem_long_p(self.agreed, mine, pe);
  }
  shmem_barrier_all();
  const long agreed = *(volatile long*)self.agreed;
  shmem_barrier_all();
  return agreed;
}

static double time_batch(HarnessBatch batch, long calls, size_t bytes) {
  const double start = now_ns();
  batch(calls, bytes);
  return now_ns() - start;
}

/* Doubles N until a batch is long enough to trust its length, then scales to --batch. Starting at one call also warms
 * caches, page tables and lazily bound symbols. */
static long calibrate(HarnessBatch batch, size_t bytes, HarnessCallers callers) {
  for (long calls = 1;; calls *= 2) {
    const double spent = time_batch(batch, calls, bytes);
    long verdict = 0;
    if (spent >= self.options.batch_ns / 4 || calls >= 1L << 40) {
      verdict = (long)((double)calls * self.options.batch_ns / spent);
      if (verdict < 1) verdict = 1;
    }
    if (callers == every_pe_calls) verdict = agree(verdict);
    if (verdict > 0) return verdict;
  }
}

static int compare_doubles(const void* a, const void* b) {
  const double x = *(const double*)a, y = *(const double*)b;
  return (x > y) - (x < y);
}

HarnessSample harness_measure(HarnessBatch batch, size_t bytes, HarnessCallers callers) {
  static double ns[options_max_repeat];
  HarnessSample sample = {0, 0, 0, 0};
  shmem_barrier_all();
  if (callers == every_pe_calls || self.me == 0) {
    sample.calls = calibrate(batch, bytes, callers);
    for (long i = 0; i < self.options.repeat; ++i) {
      ns[i] = time_batch(batch, sample.calls, bytes) / (double)sample.calls;
    }
    qsort(ns, (size_t)self.options.repeat, sizeof ns[0], compare_doubles);
    sample.median = (ns[(self.options.repeat - 1) / 2] + ns[self.options.repeat / 2]) / 2;
    sample.least = ns[0];
    sample.most = ns[self.options.repeat - 1];
  }
  shmem_barrier_all();
  return sample;
}

static void report(const char* metric, size_t bytes, const char* unit, const char* better, double median, double best,
                   double worst, long calls) {
  if (self.me != 0) return;
  if (!self.table_begun) {
    printf("# %s, %d PEs: %s\n%-24s %10s %14s %14s %14s  %s\n", self.name, self.pes, self.about, "metric", "bytes",
           "median", "best", "worst", "unit");
    self.table_begun = true;
  }
  printf("%-24s %10zu %14.3f %14.3f %14.3f  %s (%s is better)\n", metric, bytes, median, best, worst, unit, better);
  if (self.json != NULL &&
      fprintf(self.json,
              "{\"bench\": \"%s\", \"metric\": \"%s\", \"bytes\": %zu, \"pes\": %d, \"unit\": \"%s\", \"better\": "
              "\"%s\", \"median\": %.6g, \"best\": %.6g, \"worst\": %.6g, \"calls\": %ld, \"repeat\": %ld}\n",
              self.name, metric, bytes, self.pes, unit, better, median, best, worst, calls, self.options.repeat) < 0) {
    self.write_failed = true;
  }
}

void harness_report_latency(const char* metric, size_t bytes, HarnessSample s) {
  report(metric, bytes, "ns", "lower", s.median, s.least, s.most, s.calls);
}

void harness_report_rate(const char* metric, size_t bytes, HarnessSample s) {
  report(metric, bytes, "M/s", "higher", 1e3 / s.median, 1e3 / s.least, 1e3 / s.most, s.calls);
}

void harness_report_bandwidth(const char* metric, size_t bytes, HarnessSample s) {
  const double megabytes = (double)bytes * 1e3;
  report(metric, bytes, "MB/s", "higher", megabytes / s.median, megabytes / s.least, megabytes / s.most, s.calls);
}

void harness_report_milliseconds(const char* metric, double value) {
  report(metric, 0, "ms", "lower", value, value, value, 1);
}

double harness_finalize(void) {
  if (!self.finalized) {
    const double start = now_ns();
    shmem_finalize();
    self.finalize_ms = (now_ns() - start) / 1e6;
    self.finalized = true;
  }
  return self.finalize_ms;
}

int harness_end(void) {
  if (!self.finalized) {
    shmem_barrier_all();
    shmem_free(self.agreed);
    harness_finalize();
  }
  bool failed = self.write_failed;
  if (self.json != NULL && fclose(self.json) != 0) failed = true;
  if (fflush(stdout) != 0) failed = true;
  if (failed) fprintf(stderr, "%s: the figures could not be written\n", self.name);
  return failed ? 2 : 0;
}

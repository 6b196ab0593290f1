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
  Options options;
  Figures figures;
  int me, pes;
  int next_size;
  bool finalized;
  double init_ms, finalize_ms;
  long* agreed;          /* symmetric: PE 0 tells the others how many calls a batch has */
  long* over;            /* symmetric: how many measurements PE 0 has ended; the others may sleep until then */
  long begun;            /* how many this PE has begun */
  double* ns;            /* symmetric: this PE's times per call, one for each batch */
  double off_since, off; /* when the clock was switched off, and for how long in this batch */
} self;

/* Starts the library; returns NULL, or a message if the library offers a lower thread level than the program needs. */
static const char* start_library(int threads) {
  if (threads == SHMEM_THREAD_SINGLE) {
    shmem_init();
    return NULL;
  }
  int provided = SHMEM_THREAD_SINGLE;
  if (shmem_init_thread(threads, &provided) == 0 && provided >= threads) return NULL;
  return "the library has no SHMEM_THREAD_MULTIPLE";
}

void harness_begin(int argc, char** argv, const char* name, const char* about, int min_pes) {
  harness_begin_threaded(argc, argv, name, about, min_pes, SHMEM_THREAD_SINGLE);
}

void harness_begin_threaded(int argc, char** argv, const char* name, const char* about, int min_pes, int threads) {
  self.name = name;
  self.options = options_read(argc, argv);
  Options* const options = &self.options;
  const double start = figures_now();
  const char* const lacking = start_library(threads);
  self.init_ms = (figures_now() - start) / 1e6;
  self.me = shmem_my_pe();
  self.pes = shmem_n_pes();
  self.figures = (Figures){.bench = name, .about = about, .pes = self.pes, .repeat = options->repeat};
  if (!options->help && options->problem[0] == '\0' && lacking != NULL) {
    snprintf(options->problem, sizeof options->problem, "%s", lacking);
  }
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
  self.agreed = harness_allocate(2 * sizeof *self.agreed);
  self.over = self.agreed + 1;
  self.ns = harness_allocate((size_t)options->repeat * sizeof *self.ns);
  *self.over = 0;
  shmem_barrier_all();
  if (self.me == 0 && options->json_path != NULL) {
    self.figures.json = fopen(options->json_path, "w");
    if (self.figures.json == NULL) {
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

/* Returns PE 0's `mine` on every PE. */
static long agree(long mine) {
  if (self.me == 0) {
    for (int pe = 0; pe < self.pes; ++pe) shmem_long_p(self.agreed, mine, pe);
  }
  shmem_barrier_all();
  const long agreed = *(volatile long*)self.agreed;
  shmem_barrier_all();
  return agreed;
}

void harness_clock_off(void) { self.off_since = figures_now(); }
void harness_clock_on(void) { self.off += figures_now() - self.off_since; }

static double time_batch(HarnessBatch batch, long calls, size_t bytes) {
  self.off = 0;
  const double start = figures_now();
  batch(calls, bytes);
  return figures_now() - start - self.off;
}

typedef struct Plan {
  long batches, calls; /* of each batch */
} Plan;

/* A call that outlasts ten batches is measured a third as often, since disturbances are short compared with it. */
static long enough_batches(double call_ns) {
  const long wanted = self.options.repeat;
  return call_ns < 10 * self.options.batch_ns || wanted < 9 ? wanted : wanted / 3;
}

/* Doubles N until a batch is long enough to trust its length, then scales to --batch. Starting at one call also warms
 * caches, page tables and lazily bound symbols. */
static Plan calibrate(HarnessBatch batch, size_t bytes, HarnessCallers callers) {
  for (long calls = 1;; calls *= 2) {
    double spent = time_batch(batch, calls, bytes);
    for (int again = 1; again < figures_tries; ++again) {
      const double next = time_batch(batch, calls, bytes);
      if (next < spent) spent = next;
    }
    Plan plan = {enough_batches(spent / (double)calls), figures_calls(calls, spent, self.options.batch_ns)};
    if (callers == every_pe_calls) plan = (Plan){agree(plan.batches), agree(plan.calls)};
    if (plan.calls > 0) return plan;
  }
}

/* PE 0 wakes the others, which poll their own memory now and then and otherwise sleep. */
static void end_of_sleep(void) {
  ++self.begun;
  if (self.me == 0) {
    for (int pe = 1; pe < self.pes; ++pe) shmem_long_p(self.over, self.begun, pe);
    shmem_quiet();
    return;
  }
  const struct timespec nap = {0, 2000000};
  while (*(volatile long*)self.over < self.begun) nanosleep(&nap, NULL);
}

/* On PE 0, after all PEs have finished: a batch takes as long as it took the slowest PE. */
static void keep_slowest(long batches) {
  static double others[options_max_repeat];
  for (int pe = 1; pe < self.pes; ++pe) {
    shmem_getmem(others, self.ns, (size_t)batches * sizeof *others, pe);
    for (long i = 0; i < batches; ++i) {
      if (others[i] > self.ns[i]) self.ns[i] = others[i];
    }
  }
}

Sample harness_measure(HarnessBatch batch, size_t bytes, HarnessCallers callers) {
  Sample sample = {0, 0, 0, 0};
  Plan plan = {0, 0};
  shmem_barrier_all();
  if (callers == every_pe_calls || self.me == 0) {
    plan = calibrate(batch, bytes, callers);
    for (long i = 0; i < plan.batches; ++i) {
      self.ns[i] = time_batch(batch, plan.calls, bytes) / (double)plan.calls;
    }
  }
  if (callers == pe_zero_calls_others_sleep) end_of_sleep();
  shmem_barrier_all();
  if (self.me == 0) {
    if (callers == every_pe_calls) keep_slowest(plan.batches);
    sample = figures_sample(self.ns, plan.batches, plan.calls);
  }
  shmem_barrier_all();
  return sample;
}

void harness_report_latency(const char* metric, size_t bytes, Sample s) {
  if (self.me == 0) figures_add_latency(&self.figures, metric, bytes, s);
}

void harness_report_rate(const char* metric, size_t bytes, Sample s) {
  if (self.me == 0) figures_add_rate(&self.figures, metric, bytes, s);
}

void harness_report_bandwidth(const char* metric, size_t bytes, Sample s) {
  if (self.me == 0) figures_add_bandwidth(&self.figures, metric, bytes, s);
}

void harness_report_milliseconds(const char* metric, double value) {
  if (self.me == 0) figures_add(&self.figures, metric, 0, "ms", "lower", (Sample){value, value, value, 1});
}

void harness_report_kibibytes(const char* metric, double value) {
  if (self.me == 0) figures_add(&self.figures, metric, 0, "KiB", "lower", (Sample){value, value, value, 1});
}

void harness_report_factor(const char* metric, size_t bytes, Sample time, Sample over, const char* better) {
  if (self.me != 0) return;
  const Sample factor = {time.median / over.median, time.least / over.least, time.most / over.most, 1};
  figures_add(&self.figures, metric, bytes, "x", better, factor);
}

double harness_finalize(void) {
  if (!self.finalized) {
    const double start = figures_now();
    shmem_finalize();
    self.finalize_ms = (figures_now() - start) / 1e6;
    self.finalized = true;
  }
  return self.finalize_ms;
}

int harness_end(void) {
  if (!self.finalized) {
    shmem_barrier_all();
    shmem_free(self.ns);
    shmem_free(self.agreed);
    harness_finalize();
  }
  return figures_end(&self.figures) ? 0 : 2;
}

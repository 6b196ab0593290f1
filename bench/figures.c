#include "figures.h"

#include <stdlib.h>
#include <time.h>

#include "options.h"

double figures_now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static int compare_doubles(const void* a, const void* b) {
  const double x = *(const double*)a, y = *(const double*)b;
  return (x > y) - (x < y);
}

Sample figures_sample(double* ns, long count, long calls) {
  qsort(ns, (size_t)count, sizeof ns[0], compare_doubles);
  return (Sample){(ns[(count - 1) / 2] + ns[count / 2]) / 2, ns[0], ns[count - 1], calls};
}

long figures_calls(long calls, double spent, double batch_ns) {
  if (spent < batch_ns / 4 && calls < 1L << 40) return 0;
  const long wanted = (long)((double)calls * batch_ns / spent);
  return wanted < 1 ? 1 : wanted;
}

static double time_batch(void (*batch)(long calls, size_t bytes), long calls, size_t bytes) {
  const double start = figures_now();
  batch(calls, bytes);
  return figures_now() - start;
}

Sample figures_measure(void (*batch)(long calls, size_t bytes), size_t bytes, double batch_ns, long repeat) {
  static double ns[options_max_repeat];
  long calls = 0;
  for (long tried = 1; calls == 0; tried *= 2) {
    double spent = time_batch(batch, tried, bytes);
    for (int again = 1; again < figures_tries; ++again) {
      const double next = time_batch(batch, tried, bytes);
      if (next < spent) spent = next;
    }
    calls = figures_calls(tried, spent, batch_ns);
  }
  for (long i = 0; i < repeat; ++i) ns[i] = time_batch(batch, calls, bytes) / (double)calls;
  return figures_sample(ns, repeat, calls);
}

void figures_add(Figures* f, const char* metric, size_t bytes, const char* unit, const char* better, Sample values) {
  if (!f->table_begun) {
    printf("# %s, %d PEs: %s\n%-24s %10s %14s %14s %14s  %s\n", f->bench, f->pes, f->about, "metric", "bytes", "median",
           "best", "worst", "unit");
    f->table_begun = true;
  }
  printf("%-24s %10zu %14.3f %14.3f %14.3f  %s (%s is better)\n", metric, bytes, values.median, values.least,
         values.most, unit, better);
  if (f->json != NULL &&
      fprintf(f->json,
              "{\"bench\": \"%s\", \"metric\": \"%s\", \"bytes\": %zu, \"pes\": %d, \"unit\": \"%s\", \"better\": "
              "\"%s\", \"median\": %.6g, \"best\": %.6g, \"worst\": %.6g, \"calls\": %ld, \"repeat\": %ld}\n",
              f->bench, metric, bytes, f->pes, unit, better, values.median, values.least, values.most, values.calls,
              f->repeat) < 0) {
    f->write_failed = true;
  }
}

void figures_add_latency(Figures* f, const char* metric, size_t bytes, Sample s) {
  figures_add(f, metric, bytes, "ns", "lower", s);
}

/* `scale` is per nanosecond; the shortest batch has the highest rate. */
static Sample inverse(Sample s, double scale) {
  return (Sample){scale / s.median, scale / s.least, scale / s.most, s.calls};
}

void figures_add_rate(Figures* f, const char* metric, size_t bytes, Sample s) {
  figures_add(f, metric, bytes, "M/s", "higher", inverse(s, 1e3));
}

void figures_add_bandwidth(Figures* f, const char* metric, size_t bytes, Sample s) {
  figures_add(f, metric, bytes, "MB/s", "higher", inverse(s, (double)bytes * 1e3));
}

bool figures_end(Figures* f) {
  bool failed = f->write_failed;
  if (f->json != NULL && fclose(f->json) != 0) failed = true;
  f->json = NULL;
  if (fflush(stdout) != 0) failed = true;
  if (failed) fprintf(stderr, "%s: the figures could not be written\n", f->bench);
  return !failed;
}

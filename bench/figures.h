/* The figures of one program as people and bench/run read them: a row of a table and a line of JSON each. No SHMEM in
 * here: bench/fabric measures without it. */
#ifndef ISTHMUS_BENCH_FIGURES_H
#define ISTHMUS_BENCH_FIGURES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* The reporting program and its output. The program fills it, except for the members that are marked private. */
typedef struct Figures {
  const char* bench;
  const char* about;
  int pes;
  long repeat;
  FILE* json;                     /* NULL: no JSON */
  bool table_begun, write_failed; /* private */
} Figures;

/* Nanoseconds per call over the batches. */
typedef struct Sample {
  double median, least, most;
  long calls;
} Sample;

/* Nanoseconds on a clock that only runs forwards. */
double figures_now(void);

/* From `count` batches of `calls` calls each, given in nanoseconds per call; sorts them. */
Sample figures_sample(double* ns_per_call, long count, long calls);

/* How many calls make a batch of `batch_ns`, judged by a batch of `calls` that took `spent`; 0 where that one was too
 * short to judge by. `spent` is the least of figures_tries: one that lost the processor says nothing. */
enum { figures_tries = 3 };
long figures_calls(long calls, double spent, double batch_ns);

/* Calibrates and measures where one process measures alone: `repeat` batches of about `batch_ns`. */
Sample figures_measure(void (*batch)(long calls, size_t bytes), size_t bytes, double batch_ns, long repeat);

void figures_add(Figures* figures, const char* metric, size_t bytes, const char* unit, const char* better,
                 Sample values);
void figures_add_latency(Figures* figures, const char* metric, size_t bytes, Sample sample);
void figures_add_rate(Figures* figures, const char* metric, size_t bytes, Sample sample);
void figures_add_bandwidth(Figures* figures, const char* metric, size_t bytes, Sample sample);

/* Closes the JSON file; false, with a line on stderr, where a figure could not be written. */
bool figures_end(Figures* figures);

#endif

/* The measuring loop shared by the programs of bench/ops, each of which measures one operation.
 *
 * Plain C11 over the OpenSHMEM 1.4 interface, so that any oshcc compiles it and a peer library runs the very same
 * source. A batch is one timed run of N calls. PE 0 picks N so that a batch lasts about --batch microseconds, runs
 * --repeat batches, and reports the median. Where all PEs call, each takes the time of its own batches and the longest
 * counts; readings of different PEs' clocks are never compared. */
#ifndef ISTHMUS_BENCH_HARNESS_H
#define ISTHMUS_BENCH_HARNESS_H

#include <stdbool.h>
#include <stddef.h>

#include "figures.h"

/* Makes `calls` calls of the measured operation on `bytes` bytes, and completes them before it returns. */
typedef void (*HarnessBatch)(long calls, size_t bytes);

/* Called by a batch: the time between the two calls does not count. */
void harness_clock_off(void);
void harness_clock_on(void);

/* For one-sided operations the other PEs wait in a barrier, or sleep outside the library where PE 0 needs all cores for
 * itself; collective ones need the same N on every PE. */
typedef enum HarnessCallers { pe_zero_calls, pe_zero_calls_others_sleep, every_pe_calls } HarnessCallers;

/* Initialises the library and reads the command line. Ends the program on --help, a bad option, or fewer than
 * `min_pes` PEs (exit status 2; one line from PE 0). */
void harness_begin(int argc, char** argv, const char* name, const char* about, int min_pes);

/* The same, for a program that needs the thread level `threads` (SHMEM_THREAD_MULTIPLE). */
void harness_begin_threaded(int argc, char** argv, const char* name, const char* about, int min_pes, int threads);

int harness_me(void);
int harness_pes(void);

/* Walks through the sizes of --sizes that are at most `limit`; false, and ready to walk again, after the last. */
bool harness_next_size(size_t limit, size_t* bytes);

/* Symmetric memory, every byte touched by its own PE. The program ends with a message when there is none. */
void* harness_allocate(size_t bytes);

/* Collective. The sample is valid on PE 0 alone. */
Sample harness_measure(HarnessBatch batch, size_t bytes, HarnessCallers callers);

/* One row of the table and one line of JSON each, from PE 0; `bytes` is 0 where size has no meaning. */
void harness_report_latency(const char* metric, size_t bytes, Sample sample);
void harness_report_rate(const char* metric, size_t bytes, Sample sample);
void harness_report_bandwidth(const char* metric, size_t bytes, Sample sample);
void harness_report_milliseconds(const char* metric, double value);
void harness_report_kibibytes(const char* metric, double value);
/* One time over another: of the medians and, as the best, of the fastest batches. */
void harness_report_factor(const char* metric, size_t bytes, Sample time, Sample over, const char* better);

/* What shmem_init took inside harness_begin, in milliseconds. */
double harness_init_milliseconds(void);

/* Finalizes the library and returns what that took, in milliseconds. Reports are still possible afterwards. */
double harness_finalize(void);

/* Finalizes unless done before, closes the JSON file; returns the exit status of the program. */
int harness_end(void);

#endif

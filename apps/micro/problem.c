// micro: latency of a put and of an all-to-all (see --help). The output is in the form of the OSU micro-benchmarks.
#include "problem.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../frame/device.h"
#include "../frame/job.h"
#include "../frame/result.h"

enum { kMostFigures = 128, kBatches = 9 };

typedef struct {
  const char* metric;
  size_t bytes;
  double median, least, most;  // microseconds
} Figure;

static Figure figures[kMostFigures];
static int figure_count;
static unsigned char* here;
static void *send_there, *receive_there;
static uint64_t turn;

static unsigned char pattern(int pe, size_t at, size_t bytes) {
  return (unsigned char)((size_t)pe * 31 + at * 7 + bytes * 13 + 1);
}

static void fill(size_t total, size_t bytes) {
  for (size_t i = 0; i < total; ++i) here[i] = pattern(job_me(), i, bytes);
  device_write(send_there, here, total);
}

/// Half of `rounds` round trips between PE 0 and PE 1, in microseconds each; the others wait in a barrier.
static double ping_pong(size_t bytes, long rounds) {
  const double begin = job_clock();
  for (long i = 0; i < rounds && job_me() < 2; ++i) {
    const int other = 1 - job_me();
    ++turn;
    if (job_me() == 0) exchange_send(bytes, other, turn);
    exchange_await(bytes, other, turn);
    if (job_me() == 1) exchange_send(bytes, other, turn);
  }
  return 1e6 * (job_clock() - begin) / (2 * (double)rounds);
}

static double all_to_all(size_t bytes, long rounds) {
  const double begin = job_clock();
  for (long i = 0; i < rounds; ++i) exchange_all(bytes);
  return 1e6 * (job_clock() - begin) / (double)rounds;
}

/// Wrong bytes in what was received, over all PEs. `from_all`: by an all-to-all, else by PEs 0 and 1 from one another.
static double wrong_bytes(size_t bytes, int from_all, const Settings* settings) {
  const int blocks = from_all ? job_pes() : job_me() < 2 ? 1 : 0;
  double wrong = 0;
  device_read(here, receive_there, bytes * (size_t)blocks);
  if (settings->spoil && job_me() == (job_pes() > 1)) here[0] ^= 1;
  for (int block = 0; block < blocks; ++block) {
    const int from = from_all ? block : 1 - job_me();
    const size_t first = from_all ? (size_t)job_me() * bytes : 0;
    for (size_t i = 0; i < bytes; ++i) wrong += here[(size_t)block * bytes + i] != pattern(from, first + i, bytes);
  }
  return job_sum(wrong);
}

/// One call to warm up and check, then batches; PE 0's median counts, or the slowest PE's where all take part.
static double measure(const char* metric, double (*run)(size_t, long), size_t bytes, int from_all, long repeat,
                      const Settings* settings) {
  double batches[kBatches];
  fill(bytes * (size_t)(from_all ? job_pes() : 1), bytes);
  job_barrier();
  run(bytes, 1);
  job_barrier();
  const double wrong = settings->check ? wrong_bytes(bytes, from_all, settings) : 0;
  const long rounds = bytes < 65536 ? repeat : (repeat + 9) / 10;
  for (int batch = 0; batch < kBatches; ++batch) {
    job_barrier();
    const double mine = run(bytes, rounds);
    batches[batch] = from_all ? job_max(mine) : mine;
  }
  const double median = median_of(batches, kBatches);
  if (job_me() == 0 && figure_count < kMostFigures) {
    figures[figure_count++] = (Figure){metric, bytes, median, batches[0], batches[kBatches - 1]};
    printf("%-15zu %20.2f %14.2f %14.2f\n", bytes, median, batches[0], batches[kBatches - 1]);
  }
  return wrong;
}

static int write_json(const char* file, double wrong, int checked) {
  FILE* out = fopen(file, "w");
  if (!out) return 0;
  fprintf(out, "{\"app\": \"micro\", \"version\": \"%s\", \"memory\": \"%s\", \"pes\": %d, \"figures\": [",
          exchange_name, device_memory(), job_pes());
  for (int i = 0; i < figure_count; ++i) {
    const Figure* f = &figures[i];
    fprintf(out,
            "%s\n {\"metric\": \"%s\", \"bytes\": %zu, \"unit\": \"us\", \"median\": %.6g, \"least\": %.6g, \"most\": "
            "%.6g}",
            i ? "," : "", f->metric, f->bytes, f->median, f->least, f->most);
  }
  fprintf(out, "]");
  if (checked)
    fprintf(out, ", \"check\": {\"passed\": %s, \"wrong_bytes\": %.0f}", wrong > 0 ? "false" : "true", wrong);
  fprintf(out, "}\n");
  const int written = !ferror(out);
  return fclose(out) == 0 && written;
}

static void heading(const char* what) {
  if (job_me() != 0) return;
  printf("# %s, %s, %s memory, %d PEs\n%-15s %20s %14s %14s\n", what, exchange_name, device_memory(), job_pes(),
         "# Size", "Latency (us)", "least", "most");
}

static int micro(size_t size, long repeat, const Settings* settings) {
  const size_t room = size * (size_t)job_pes();
  double wrong = 0;
  int status = 0;
  here = malloc(room);
  if (!here) job_fail("micro", "out of memory; use a smaller --size");
  exchange_open(room, &send_there, &receive_there);
  if (job_pes() > 1) heading("put latency, half a round trip between PEs 0 and 1");
  for (size_t bytes = 1; bytes <= size && job_pes() > 1; bytes *= 4) {
    wrong += measure("put", ping_pong, bytes, 0, repeat, settings);
  }
  heading("all-to-all latency, bytes for each PE");
  for (size_t bytes = 8; bytes <= size; bytes *= 4) {
    wrong += measure("alltoall", all_to_all, bytes, 1, repeat, settings);
  }
  if (job_me() == 0) {
    if (settings->check) printf("check: %s (%.0f wrong bytes)\n", wrong > 0 ? "FAILED" : "passed", wrong);
    if (settings->json && !write_json(settings->json, wrong, settings->check)) {
      fprintf(stderr, "micro: cannot write %s: %s\n", settings->json, strerror(errno));
      status = 1;
    }
  }
  exchange_close(room);
  free(here);
  return status || wrong > 0;
}

int main(int argc, char** argv) {
  long size = 1 << 20, repeat = 200;
  const Option options[] = {{"size", "N", "the largest message, in bytes", 1, 1L << 30, &size},
                            {"repeat", "N", "calls in each of 9 batches, a tenth from 64 KiB on", 1, 1000000, &repeat},
                            {0}};
  Settings settings;
  job_begin(0);
  const Usage usage = command_line("micro", "How long a put between two PEs takes, and an all-to-all.", options, 0,
                                   &settings, argc, argv);
  int status = usage == kBadUsage ? 2 : 0;
  if (usage == kRun) {
    device_begin(job_me());
    status = micro((size_t)size, repeat, &settings);
  }
  job_end();
  return status;
}

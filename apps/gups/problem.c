// gups: random updates of a table that is spread over all PEs (see --help).
#include "problem.h"

#include <stdio.h>
#include <stdlib.h>

#include "../frame/device.h"
#include "../frame/job.h"

static const double kAllowed = 0.01;  // HPCC's share of words that may be wrong: updates are not atomic

/// Repeats all updates of all PEs that concern this part, which undoes them, since XOR is its own inverse. Returns the
/// share of words that do not have their initial value then, among those that could have changed; 1 if the PEs' streams
/// do not follow one another.
static double wrong_words(const Table* table, uint64_t* words) {
  uint64_t random = 1, wrong = 0;
  for (int pe = 0; pe < job_pes(); ++pe) {
    if (random != random_at((uint64_t)pe * (uint64_t)table->updates)) return 1;
    for (long i = 0; i < table->updates; ++i) {
      random = random_next(random);
      if (table_owner(table, random) == job_me()) words[table_place(table, random)] ^= random;
    }
  }
  for (uint64_t i = 0; i < table->local; ++i) wrong += words[i] != (uint64_t)job_me() * table->local + i;
  const double changed = (double)table->updates * job_pes(), all = (double)table->total;
  return job_sum((double)wrong) / (changed < all ? changed : all);
}

static int gups(const Table* table, const Settings* settings) {
  uint64_t* words = malloc(table->local * sizeof *words);
  if (!words) job_fail("gups", "out of memory; use a smaller --size");
  for (uint64_t i = 0; i < table->local; ++i) words[i] = (uint64_t)job_me() * table->local + i;
  exchange_open(table, words);

  job_barrier();
  const double begin = job_clock();
  exchange_run(table, settings);
  job_barrier();
  Result result = {.app = "gups", .version = exchange_name, .unit = "GUPS", .allowed = kAllowed};
  result.seconds = job_clock() - begin;

  exchange_read(table, words);
  if (settings->spoil) words[0] ^= 1, result.allowed = 0.5 / (double)table->total;  // so that one word is enough
  result.oracle = "the same updates done locally";
  if (settings->check) result.error = wrong_words(table, words);
  result.size = table->updates;
  result.rate = 1e-9 * (double)table->updates * job_pes() / result.seconds;
  snprintf(result.problem, sizeof result.problem, "%ld updates per PE, %s, table of %.1f MiB", table->updates,
           table->batch > 1 ? "batched" : "one by one", (double)table->total / (1 << 17));
  exchange_close(table);
  free(words);
  return result_report(&result, settings);
}

int main(int argc, char** argv) {
  long updates = 1 << 21, words = 1 << 19, batch = 1;
  const Option options[] = {
      {"size", "N", "updates of each PE", 1, 1L << 40, &updates},
      {"words", "N", "words of the table for each PE, rounded up to a power of two in all", 1, 1L << 40, &words},
      {"batch", "N", "updates under way at a time; 1 is get, change, put", 1, 1024, &batch},
      {0}};
  Settings settings;
  job_begin(exchange_threads);
  const Usage usage = command_line("gups", "Random updates of a table over all PEs (HPC Challenge RandomAccess).",
                                   options, 0, &settings, argc, argv);
  int status = usage == kBadUsage ? 2 : 0;
  if (usage == kRun) {
    Table table = {.total = 1, .updates = updates, .batch = batch};
    while (table.total < (uint64_t)words * (uint64_t)job_pes()) table.total *= 2;
    table.local = (table.total + (uint64_t)job_pes() - 1) / (uint64_t)job_pes();
    device_begin(job_me());
    status = gups(&table, &settings);
  }
  job_end();
  return status;
}

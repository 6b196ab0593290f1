#include "one_sided.h"

#include <shmem.h>

#include "../common/job.h"

enum { kBetweenLooks = 1024, kLargestBatch = 1024 };

static uint64_t one_by_one(const Table* table, uint64_t* words, uint64_t random, long count) {
  for (long i = 0; i < count; ++i) {
    random = random_next(random);
    const int pe = table_owner(table, random);
    uint64_t* word = words + table_place(table, random);
    shmem_uint64_p(word, shmem_uint64_g(word, pe) ^ random, pe);
  }
  return random;
}

// What is read before it is written costs one wait for all, and one more for the writing.
static uint64_t at_once(const Table* table, uint64_t* words, uint64_t random, long count) {
  static uint64_t values[kLargestBatch], randoms[kLargestBatch];
  for (long i = 0; i < count; ++i) {
    randoms[i] = random = random_next(random);
    shmem_uint64_get_nbi(&values[i], words + table_place(table, random), 1, table_owner(table, random));
  }
  shmem_quiet();
  for (long i = 0; i < count; ++i) {
    values[i] ^= randoms[i];
    shmem_uint64_put_nbi(words + table_place(table, randoms[i]), &values[i], 1, table_owner(table, randoms[i]));
  }
  shmem_quiet();
  return random;
}

void one_sided_run(const Table* table, const Settings* settings, uint64_t* words) {
  uint64_t random = random_at((uint64_t)job_me() * (uint64_t)table->updates);
  const long most = table->batch > 1 ? table->batch : kBetweenLooks;
  for (long done = 0; done < table->updates; done += most) {
    const long count = table->updates - done < most ? table->updates - done : most;
    random = (table->batch > 1 ? at_once : one_by_one)(table, words, random, count);
    progress(settings, "gups", (double)done, (double)table->updates);
  }
  shmem_quiet();
}

#include "one_sided.h"

#include <shmem.h>
#include <string.h>

#include "../frame/job.h"

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

typedef struct {
  uint64_t change, value;
  uint64_t* word;
  int pe;
} Update;

static Update updates[kLargestBatch];

/// The place of the update of that word among the first `known`, or `known`: a batch changes a word once, and the
/// stream comes back to one soon. `places` is a hash table of 1 + places, cleared by the caller.
static long place_of(const Update* update, short* places, long known) {
  const uint64_t hash = ((uint64_t)(uintptr_t)update->word + (uint64_t)update->pe) * 0x9E3779B97F4A7C15u;
  for (uint64_t at = hash >> 53;; at = (at + 1) % (2 * kLargestBatch)) {
    if (places[at] == 0) {
      places[at] = (short)(known + 1);
      return known;
    }
    const Update* other = &updates[places[at] - 1];
    if (other->word == update->word && other->pe == update->pe) return places[at] - 1;
  }
}

// Waits once for all gets of a batch, and once for all puts.
static uint64_t at_once(const Table* table, uint64_t* words, uint64_t random, long count) {
  static short places[2 * kLargestBatch];  // 2^11, by the hash's upper 11 bits
  long known = 0;
  memset(places, 0, sizeof places);
  for (long i = 0; i < count; ++i) {
    random = random_next(random);
    const Update update = {random, 0, words + table_place(table, random), table_owner(table, random)};
    const long at = place_of(&update, places, known);
    if (at < known) {
      updates[at].change ^= random;
      continue;
    }
    updates[known++] = update;
    shmem_uint64_get_nbi(&updates[at].value, update.word, 1, update.pe);
  }
  shmem_quiet();
  for (long i = 0; i < known; ++i) {
    updates[i].value ^= updates[i].change;
    shmem_uint64_put_nbi(updates[i].word, &updates[i].value, 1, updates[i].pe);
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

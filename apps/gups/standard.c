// The table is on a device that only its own PE can reach. A second thread of the owner serves the others' accesses
// (Listing 5 of the paper): a PE that wants a word asks for it, gets it by a put, changes it and puts it back.
#include <pthread.h>
#include <sched.h>
#include <shmem.h>
#include <string.h>

#include "../frame/device.h"
#include "../frame/job.h"
#include "problem.h"

const char exchange_name[] = "standard";
const int exchange_threads = 1;

// Symmetric: one entry for every PE, so that each word has one writer.
typedef struct {
  uint64_t wanted;           // by that PE: 1 + the place of a word, 0 for none
  uint64_t value, value_in;  // what that PE gave us, and how many it has
  uint64_t back, back_in;    // what that PE wants written, and how many it has sent
} Desk;

static uint64_t* here;  // the staging copy of the table, mapped to the device
static Desk* desks;
static volatile int stop;

/// Serves one request of `pe`: reads its word from the device, hands it over, waits for the new value, writes it.
static void serve(int pe, uint64_t visit) {
  const int me = shmem_my_pe();
  Desk* const desk = &desks[pe];
  uint64_t* const word = here + desk->wanted - 1;
  desk->wanted = 0;
  device_update_from(word, sizeof *word);
  shmem_uint64_put_signal(&desks[me].value, word, 1, &desks[me].value_in, visit, SHMEM_SIGNAL_SET, pe);
  shmem_signal_wait_until(&desk->back_in, SHMEM_CMP_GE, visit);
  *word = desk->back;
  device_update_to(word, sizeof *word);
}

static void* serve_all(void* visits) {
  device_begin(shmem_my_pe());  // the device is chosen for each thread
  while (!stop) {
    int idle = 1;
    for (int pe = 0; pe < shmem_n_pes(); ++pe) {
      if (!shmem_uint64_test(&desks[pe].wanted, SHMEM_CMP_NE, 0)) continue;
      serve(pe, ++((uint64_t*)visits)[pe]);
      idle = 0;
    }
    if (idle) sched_yield();
  }
  return NULL;
}

void exchange_open(const Table* table, const uint64_t* words) {
  const size_t bytes = table->local * sizeof *here;
  here = job_alloc(bytes);
  desks = job_alloc((size_t)job_pes() * sizeof *desks);
  memset(desks, 0, (size_t)job_pes() * sizeof *desks);
  memcpy(here, words, bytes);
  device_map(here, bytes);
  device_update_to(here, bytes);
}

static void update(const Table* table, uint64_t random, uint64_t* visits) {
  const int me = shmem_my_pe(), pe = table_owner(table, random);
  const uint64_t visit = ++visits[pe];
  shmem_uint64_p(&desks[me].wanted, table_place(table, random) + 1, pe);
  shmem_signal_wait_until(&desks[pe].value_in, SHMEM_CMP_GE, visit);
  const uint64_t changed = desks[pe].value ^ random;
  shmem_uint64_put_signal(&desks[me].back, &changed, 1, &desks[me].back_in, visit, SHMEM_SIGNAL_SET, pe);
}

void exchange_run(const Table* table, const Settings* settings) {
  pthread_t server;
  uint64_t random = random_at((uint64_t)job_me() * (uint64_t)table->updates);
  uint64_t* visits = job_alloc(2 * (size_t)job_pes() * sizeof *visits);  // to each PE, and by each PE
  memset(visits, 0, 2 * (size_t)job_pes() * sizeof *visits);
  stop = 0;
  job_barrier();
  if (pthread_create(&server, NULL, serve_all, visits + job_pes()) != 0) job_fail("gups", "cannot start a thread");
  for (long i = 0; i < table->updates; ++i) {
    random = random_next(random);
    update(table, random, visits);
    progress(settings, "gups", (double)i, (double)table->updates);
  }
  job_barrier();  // nobody asks any more, ...
  stop = 1;
  pthread_join(server, NULL);  // ... and the last visit is over
  job_free(visits);
}

void exchange_read(const Table* table, uint64_t* words) {
  device_update_from(here, table->local * sizeof *here);
  memcpy(words, here, table->local * sizeof *here);
}

void exchange_close(const Table* table) {
  device_unmap(here, table->local * sizeof *here);
  job_free(desks);
  job_free(here);
}

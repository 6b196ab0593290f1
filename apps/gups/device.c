// Calls from the device: the whole loop is one kernel, in which every thread updates words of all PEs by atomics. So no
// update is lost, and as many are under way as the device has threads, which is more than HPCC's 1024.
#include <shmemx_device.h>

#include "../frame/device.h"
#include "../frame/job.h"
#include "../frame/symmetric.h"
#include "problem.h"

const char exchange_name[] = "device";
const int exchange_threads = 0;
static uint64_t* there;

enum { kThreads = 1 << 18 };  // enough for any device

void exchange_open(const Table* table, const uint64_t* words) {
  there = symmetric_alloc(table->local * sizeof *there);
  device_write(there, words, table->local * sizeof *there);
}

// A thread has a part of this PE's stream, and begins with the random number at its place.
void exchange_run(const Table* table, const Settings* settings) {
  const Table all = *table;
  const long part = (all.updates + kThreads - 1) / kThreads, parts = (all.updates + part - 1) / part;
  const uint64_t first = (uint64_t)job_me() * (uint64_t)all.updates;
  uint64_t* const words = there;
  (void)settings;
#pragma omp target teams distribute parallel for is_device_ptr(words)
  for (long i = 0; i < parts; ++i) {
    const long rest = all.updates - i * part, count = rest < part ? rest : part;
    uint64_t random = random_at(first + (uint64_t)(i * part));
    for (long done = 0; done < count; ++done) {
      random = random_next(random);
      shmem_uint64_atomic_xor(words + table_place(&all, random), random, table_owner(&all, random));
    }
  }
}

void exchange_read(const Table* table, uint64_t* words) { device_read(words, there, table->local * sizeof *there); }

void exchange_close(const Table* table) {
  (void)table;
  symmetric_free(there);
}

// GUPS, the RandomAccess benchmark of HPC Challenge: 64-bit words of a table that is spread over all PEs are changed at
// random places. An exchange (host.c, standard.c, extended.c, device.c, mpi.c) is where the table lies and how a word is
// changed.
#pragma once
#include <stdint.h>

#include "../frame/result.h"
#include "random.h"

typedef struct {
  uint64_t total, local;  // words of the table, a power of two, and of one PE's part
  long updates;           // of each PE
  long batch;             // updates that may be under way at a time: HPCC allows 1024
} Table;

static inline int table_owner(const Table* table, uint64_t random) {
  return (int)((random & (table->total - 1)) / table->local);
}
static inline uint64_t table_place(const Table* table, uint64_t random) {
  return (random & (table->total - 1)) % table->local;
}

extern const char exchange_name[];
extern const int exchange_threads;  // whether more than one thread communicates

/// All are collective. The table begins with `words`; `exchange_read` copies this PE's part back.
void exchange_open(const Table* table, const uint64_t* words);
void exchange_run(const Table* table, const Settings* settings);
void exchange_read(const Table* table, uint64_t* words);
void exchange_close(const Table* table);

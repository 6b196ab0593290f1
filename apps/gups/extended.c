// The table in a partition of device memory: get, change, put, as on the host (Listing 5 of the paper).
#include "../frame/device.h"
#include "../frame/symmetric.h"
#include "one_sided.h"

const char exchange_name[] = "extended";
const int exchange_threads = 0;
static uint64_t* there;

void exchange_open(const Table* table, const uint64_t* words) {
  there = symmetric_alloc(table->local * sizeof *there);
  device_write(there, words, table->local * sizeof *there);
}

void exchange_run(const Table* table, const Settings* settings) { one_sided_run(table, settings, there); }

void exchange_read(const Table* table, uint64_t* words) { device_read(words, there, table->local * sizeof *there); }

void exchange_close(const Table* table) {
  (void)table;
  symmetric_free(there);
}

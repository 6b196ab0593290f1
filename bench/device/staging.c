/* Extended against standard, as "OpenMP + OpenSHMEM extensions" (2022) measures it. Extended: the call takes device
 * buffers. Standard: the library knows host memory alone, so the program copies down, transfers, and copies up; for
 * random access a thread of the target serves requests (the paper's Listing 5). Raw, the floor of the machine: the
 * driver's own copies through the mappings, and words in memory that all processes have mapped. */
#include <pthread.h>
#include <sched.h>
#include <shmem.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "memory.h"

static char *source, *target;           /* on the device */
static char *host_source, *host_target; /* the standard version's */
static uint64_t* arrived;
static uint64_t turn;

static int partner(void) { return harness_me() ^ 1; }

/* Words in host memory that all processes have mapped. */
static void set_word(uint64_t* word, uint64_t value) { __atomic_store_n(word, value, __ATOMIC_RELEASE); }
static void wait_for_word(const uint64_t* word, uint64_t value) {
  for (int looks = 0; __atomic_load_n(word, __ATOMIC_ACQUIRE) < value; ++looks)
    if (looks > 10000) sched_yield(); /* where there are fewer cores than PEs */
}

/* Round trips between PE 0 and PE 1. */
static void ping_pong(long calls, size_t bytes, void send(size_t, uint64_t), void receive(size_t, uint64_t)) {
  if (harness_me() > 1) return;
  for (long i = 0; i < calls; ++i) {
    ++turn;
    if (harness_me() == 0) send(bytes, turn);
    receive(bytes, turn);
    if (harness_me() == 1) send(bytes, turn);
  }
}

static void send_extended(size_t bytes, uint64_t value) {
  shmem_putmem_signal(target, source, bytes, arrived, value, SHMEM_SIGNAL_SET, partner());
}
static void receive_extended(size_t bytes, uint64_t value) {
  (void)bytes;
  shmem_signal_wait_until(arrived, SHMEM_CMP_GE, value);
}
static void send_standard(size_t bytes, uint64_t value) {
  memory_to_host(host_source, source, bytes);
  shmem_putmem_signal(host_target, host_source, bytes, arrived, value, SHMEM_SIGNAL_SET, partner());
}
static void receive_standard(size_t bytes, uint64_t value) {
  shmem_signal_wait_until(arrived, SHMEM_CMP_GE, value);
  memory_to_device(target, host_target, bytes);
}
static void send_raw(size_t bytes, uint64_t value) {
  memory_between_devices(shmem_ptr(target, partner()), source, bytes);
  set_word(shmem_ptr(arrived, partner()), value);
}
static void receive_raw(size_t bytes, uint64_t value) {
  (void)bytes;
  wait_for_word(arrived, value);
}
static void put_raw(long calls, size_t bytes) { ping_pong(calls, bytes, send_raw, receive_raw); }
static void put_extended(long calls, size_t bytes) { ping_pong(calls, bytes, send_extended, receive_extended); }
static void put_standard(long calls, size_t bytes) { ping_pong(calls, bytes, send_standard, receive_standard); }
static bool put_right(size_t bytes) { return harness_me() > 1 || memory_is_from(target, bytes, partner()); }

static void alltoall_extended(long calls, size_t bytes) {
  for (long i = 0; i < calls; ++i) shmem_alltoallmem(SHMEM_TEAM_WORLD, target, source, bytes);
}
static void alltoall_standard(long calls, size_t bytes) {
  const size_t all = bytes * (size_t)harness_pes();
  for (long i = 0; i < calls; ++i) {
    memory_to_host(host_source, source, all);
    shmem_alltoallmem(SHMEM_TEAM_WORLD, host_target, host_source, bytes);
    memory_to_device(target, host_target, all);
  }
}
static uint64_t* met; /* by PE: how often that PE has entered meet() */
static void meet(void) {
  static uint64_t times;
  ++times;
  for (int pe = 0; pe < harness_pes(); ++pe) set_word((uint64_t*)shmem_ptr(met, pe) + harness_me(), times);
  for (int pe = 0; pe < harness_pes(); ++pe) wait_for_word(met + pe, times);
}
static void alltoall_raw(long calls, size_t bytes) {
  const size_t mine = (size_t)harness_me() * bytes;
  for (long i = 0; i < calls; ++i) {
    meet();
    for (int pe = 0; pe < harness_pes(); ++pe)
      memory_begin_between_devices(target + (size_t)pe * bytes, (char*)shmem_ptr(source, pe) + mine, bytes);
    memory_finish();
    meet();
  }
}
static bool alltoall_right(size_t bytes) {
  bool right = true;
  for (int pe = 0; pe < harness_pes() && harness_me() == 0; ++pe)
    right = right && memory_is_from(target + (size_t)pe * bytes, bytes, pe);
  return right;
}

/* Random access: PE 0 changes words of PE 1's table. */
enum { table_words = 1 << 16, many = 256 };
static uint64_t* table;

/* The requests of PE 0 to the thread on PE 1, as words in PE 1's memory: the word that it wants (its index + 1), and
 * the new value with the number of the update. The answer is in PE 0's memory. */
typedef struct Mail {
  uint64_t wanted, value, updated, answer, answered;
} Mail;
static Mail* mail;
static atomic_bool served;

static uint64_t random_word(void) {
  static uint64_t state = 1;
  state = state << 1 ^ ((int64_t)state < 0 ? 7 : 0); /* HPCC's sequence */
  return state;
}

static void update_extended(long calls, size_t bytes) {
  (void)bytes;
  for (long i = 0; i < calls; ++i) {
    const uint64_t random = random_word();
    uint64_t* const word = table + random % table_words;
    shmem_uint64_p(word, shmem_uint64_g(word, 1) ^ random, 1);
  }
  shmem_quiet();
}

static void update_raw(long calls, size_t bytes) {
  uint64_t* const theirs = shmem_ptr(table, 1);
  (void)bytes;
  for (long i = 0; i < calls; ++i) {
    uint64_t value;
    const uint64_t random = random_word();
    memory_to_host(&value, theirs + random % table_words, sizeof value);
    value ^= random;
    memory_to_device(theirs + random % table_words, &value, sizeof value);
  }
}

/* A call makes `many` updates. HPCC allows a look-ahead of 1024, so one update may miss another of the same word. */
static void update_many(long calls, size_t bytes) {
  static uint64_t values[many], random[many];
  (void)bytes;
  for (long i = 0; i < calls; ++i) {
    for (int k = 0; k < many; ++k) {
      random[k] = random_word();
      shmem_uint64_get_nbi(values + k, table + random[k] % table_words, 1, 1);
    }
    shmem_quiet();
    for (int k = 0; k < many; ++k) shmem_uint64_p(table + random[k] % table_words, values[k] ^ random[k], 1);
  }
  shmem_quiet();
}

static void update_standard(long calls, size_t bytes) {
  (void)bytes;
  for (long i = 0; i < calls; ++i) {
    const uint64_t random = random_word(), number = ++turn;
    shmem_uint64_atomic_set(&mail->wanted, random % table_words + 1, 1);
    shmem_signal_wait_until(&mail->answered, SHMEM_CMP_GE, number);
    const uint64_t value = mail->answer ^ random;
    shmem_uint64_put_signal(&mail->value, &value, 1, &mail->updated, number, SHMEM_SIGNAL_SET, 1);
  }
}

static void* serve(void* unused) {
  uint64_t number = 0, value = 0;
  memory_use_in_thread();
  while (true) {
    uint64_t wanted = 0;
    while ((wanted = shmem_uint64_atomic_fetch(&mail->wanted, 1)) == 0) {
      if (atomic_load(&served)) return unused;
      sched_yield();
    }
    shmem_uint64_atomic_set(&mail->wanted, 0, 1);
    memory_to_host(&value, table + wanted - 1, sizeof value);
    ++number;
    shmem_uint64_put_signal(&mail->answer, &value, 1, &mail->answered, number, SHMEM_SIGNAL_SET, 0);
    shmem_signal_wait_until(&mail->updated, SHMEM_CMP_GE, number);
    memory_to_device(table + wanted - 1, &mail->value, sizeof value);
  }
}

/* The time of one of the `parts` of a call. */
static Sample share(Sample of, double parts) {
  return (Sample){of.median / parts, of.least / parts, of.most / parts, of.calls};
}

/* Reports how near the extended version is to the floor, and how much faster than the standard one anything could
 * be. */
static void report_floor(const char* what, size_t bytes, Sample standard, Sample extended, Sample raw) {
  char metric[64];
  snprintf(metric, sizeof metric, "%s, standard / raw", what);
  harness_report_factor(metric, bytes, standard, raw, "higher");
  snprintf(metric, sizeof metric, "%s, extended of raw", what);
  harness_report_factor(metric, bytes, extended, raw, "lower");
}

static void measure_put(size_t bytes) {
  static const struct {
    const char* metric;
    HarnessBatch batch;
  } ways[] = {{"put, extended", put_extended}, {"put, standard", put_standard}, {"put, raw", put_raw}};
  Sample sample[3];
  for (int way = 0; way < 2 + memory_copies_between_devices(); ++way) {
    memory_to_device(target, host_target, bytes);
    shmem_barrier_all();
    ways[way].batch(1, bytes);
    shmem_barrier_all();
    memory_expect(put_right(bytes), ways[way].metric, bytes);
    sample[way] = share(harness_measure(ways[way].batch, bytes, every_pe_calls), 2);
    harness_report_latency(ways[way].metric, bytes, sample[way]);
  }
  harness_report_factor("put, standard / extended", bytes, sample[1], sample[0], "higher");
  if (memory_copies_between_devices()) report_floor("put", bytes, sample[1], sample[0], sample[2]);
}

static void measure_alltoall(size_t bytes) {
  const Sample extended =
      memory_measure("alltoall, extended", alltoall_extended, bytes, every_pe_calls, alltoall_right);
  const Sample standard =
      memory_measure("alltoall, standard", alltoall_standard, bytes, every_pe_calls, alltoall_right);
  harness_report_factor("alltoall, standard / extended", bytes, standard, extended, "higher");
  if (!memory_copies_between_devices()) return;
  const Sample raw = memory_measure("alltoall, raw", alltoall_raw, bytes, every_pe_calls, alltoall_right);
  report_floor("alltoall", bytes, standard, extended, raw);
}

static void measure_random_access(void) {
  turn = 0;
  shmem_barrier_all();
  pthread_t server;
  if (harness_me() == 1) pthread_create(&server, NULL, serve, NULL);
  const Sample standard = harness_measure(update_standard, 8, pe_zero_calls);
  atomic_store(&served, true);
  if (harness_me() == 1) pthread_join(server, NULL);
  harness_report_latency("update, standard", 8, standard);
  const Sample extended = harness_measure(update_extended, 8, pe_zero_calls);
  harness_report_latency("update, extended", 8, extended);
  const Sample batched = share(harness_measure(update_many, 8, pe_zero_calls), many);
  harness_report_latency("update, extended, 256 at a time", 8, batched);
  harness_report_factor("update, standard / extended", 8, standard, extended, "higher");
  harness_report_factor("update, standard / 256 at a time", 8, standard, batched, "higher");
  if (!memory_copies_between_devices()) return;
  const Sample raw = harness_measure(update_raw, 8, pe_zero_calls);
  harness_report_latency("update, raw", 8, raw);
  report_floor("update", 8, standard, extended, raw);
}

static size_t larger(size_t a, size_t b) { return a > b ? a : b; }

int main(int argc, char** argv) {
  harness_begin_threaded(argc, argv, "staging", "extended (device buffers) against standard (manual staging)", 2,
                         SHMEM_THREAD_MULTIPLE);
  /* alltoall has a part for every PE in the same room */
  const size_t largest = larger(memory_largest((size_t)64 << 20), sizeof(uint64_t) * (size_t)harness_pes());
  source = memory_allocate(largest);
  target = memory_allocate(largest);
  table = memory_allocate(table_words * sizeof *table);
  host_source = harness_allocate(largest);
  host_target = harness_allocate(largest);
  arrived = harness_allocate(sizeof *arrived);
  mail = harness_allocate(sizeof *mail);
  met = harness_allocate((size_t)harness_pes() * sizeof *met);
  *arrived = 0;
  memset(met, 0, (size_t)harness_pes() * sizeof *met);
  *mail = (Mail){0, 0, 0, 0, 0};
  memory_fill(source, largest);
  for (size_t bytes; harness_next_size(largest, &bytes);) measure_put(bytes);
  for (size_t bytes; harness_next_size(largest / (size_t)harness_pes(), &bytes);) measure_alltoall(bytes);
  measure_random_access();
  return harness_end();
}

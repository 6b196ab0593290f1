/* A program whose calls are known: profile_test.py has the same formulas. Every PE sends to every PE, itself included.
 */
#define _DEFAULT_SOURCE
#include <shmem.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { kRoom = 1 << 16, kSmallPuts = 200, kLargePuts = 3, kBarriers = 4, kLateMicroseconds = 30000 };

static char landing[kRoom];
static long counter, word, numbers[64], gathered[64];
static int single;
static uint64_t signal_word;

/* PE p puts 100 (p + 1) + q bytes to PE q, and gets q + 1 longs from it. */
static void exchange(int me, int n) {
  static char source[kRoom];
  static long read[4096];
  for (int pe = 0; pe < n; ++pe) {
    shmem_putmem(landing, source, (size_t)(100 * (me + 1) + pe), pe);
    shmem_long_get(read, numbers, (size_t)(pe % 64 + 1), pe);
  }
}

/* Calls that are only counted: 10 (p + 1) additions at PE 0, and single elements to the next PE. */
static void brief_calls(int me, int n) {
  for (int i = 0; i < 10 * (me + 1); ++i) shmem_long_atomic_add(&counter, 1, 0);
  for (int i = 0; i < kSmallPuts; ++i) shmem_int_p(&single, i, (me + 1) % n);
}

static void large_puts(int me, int n) {
  static char source[kRoom];
  for (int i = 0; i < kLargePuts; ++i) shmem_putmem_nbi(landing, source, kRoom, (me + 1) % n);
  shmem_quiet();
}

/* The last PE comes late each time, as far as the machine lets it: each PE says when it came. */
static void late_barrier(int me, int n) {
  struct timespec came[kBarriers];
  for (int i = 0; i < kBarriers; ++i) {
    if (me == n - 1) usleep(kLateMicroseconds);
    clock_gettime(CLOCK_MONOTONIC, &came[i]);
    shmem_barrier_all();
  }
  for (int i = 0; i < kBarriers; ++i)
    printf("PE %d came to barrier %d at %lld\n", me, i, came[i].tv_sec * 1000000000LL + came[i].tv_nsec);
  fflush(stdout);
}

static void collectives(int me, int n) {
  (void)me;
  shmem_long_broadcast(SHMEM_TEAM_WORLD, gathered, numbers, 64, 0);
  shmem_long_sum_reduce(SHMEM_TEAM_WORLD, gathered, numbers, 8);
  static char blocks[4096], from[4096];
  shmem_alltoallmem(SHMEM_TEAM_WORLD, blocks, from, (size_t)(4096 / n / 64));
}

/* The PEs of even number: each puts 24 bytes to the team's last, whose number in the world is another. */
static void in_team(int n) {
  shmem_team_t evens;
  shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 2, (n + 1) / 2, NULL, 0, &evens);
  if (evens == SHMEM_TEAM_INVALID) return;
  shmem_ctx_t context;
  if (shmem_team_create_ctx(evens, 0, &context) == 0) {
    shmem_ctx_putmem(context, landing, numbers, 24, shmem_team_n_pes(evens) - 1);
    shmem_ctx_destroy(context);
  }
  shmem_team_sync(evens);
  shmem_team_sync(evens);
  shmem_team_destroy(evens);
}

/* What pcontrol leaves out. */
static void unseen(int me) {
  shmem_pcontrol(0);
  for (int i = 0; i < 100; ++i) shmem_long_p(&word, i, me);
  shmem_pcontrol(1);
}

int main(void) {
  shmem_init();
  const int me = shmem_my_pe(), n = shmem_n_pes();
  exchange(me, n);
  brief_calls(me, n);
  large_puts(me, n);
  late_barrier(me, n);
  collectives(me, n);
  in_team(n);
  unseen(me);
  shmem_putmem_signal(landing, numbers, 40, &signal_word, 1, SHMEM_SIGNAL_ADD, (me + 1) % n);
  shmem_signal_wait_until(&signal_word, SHMEM_CMP_GE, 1);
  shmem_finalize();
  return EXIT_SUCCESS;
}

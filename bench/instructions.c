/* Runs each counted call many times between two marks that callgrind understands; bench/instructions reads the counts.
 *
 * The calls are made by PE 0 towards PE 1. Every call is made once before it is counted, so that the binding of
 * symbols is not. HAVE_<symbol> comes from bench/instructions, which asks the library. */
#include <shmem.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <valgrind/callgrind.h>

static long* heap; /* symmetric heap */
static long local = 1;
static int static_int; /* symmetric, being static */
static long static_long;
static volatile long sink;

static void int_p(long calls) {
  for (long i = 0; i < calls; ++i) shmem_int_p((int*)heap, (int)i, 1);
}

static void int_g(long calls) {
  for (long i = 0; i < calls; ++i) sink = shmem_int_g((int*)heap, 1);
}

static void quiet(long calls) {
  for (long i = 0; i < calls; ++i) shmem_quiet();
}

static void putmem_8(long calls) {
  for (long i = 0; i < calls; ++i) shmem_putmem(heap, &local, 8, 1);
}

static void getmem_8(long calls) {
  for (long i = 0; i < calls; ++i) shmem_getmem(&local, heap, 8, 1);
}

static void int_p_static(long calls) {
  for (long i = 0; i < calls; ++i) shmem_int_p(&static_int, (int)i, 1);
}

static void int_g_static(long calls) {
  for (long i = 0; i < calls; ++i) sink = shmem_int_g(&static_int, 1);
}

static void putmem_8_static(long calls) {
  for (long i = 0; i < calls; ++i) shmem_putmem(&static_long, &local, 8, 1);
}

#ifdef HAVE_shmem_long_atomic_fetch_add
static void long_atomic_fetch_add(long calls) {
  for (long i = 0; i < calls; ++i) sink = shmem_long_atomic_fetch_add(heap, 1, 1);
}
#endif

#ifdef HAVE_shmem_long_atomic_inc
static void long_atomic_inc(long calls) {
  for (long i = 0; i < calls; ++i) shmem_long_atomic_inc(heap, 1);
}
#endif

#ifdef HAVE_shmem_int_wait_until
static void int_wait_until(long calls) {
  int* const flag = (int*)(heap + 1);
  for (long i = 0; i < calls; ++i) shmem_int_wait_until(flag, SHMEM_CMP_EQ, 0);
}
#endif

#ifdef HAVE_shmem_signal_fetch
static void signal_fetch(long calls) {
  for (long i = 0; i < calls; ++i) sink = (long)shmem_signal_fetch((uint64_t*)(heap + 1));
}
#endif

#if defined HAVE_shmem_team_create_ctx && defined HAVE_shmem_ctx_int_p
static shmem_ctx_t team_context;
static void ctx_int_p_team(long calls) {
  for (long i = 0; i < calls; ++i) shmem_ctx_int_p(team_context, (int*)heap, (int)i, 1);
}
#endif

/* The names are those of COUNTED_CALLS in driver/catalogue.py. */
static const struct {
  const char* name;
  void (*run)(long calls);
} table[] = {
    {"int_p", int_p},
    {"int_g", int_g},
    {"quiet", quiet},
    {"putmem_8", putmem_8},
    {"getmem_8", getmem_8},
    {"int_p_static", int_p_static},
    {"int_g_static", int_g_static},
    {"putmem_8_static", putmem_8_static},
#ifdef HAVE_shmem_long_atomic_fetch_add
    {"long_atomic_fetch_add", long_atomic_fetch_add},
#endif
#ifdef HAVE_shmem_long_atomic_inc
    {"long_atomic_inc", long_atomic_inc},
#endif
#ifdef HAVE_shmem_int_wait_until
    {"int_wait_until", int_wait_until},
#endif
#ifdef HAVE_shmem_signal_fetch
    {"signal_fetch", signal_fetch},
#endif
#if defined HAVE_shmem_team_create_ctx && defined HAVE_shmem_ctx_int_p
    {"ctx_int_p_team", ctx_int_p_team},
#endif
};

/* Leaves a dump called <name>:<calls>. */
static void count(const char* name, void (*run)(long), long calls) {
  char label[64];
  snprintf(label, sizeof label, "%s:%ld", name, calls);
  shmem_quiet();
  CALLGRIND_ZERO_STATS;
  run(calls);
  CALLGRIND_DUMP_STATS_AT(label);
}

int main(int argc, char** argv) {
  const long calls = argc > 1 ? strtol(argv[1], NULL, 10) : 0;
  shmem_init();
  if (calls < 2 || shmem_n_pes() != 2) {
    fprintf(stderr, "instructions: usage: oshrun -n 2 valgrind --tool=callgrind instructions CALLS\n");
    shmem_global_exit(2);
  }
  heap = shmem_calloc(2, sizeof *heap);
#if defined HAVE_shmem_team_create_ctx && defined HAVE_shmem_ctx_int_p
  if (shmem_team_create_ctx(SHMEM_TEAM_WORLD, 0, &team_context) != 0) shmem_global_exit(3);
#endif
  shmem_barrier_all();
  if (shmem_my_pe() == 0) {
    for (size_t i = 0; i < sizeof table / sizeof table[0]; ++i) {
      count(table[i].name, table[i].run, 1); /* warms up, both the library and callgrind; not read */
      count(table[i].name, table[i].run, calls);
      count(table[i].name, table[i].run, 2 * calls);
    }
  }
  shmem_barrier_all();
  shmem_finalize();
  return 0;
}

/* Programs that do one thing wrong, chosen by name, for driver.py. PE `culprit` makes the mistake; the others wait. */
#define _GNU_SOURCE /* pthread_setattr_default_np */
#include <limits.h>
#include <pshmem.h>
#include <pthread.h>
#include <shmemx.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static int variable;
static long flag;
static uint64_t word;
static int n;
static int* block;

typedef struct {
  const char* name;
  void (*run)(void);
} Case;

static void p_pe_n(void) { shmem_int_p(block, 1, n); }
static void p_pe_minus_1(void) { shmem_int_p(block, 1, -1); }
static void p_pe_1000(void) { shmem_int_p(block, 1, 1000); }
static void p_pe_max(void) { shmem_int_p(block, 1, INT_MAX); }
static void p_pe_min(void) { shmem_int_p(block, 1, INT_MIN); }
static void g_pe_n(void) { exit(shmem_int_g(block, n)); }
static void g_static_pe_n(void) { exit(shmem_int_g(&variable, n)); }
static void put_pe_n(void) { shmem_double_put((double*)block, (double*)block, 1, n); }
static void getmem_pe_n(void) { shmem_getmem(&variable, block, 4, n); }
static void put_nothing_pe_n(void) { shmem_putmem(NULL, NULL, 0, n); }
static void put_signal_pe_n(void) { shmem_putmem_signal(block, block, 4, &word, 1, SHMEM_SIGNAL_SET, n); }
static void signal_set_pe_n(void) { shmem_signal_set(&word, 1, n); }

static void p_to_stack(void) {
  int local = 0;
  shmem_int_p(&local, 1, 0);
}
static void get_from_malloc(void) {
  void* memory = calloc(1, 100);
  shmem_getmem(&variable, memory, 4, 0);
}
static void p_to_null(void) { shmem_int_p(NULL, 1, 0); }
static void get_from_null(void) { shmem_getmem(&variable, NULL, 4, 0); }
static void signal_on_stack(void) {
  uint64_t local = 0;
  shmem_signal_set(&local, 1, 0);
}
static void past_heap(void) {
  shmemx_heap_info_t info;
  shmemx_heap_query(1, &info);
  char* source = calloc(1, 4096);
  shmem_putmem((char*)block + info.size - 100, source, 4096, 0);
}
/* Few bytes that begin in the heap and end behind it. */
static char* before_heap_end(size_t bytes) {
  shmemx_partition_info_t info;
  shmemx_partition_query(1, &info);
  return (char*)info.base + info.size - bytes;
}
static void past_end_p(void) {
  shmem_int_p((int*)(void*)before_heap_end(2), 1, 0);
  shmem_quiet();
}
static void past_end_p_of_many(void) { /* which travel together to another node */
  for (int i = 0; i < 50; ++i) shmem_int_p(block, i, 0);
  past_end_p();
}
static void past_end_g(void) { exit(shmem_int_g((int*)(void*)before_heap_end(1), 0)); }
static void past_end_put(void) {
  const char source[64] = {0};
  shmem_putmem(before_heap_end(63), source, sizeof source, 0);
}
static void past_end_get(void) { shmem_getmem(&word, before_heap_end(7), 8, 0); }
static void past_end_get_nbi(void) { shmem_getmem_nbi(&word, before_heap_end(7), 8, 0); }
/* The same at the end of the static data, which is that of a page. */
static char* before_statics_end(size_t bytes) {
  enum { page = 4096 };
  char* end = (char*)((uintptr_t)&variable & ~(uintptr_t)(page - 1));
  while (shmem_addr_accessible(end, 0)) end += page;
  return end - bytes;
}
static void past_statics_p(void) { shmem_int_p((int*)(void*)before_statics_end(2), 1, 0); }
static void past_statics_g(void) { exit(shmem_int_g((int*)(void*)before_statics_end(3), 0)); }
static void past_statics_put(void) {
  const char source[64] = {0};
  shmem_putmem(before_statics_end(63), source, sizeof source, 0);
}
static void past_statics_add(void) { /* misaligned, as it has to be */
  shmem_int_atomic_add((int*)(void*)before_statics_end(2), 1, 0);
}
static void past_heap_overflow(void) {
  long source[2] = {0, 0};
  shmem_long_put((long*)(void*)block, source, SIZE_MAX / sizeof(long) + 2, 0);
}
static void past_statics(void) { shmem_getmem(block, &variable, (size_t)1 << 40, 0); }

/* Counts whose product with the size of an element, a stride or the number of PEs overflows size_t. The low bits of
 * each product would be a valid length. */
enum { kLongs = sizeof(long) };
static const size_t too_many = SIZE_MAX / kLongs + 2;
static long longs[64], more_longs[64];
static void broadcast_null(void) { shmem_long_broadcast(SHMEM_TEAM_WORLD, NULL, longs, 1, 0); }
static void clear_free_lock(void) { shmem_clear_lock(longs); }
static void broadcast_overflow(void) { shmem_long_broadcast(SHMEM_TEAM_WORLD, longs, more_longs, too_many, 0); }
static void collect_overflow(void) { shmem_long_collect(SHMEM_TEAM_WORLD, longs, more_longs, too_many); }
static void fcollect_overflow(void) { shmem_long_fcollect(SHMEM_TEAM_WORLD, longs, more_longs, too_many); }
static void alltoall_overflow(void) { shmem_long_alltoall(SHMEM_TEAM_WORLD, longs, more_longs, too_many); }
static void alltoall_pes_overflow(void) {
  shmem_alltoallmem(SHMEM_TEAM_WORLD, longs, more_longs, SIZE_MAX / (size_t)n + 1);
}
static void alltoalls_overflow(void) {
  shmem_long_alltoalls(SHMEM_TEAM_WORLD, longs, more_longs, 1, 1, SIZE_MAX / kLongs / (size_t)n + 2);
}
static void alltoalls_stride_overflow(void) {
  shmem_long_alltoalls(SHMEM_TEAM_WORLD, longs, more_longs, (ptrdiff_t)(SIZE_MAX / kLongs) + 1, 1, 1);
}
static void sum_overflow(void) { shmem_long_sum_reduce(SHMEM_TEAM_WORLD, longs, more_longs, too_many); }
static void scan_overflow(void) { shmem_long_sum_inscan(SHMEM_TEAM_WORLD, longs, more_longs, too_many); }
static void put_signal_overflow(void) {
  shmem_long_put_signal(longs, more_longs, too_many, &word, 1, SHMEM_SIGNAL_SET, 0);
}
static void iput_overflow(void) { shmem_long_iput(longs, more_longs, (ptrdiff_t)(SIZE_MAX / kLongs) + 1, 1, 2, 0); }
static void iget_overflow(void) { shmem_long_iget(longs, more_longs, 1, (ptrdiff_t)(SIZE_MAX / kLongs) + 1, 2, 0); }
static void ibput_overflow(void) {
  shmem_long_ibput(longs, more_longs, (ptrdiff_t)too_many, (ptrdiff_t)too_many, too_many, 1, 0);
}
static void gather_overflow(void) {
  shmemx_gathermem(SHMEM_TEAM_WORLD, longs, more_longs, SIZE_MAX / (size_t)n + 1, 0);
}
static void scatter_overflow(void) {
  shmemx_scattermem(SHMEM_TEAM_WORLD, longs, more_longs, SIZE_MAX / (size_t)n + 1, 0);
}

static void double_free(void) {
  void* p = shmem_malloc(100);
  shmem_free(p);
  shmem_free(p);
}
static void free_inside(void) { shmem_free((char*)block + 4); }
static void free_stack(void) {
  int local = 0;
  shmem_free(&local);
}
static void free_static(void) { shmem_free(&variable); }
static void realloc_wild(void) { shmem_realloc((char*)block + 64, 10); }
static void misaligned_inc(void) { shmem_int_atomic_inc((int*)((char*)block + 2), 0); }
static void misaligned_fetch(void) { shmem_long_atomic_fetch((long*)((char*)block + 4), 0); }
static void misaligned_signal(void) {
  shmem_signal_add((uint64_t*)((char*)block + 4), 1, 0);
  shmem_quiet();
}
static void misaligned_put_signal(void) {
  shmem_putmem_signal(block, "1234567", 8, (uint64_t*)((char*)block + 12), 1, SHMEM_SIGNAL_SET, 0);
  shmem_quiet();
}
static void misaligned_fetch_nbi(void) {
  static long fetched;
  shmem_long_atomic_fetch_nbi(&fetched, (long*)((char*)block + 4), 0);
  shmem_quiet();
}
static void misaligned_static(void) { shmem_int_atomic_inc((int*)((char*)longs + 2), 0); }
static void align_3(void) { shmem_align(3, 10); }
static void no_partition(void) { shmem_partition_malloc(10, 9); }
static void bad_comparison(void) { shmem_long_wait_until(&flag, 77, 1); }
/* A stack that is larger than any address space stands for a limit on threads. */
static void no_thread(void) {
  pthread_attr_t huge;
  pthread_attr_init(&huge);
  pthread_attr_setstacksize(&huge, (size_t)1 << 60);
  pthread_setattr_default_np(&huge);
  shmemx_req_t request;
  shmemx_sync_nb(SHMEM_TEAM_WORLD, &request);
}
static void bad_signal_op(void) { shmem_putmem_signal(block, block, 4, &word, 1, 55, 0); }

/* Made by all PEs; the job goes on. */
static void align_is_null(void) {
  if (shmem_align(3, 10) || shmem_align(0, 10) || shmem_align(24, 10)) shmem_global_exit(98);
  if (!shmem_align(64, 10)) shmem_global_exit(97);
  shmem_finalize();
}
static void finalize_twice(void) {
  shmem_finalize();
  shmem_finalize();
}
static void finalized_p(void) { shmem_int_p(&variable, 1, 0); }
static void finalized_malloc(void) { shmem_malloc(10); }
static void finalized_my_pe(void) { shmem_my_pe(); }
static void finalized_barrier(void) { shmem_barrier_all(); }

/* Address space that the program has taken already stands for a limit; small objects need no more of it. */
static void early_no_space(void) {
  free(malloc(1 << 16));
  const struct rlimit none = {1, RLIM_INFINITY};
  setrlimit(RLIMIT_AS, &none);
  shmem_init();
}
static void early_p(void) { shmem_int_p(&variable, 1, 0); }
static void early_get(void) { shmem_getmem(&variable, &variable, 4, 0); }
static void early_malloc(void) { shmem_malloc(10); }
static void early_n_pes(void) { shmem_n_pes(); }
static void early_barrier(void) { shmem_barrier_all(); }
static void early_finalize(void) { shmem_finalize(); }
static void early_ptr(void) { shmem_ptr(&variable, 0); }
static void early_query(void) {
  shmemx_heap_info_t info;
  shmemx_heap_query(1, &info);
}
static void bad_thread_level(void) { shmem_init_thread(17, NULL); }

static void global_exit_7(void) { shmem_global_exit(7); }
static void global_exit_0(void) { shmem_global_exit(0); }
static void nothing(void) {}
/* Runs a command, as a PE of a job may. */
static void start(void) {
  if (system(getenv("COMMAND")) != 0) exit(1);
  shmem_finalize();
}
/* Has a file of its own where oshrun had the job's board. */
static void write_own_file(void) {
  if (write(atoi(getenv("DESCRIPTOR")), "kept", 4) != 4) exit(1);
  shmem_finalize();
}

#define CASE(name) \
  { #name, name }
static const Case cases[] = {
    CASE(p_pe_n),
    CASE(p_pe_minus_1),
    CASE(p_pe_1000),
    CASE(p_pe_max),
    CASE(p_pe_min),
    CASE(g_pe_n),
    CASE(g_static_pe_n),
    CASE(put_pe_n),
    CASE(getmem_pe_n),
    CASE(put_nothing_pe_n),
    CASE(put_signal_pe_n),
    CASE(signal_set_pe_n),
    CASE(p_to_stack),
    CASE(get_from_malloc),
    CASE(p_to_null),
    CASE(get_from_null),
    CASE(broadcast_null),
    CASE(clear_free_lock),
    CASE(signal_on_stack),
    CASE(past_heap),
    CASE(past_end_p),
    CASE(past_end_p_of_many),
    CASE(past_end_g),
    CASE(past_end_put),
    CASE(past_end_get),
    CASE(past_end_get_nbi),
    CASE(past_statics_p),
    CASE(past_statics_g),
    CASE(past_statics_put),
    CASE(past_statics_add),
    CASE(past_heap_overflow),
    CASE(past_statics),
    CASE(free_inside),
    CASE(free_stack),
    CASE(free_static),
    CASE(realloc_wild),
    CASE(misaligned_inc),
    CASE(misaligned_fetch),
    CASE(misaligned_fetch_nbi),
    CASE(misaligned_signal),
    CASE(misaligned_put_signal),
    CASE(misaligned_static),
    CASE(align_3),
    CASE(no_partition),
    CASE(bad_comparison),
    CASE(no_thread),
    CASE(bad_signal_op),
    CASE(broadcast_overflow),
    CASE(collect_overflow),
    CASE(fcollect_overflow),
    CASE(alltoall_overflow),
    CASE(alltoall_pes_overflow),
    CASE(alltoalls_overflow),
    CASE(alltoalls_stride_overflow),
    CASE(sum_overflow),
    CASE(scan_overflow),
    CASE(put_signal_overflow),
    CASE(iput_overflow),
    CASE(iget_overflow),
    CASE(ibput_overflow),
    CASE(gather_overflow),
    CASE(scatter_overflow),
    CASE(global_exit_7),
    CASE(global_exit_0),
    CASE(nothing),
};
static const Case together[] = {CASE(double_free), CASE(align_is_null), CASE(finalize_twice), CASE(start),
                                CASE(write_own_file)};
static const Case early[] = {CASE(early_p),          CASE(early_get),      CASE(early_malloc), CASE(early_n_pes),
                             CASE(early_barrier),    CASE(early_finalize), CASE(early_ptr),    CASE(early_query),
                             CASE(bad_thread_level), CASE(early_no_space)};
static const Case finalized[] = {CASE(finalized_p), CASE(finalized_malloc), CASE(finalized_my_pe),
                                 CASE(finalized_barrier)};

static int run(const Case* list, size_t count, const char* name) {
  for (size_t i = 0; i < count; ++i)
    if (strcmp(list[i].name, name) == 0) {
      list[i].run();
      return 1;
    }
  return 0;
}
#define RUN(list) run(list, sizeof list / sizeof *list, name)

int main(int argc, char** argv) {
  const char* name = argc > 1 ? argv[1] : "nothing";
  if (RUN(early)) return 0;
  shmem_init();
  n = shmem_n_pes();
  const int me = shmem_my_pe(), culprit = n - 1;
  block = shmem_calloc(100, sizeof *block);
  shmem_barrier_all();
  if (RUN(together)) return 0;
  if (strncmp(name, "finalized", 9) == 0) {
    shmem_finalize();
    if (me == culprit) RUN(finalized);
    return 0;
  }
  if (me == culprit && !RUN(cases)) {
    fprintf(stderr, "no case named %s\n", name);
    shmem_global_exit(99);
  }
  if (strcmp(name, "nothing") != 0 && me != culprit) shmem_long_wait_until(&flag, SHMEM_CMP_EQ, 1); /* never */
  shmem_finalize();
  return 0;
}

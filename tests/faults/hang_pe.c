/* A job that hangs: what PE `who` does not do, the others wait for. Every PE says "ready" before. */
#include <shmem.h>
#include <shmemx.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int flags[4];
static long l; /* also how C++ would encode a type */
static int sum, one = 1;

/* The names of these functions are looked for in the stacks, so that none may become a part of its caller. */
#define ON_STACK __attribute__((noinline, noipa))

ON_STACK static void nap_instead(void) {
  for (;;) pause();
}

ON_STACK static int compute(void) {
  volatile unsigned number = 1;
  while (number) number |= 1;
  return (int)number;
}

ON_STACK static void everybody_meets(void) {
  shmem_barrier_all();
  one = 2; /* so that the call above is not the function's last instruction */
}

/* Takes more memory than the test allows, and not much more. */
ON_STACK static void take_until_full(void) {
  for (int i = 0; i < 512; ++i) {
    char* block = malloc(1 << 20);
    if (block) memset(block, 1, 1 << 20);
  }
  exit(4);
}

/* A team that has no stride. */
static shmem_team_t some;
static void make_team(void) {
  const int members[] = {0, 1, 3};
  shmemx_team_from_set(SHMEM_TEAM_WORLD, members, 3, NULL, 0, &some);
}

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const char* how = argv[1];
  const int who = atoi(argv[2]);
  shmem_init();
  const int me = shmem_my_pe();
  int* word = strcmp(how, "device") ? shmem_malloc(sizeof *word) : shmem_partition_malloc(sizeof *word, 2);
  shmem_int_p(word, 0, me);
  flags[2] = 3;
  shmem_barrier_all();
  if ((!strcmp(how, "lock") || !strcmp(how, "clear")) && me == who) shmem_set_lock(&l);
  if (!strcmp(how, "team")) make_team();
  shmem_barrier_all();
  printf("ready\n");
  fflush(stdout);
  if (!strcmp(how, "compute") && me == who) one = compute();
  if (!strcmp(how, "stop") && me == who) raise(SIGSTOP);
  if (!strcmp(how, "full") && me == who) take_until_full();
  if (!strcmp(how, "asleep") || me == who) nap_instead();
  if (!strcmp(how, "wait")) shmem_int_wait_until(&flags[2], SHMEM_CMP_EQ, 5);
  if (!strcmp(how, "word") || !strcmp(how, "device")) shmem_int_wait_until(word, SHMEM_CMP_GE, 7);
  if (!strcmp(how, "lock")) shmem_set_lock(&l);
  if (!strcmp(how, "clear")) shmem_clear_lock(&l);
  if (!strcmp(how, "team") && some != SHMEM_TEAM_INVALID) shmem_team_sync(some);
  if (!strcmp(how, "reduce")) shmem_int_sum_reduce(SHMEM_TEAM_WORLD, &sum, &one, 1);
  while (!strcmp(how, "stop")) { /* the other PE may need a moment to stop */
    shmem_int_p(word, 1, who);
    shmem_quiet();
  }
  everybody_meets();
  shmem_finalize();
  return 0;
}

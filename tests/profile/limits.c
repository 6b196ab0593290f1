/* Programs with more than the profiler keeps, or that it could take for another; the argument names one of them. */
#include <locale.h>
#include <pthread.h>
#include <shmem.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { kBarriers = 70000, kThreads = 70, kPuts = 50, kBrief = 5000, kDescending = 100, kTeams = 1100 };
static long word;
static pthread_barrier_t everyone;

/* More barriers than are kept, which PE 0 calls from another line than the others. */
static void barriers(void) {
  shmem_init();
  if (shmem_my_pe() == 0)
    for (int i = 0; i < kBarriers; ++i) shmem_barrier_all();
  else
    for (int i = 0; i < kBarriers; ++i) shmem_barrier_all();
  shmem_finalize();
}

static void* work(void* unused) {
  for (int i = 0; i < kPuts; ++i) shmem_putmem(&word, &word, sizeof word, 0);
  pthread_barrier_wait(&everyone);
  return unused;
}

/* More threads at a time than have a track. */
static void threads(void) {
  int provided;
  shmem_init_thread(SHMEM_THREAD_MULTIPLE, &provided);
  pthread_t started[kThreads];
  pthread_barrier_init(&everyone, NULL, kThreads);
  for (int i = 0; i < kThreads; ++i) pthread_create(&started[i], NULL, work, NULL);
  for (int i = 0; i < kThreads; ++i) pthread_join(started[i], NULL);
  shmem_finalize();
}

/* More teams than are kept; then two pairs of PEs meet, the second one 50 ms after the first. */
static void teams(void) {
  shmem_init();
  const int half = shmem_my_pe() / 2;
  for (int i = 0; i <= kTeams; ++i) {
    shmem_team_t pairs[2];
    for (int of = 0; of < 2; ++of) shmem_team_split_strided(SHMEM_TEAM_WORLD, 2 * of, 1, 2, NULL, 0, &pairs[of]);
    if (i == kTeams && half == 1) usleep(50000);
    shmem_team_sync(pairs[half]);
    shmem_team_destroy(pairs[half]);
  }
  shmem_finalize();
}

/* What a PE starts is no PE of the job, and has a job of its own. */
static void starts(const char* program) {
  shmem_init();
  shmem_barrier_all();
  char command[4096];
  snprintf(command, sizeof command, "%s jobs", program);
  shmem_finalize();
  if (system(command) != 0) exit(1);
}

/* Two jobs, one after the other. The handle of the second team may be that of the first, which had other members. */
static void jobs(void) {
  for (int job = 0; job < 2; ++job) {
    shmem_init();
    shmem_team_t team;
    shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, job == 0 ? 1 : shmem_n_pes(), NULL, 0, &team);
    if (team != SHMEM_TEAM_INVALID) shmem_team_sync(team);
    for (int i = 0; i < (job == 0 ? 100 : 3); ++i) {
      shmem_long_p(&word, i, 0);
      shmem_putmem(&word, &word, sizeof word, 0);
      shmem_barrier_all();
    }
    shmem_finalize();
  }
}

/* Calls that are only counted, more than one word of a counter holds, of two sizes. */
static void brief(void) {
  static long to[2], from[2];
  shmem_init();
  for (int i = 0; i < kBrief; ++i) {
    shmem_long_put_nbi(to, from, i % 7 == 0 ? 2 : 1, 0);
    shmem_long_p(&word, i, 0);
    shmem_quiet();
  }
  shmem_finalize();
}

/* Brief calls of which each is of one byte less than the one before, more than there are between two that are timed. */
static void descending(void) {
  static char to[kDescending], from[kDescending];
  shmem_init();
  for (int round = 0; round < 20; ++round)
    for (int bytes = kDescending; bytes > 0; --bytes) shmem_putmem(to, from, (size_t)bytes, 0);
  shmem_finalize();
}

/* PE 0 does not record one of the first barriers, which does not make it the last at the others. */
static void paused(void) {
  shmem_init();
  if (shmem_my_pe() == 0) shmem_pcontrol(0);
  shmem_barrier_all();
  if (shmem_my_pe() == 0) shmem_pcontrol(1);
  for (int i = 0; i < 20; ++i) {
    usleep(10000);
    shmem_barrier_all();
  }
  shmem_finalize();
}

/* A context of a team, which the team takes along, and one of all PEs that may have the same handle. */
static void contexts(void) {
  shmem_team_t team = SHMEM_TEAM_INVALID;
  shmem_ctx_t context = SHMEM_CTX_INVALID;
  shmem_init();
  const int n = shmem_n_pes();
  shmem_team_split_strided(SHMEM_TEAM_WORLD, n - 1, -1, n, NULL, 0, &team);
  shmem_team_create_ctx(team, 0, &context);
  shmem_team_destroy(team);
  shmem_ctx_create(0, &context);
  if (shmem_my_pe() == 0)
    for (int i = 0; i < kPuts; ++i) shmem_ctx_long_p(context, &word, i, n - 1);
  shmem_ctx_destroy(context);
  shmem_finalize();
}

/* A program that writes numbers as its user does. */
static void locale(void) {
  setlocale(LC_NUMERIC, "");
  printf("a half is %.1f\n", 0.5);
  fflush(stdout);
  shmem_init();
  shmem_barrier_all();
  shmem_finalize();
}

int main(int argc, char** argv) {
  const char* which = argc > 1 ? argv[1] : "";
  if (strcmp(which, "barriers") == 0) barriers();
  if (strcmp(which, "threads") == 0) threads();
  if (strcmp(which, "jobs") == 0) jobs();
  if (strcmp(which, "teams") == 0) teams();
  if (strcmp(which, "starts") == 0) starts(argv[0]);
  if (strcmp(which, "brief") == 0) brief();
  if (strcmp(which, "descending") == 0) descending();
  if (strcmp(which, "paused") == 0) paused();
  if (strcmp(which, "contexts") == 0) contexts();
  if (strcmp(which, "locale") == 0) locale();
  return 0;
}

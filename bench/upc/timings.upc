// Times of UPC's loops and calls beside those of C and SHMEM for the same work, and their ratio. On a quiet machine:
//   upcc -O2 -T 2 bench/upc/timings.upc -o timings && oshrun -n 2 ./timings
#include <shmem.h>
#include <stdio.h>
#include <upc_collective.h>
#include <upc_relaxed.h>
#include <upc_tick.h>
#define N 4096       /* elements of a thread */
#define ROUNDS 2000  /* of what is timed, the best of TRIES times */
#define TRIES 5
shared int a[N * THREADS];
shared [N] int blocks[N * THREADS], others[N * THREADS];
shared [64] int small_blocks[N * THREADS];
static int plain[N];

static void forall(int scale) {
  upc_forall (int i = 0; i < N * THREADS; i++; &a[i]) a[i] = scale * i;
}
static void forall_blocks(int scale) {
  upc_forall (int i = 0; i < N * THREADS; i++; &blocks[i]) blocks[i] = scale * i;
}
static void forall_blocks_of_64(int scale) {
  upc_forall (int i = 0; i < N * THREADS; i++; &small_blocks[i]) small_blocks[i] = scale * i;
}
static void loop(int scale) {
  for (int i = 0; i < N; i++) plain[i] = scale * (i * THREADS + MYTHREAD);
}
static void memput(int next) { upc_memput(&blocks[N * next], plain, sizeof plain); }
static void putmem(int next) { shmem_putmem((int *)&blocks[N * MYTHREAD], plain, sizeof plain, next); }
static void small_memput(int next) { upc_memput(&blocks[N * next], plain, 8); }
static void small_putmem(int next) { shmem_putmem((int *)&blocks[N * MYTHREAD], plain, 8, next); }
static void memget(int next) { upc_memget(plain, &blocks[N * next], sizeof plain); }
static void getmem(int next) { shmem_getmem(plain, (int *)&blocks[N * MYTHREAD], sizeof plain, next); }
static void barrier(int next) { upc_barrier; }
static void barrier_all(int next) { shmem_barrier_all(); }
static void broadcast(int next) { upc_all_broadcast(others, blocks, sizeof plain, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC); }
static void broadcastmem(int next) {
  shmem_broadcastmem(SHMEM_TEAM_WORLD, (int *)&others[N * MYTHREAD], (int *)&blocks[N * MYTHREAD], sizeof plain, 0);
  shmem_barrier_all();
}

static double best_of(void (*work)(int)) {
  const int next = (MYTHREAD + 1) % THREADS;
  double best = 1e30;
  for (int t = 0; t < TRIES; t++) {
    upc_barrier;
    const upc_tick_t start = upc_ticks_now();
    for (int r = 0; r < ROUNDS; r++) work(next);
    const double each = upc_ticks_to_ns(upc_ticks_now() - start) / (double)ROUNDS;
    best = each < best ? each : best;
  }
  upc_barrier;
  return best;
}

int main(void) {
  const struct {
    const char *name;
    void (*upc)(int), (*other)(int);
  } rows[] = {
      {.name = "upc_forall, C loop", .upc = forall, .other = loop},
      {.name = "upc_forall over blocks, C loop", .upc = forall_blocks, .other = loop},
      {.name = "upc_forall over blocks of 64, C loop", .upc = forall_blocks_of_64, .other = loop},
      {.name = "upc_memput, shmem_putmem 16 KiB", .upc = memput, .other = putmem},
      {.name = "upc_memput, shmem_putmem 8 bytes", .upc = small_memput, .other = small_putmem},
      {.name = "upc_memget, shmem_getmem 16 KiB", .upc = memget, .other = getmem},
      {.name = "upc_barrier, shmem_barrier_all", .upc = barrier, .other = barrier_all},
      {.name = "upc_all_broadcast, shmem_broadcastmem 16 KiB", .upc = broadcast, .other = broadcastmem},
  };
  for (unsigned r = 0; r < sizeof rows / sizeof *rows; r++) {
    const double ours = best_of(rows[r].upc), other = best_of(rows[r].other);
    if (MYTHREAD == 0) printf("%-46s %10.1f ns %10.1f ns  ratio %.2f\n", rows[r].name, ours, other, ours / other);
  }
  return 0;
}

/* Messages of bytes between nodes, for layers: every PE sends to every one of another node, in all sizes up to the
 * largest. They arrive whole, in order, and after what was put before a fence. On one node there is no wire. */
#include <time.h>

#include "program.h"

enum { rounds = 300 };

static long put_before[max_pes];     /* by their senders */
static uint64_t received[max_pes];   /* messages of each PE */
static int is_near[max_pes];         /* on this node */
static const char* volatile mistake; /* the receiver may not call the library */
static size_t sizes[] = {8, 9, 100, 1000, 4097, 0};

static size_t size_of(uint64_t round) { return sizes[round % (sizeof sizes / sizeof *sizes)]; }
static unsigned char byte(uint64_t round, int from, int to, size_t i) {
  return (unsigned char)(pattern(round, from, to, i / 8) >> (8 * (i % 8)));
}

static void take(int source, const void* bytes, size_t count) {
  const unsigned char* p = (const unsigned char*)bytes;
  if (source < 0 || source >= n || is_near[source]) {
    mistake = "a message of a PE that sent none";
    return;
  }
  const uint64_t round = received[source];
  if (count != size_of(round)) mistake = "a message of another length";
  for (size_t i = 0; i < count && !mistake; ++i)
    if (p[i] != byte(round, source, me, i)) mistake = "a message of other bytes";
  if (__atomic_load_n(&put_before[source], __ATOMIC_RELAXED) <= (long)round) mistake = "a message before what was put";
  __atomic_store_n(&received[source], round + 1, __ATOMIC_RELEASE);
}

static void expect_no_mistake(void) {
  if (mistake) fprintf(stderr, "PE %d: %s\n", me, mistake);
  EXPECT(!mistake);
}

static void send(int pe, uint64_t round, unsigned char* message) {
  const size_t count = size_of(round);
  for (size_t i = 0; i < count; ++i) message[SHMEMX_WIRE_FRAME + i] = byte(round, me, pe, i);
  shmem_long_p(&put_before[me], (long)round + 1, pe);
  shmem_fence();
  for (int tries = 0; shmemx_wire_send(pe, message, count) != 0; ++tries)
    if (!shmemx_wire_look() && tries % 16 == 0) shmemx_am_poll();
  memset(message, 0xee, SHMEMX_WIRE_FRAME + count); /* it may be reused */
}

int main(void) {
  begin();
  if (all_on_one_node()) {
    EXPECT(shmemx_wire_listen(take) != 0);
    return end();
  }
  for (int pe = 0; pe < n; ++pe) is_near[pe] = on_my_node(pe);
  const size_t most = shmemx_wire_max();
  EXPECT(most >= 4097 && most < (size_t)1 << 30);
  sizes[5] = most;
  unsigned char* message = malloc(SHMEMX_WIRE_FRAME + most);
  EXPECT(message);
  EXPECT_EQ(shmemx_wire_listen(take), 0);
  EXPECT(shmemx_wire_listen(take) != 0); /* one listens already */
  shmem_barrier_all();
  for (uint64_t round = 0; round < rounds; ++round)
    for (int k = 1; k < n; ++k)
      if (!is_near[(me + k) % n]) send((me + k) % n, round, message);
  const time_t begun = time(NULL);
  for (int pe = 0; pe < n; ++pe)
    while (!is_near[pe] && __atomic_load_n(&received[pe], __ATOMIC_ACQUIRE) < rounds) {
      EXPECT(time(NULL) - begun < 40);
      if (shmemx_wire_look() || shmemx_wire_nap(0)) continue;
      shmemx_am_poll();
      shmemx_wire_nap(1000000);
    }
  shmem_barrier_all();
  expect_no_mistake();
  for (int pe = 0; pe < n; ++pe) EXPECT_EQ(received[pe], is_near[pe] ? 0 : rounds);
  free(message);
  return end();
}

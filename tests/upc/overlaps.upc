// What a thread does to one place keeps its order: relaxed stores of elements, and then a larger transfer over or of them. On the wire
// the two travel in different ways.
#include <upc_nb.h>
#include <upc_relaxed.h>
#include "check.h"
#define B 512
#define STORES 7
#define ROUNDS 60
typedef struct { int v[B]; } block_t;
shared block_t blocks[THREADS];
#define ELEMENTS(t) ((shared [] int *)&blocks[t])
static const int lengths[] = {1, 2, 15, 16, 17, 40, B};

// Stores to several elements of the first `length` of thread t.
static void store(int t, int length, int value) {
  for (int i = 0; i < STORES; i++) ELEMENTS(t)[i * length / STORES] = value;
}

int main(void) {
  const int other = (MYTHREAD + (THREADS + 1) / 2) % THREADS, writer = (MYTHREAD + THREADS / 2) % THREADS;
  static block_t buffer, back;
  for (int round = 0; round < ROUNDS; round++)
    for (int l = 0; l < sizeof lengths / sizeof *lengths; l++) {
      const int length = lengths[l], first = 1000 * round, way = (round + l) % 5;
      for (int i = 0; i < B; i++) buffer.v[i] = first + MYTHREAD + i;
      store(other, length, -1);
      if (way == 0) upc_memput(&blocks[other], &buffer, length * sizeof(int));
      if (way == 1) upc_memput_nbi(&blocks[other], &buffer, length * sizeof(int)), upc_synci();
      if (way == 2) upc_memset(&blocks[other], 1, length * sizeof(int));
      if (way == 3) blocks[other] = buffer;
      if (way == 4) {
        upc_handle_t get = upc_memget_nb(&back, &blocks[other], length * sizeof(int));
        upc_sync(get);
        for (int i = 0; i < STORES; i++) CHECK(back.v[i * length / STORES] == -1);
      }
      upc_barrier;
      for (int i = 0; i < length; i++) {
        const int v = ELEMENTS(MYTHREAD)[i];
        if (way != 4) CHECK(v == (way == 2 ? 0x01010101 : first + writer + i));
      }
      upc_barrier;
    }
  return failed();
}

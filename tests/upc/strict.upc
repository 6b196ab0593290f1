// Litmus tests: what strict references order, by qualifier, by pragma in a block, and by header.
#include <sched.h>
#include <unistd.h>
#include <upc_relaxed.h>
#include "check.h"
shared int data[THREADS], ready[THREADS], x, y;
strict shared int flag[THREADS];
shared [] int seen[2];
shared struct { unsigned bit : 1, rest : 5; int v; } mixed;

shared [] struct record { char c; int v; } __attribute__((packed)) records[2];

shared [5] int *shared pointers[THREADS];
shared struct { int numbers[3]; } lists[THREADS];
shared struct node { int id; } *shared nodes[THREADS];
shared struct node first_node[THREADS];

// Bit-fields of an element stay in it, whatever the machine's rules for volatile ones are.
struct fields { unsigned a : 3; int b : 17; unsigned long c : 40; _Bool d : 1; signed char e : 5; };
strict shared struct fields fields[2 * THREADS];
static void strict_fields(void) {
  for (int i = MYTHREAD; i < 2 * THREADS; i += THREADS) {
    const int next = (i + 1) % (2 * THREADS);
    fields[next].a = i % 8, fields[next].b = -1000 * i, fields[next].c = (1ul << 39) + i, fields[next].d = i % 2, fields[next].e = -i;
  }
  upc_barrier;
  for (int i = 0; i < 2 * THREADS; i++) {
    const int next = (i + 1) % (2 * THREADS);
    CHECK(fields[next].a == i % 8 && fields[next].b == -1000 * i && fields[next].c == (1ul << 39) + i);
    CHECK(fields[next].d == i % 2 && fields[next].e == -i);
  }
}

// Types without a name, members of unnamed members, and _Bool.
shared enum { kBegun, kDone } state, *shared to_state;
shared int before;
shared struct { enum { kCold, kHot } heat[2]; void (*hooks[2])(void); _Bool flags[3]; } unnamed[THREADS];
shared _Bool truth;
struct nested { int k; union { int i; float f; }; struct { int numbers[3]; struct { short low : 4, high : 12; }; }; };
shared struct nested nested[2 * THREADS];
static int sum_of(shared [4] short values[], shared _Bool flags[3], int count) {
#pragma upc strict
  int sum = 0;
  for (int i = 0; i < count; i++) sum += values[i] + flags[i];
  return sum;
}
static void strict_types(void) {
#pragma upc strict
  static shared [4] short shorts[4 * THREADS];
  static shared _Bool truths[4 * THREADS];
  if (MYTHREAD == 0) shorts[1] = 20, shorts[3] = 3, truths[2] = 1;
  if (MYTHREAD == THREADS - 1) {
    usleep(50000);
    before = 5, state = kDone, truth = 1;
  }
  while (state != kDone) {}  // nothing in it that would make LLVM read again, or wait at all
  CHECK(before == 5);
  while (!truth) {}
  upc_barrier;
  CHECK(sum_of(shorts, truths, 4) == 24);
  to_state = &state;
  CHECK(*to_state == kDone);
  unnamed[MYTHREAD].heat[1] = kHot, unnamed[MYTHREAD].hooks[1] = strict_fields, unnamed[MYTHREAD].flags[2] = 5;
  CHECK(unnamed[MYTHREAD].heat[1] == kHot && unnamed[MYTHREAD].hooks[1] == strict_fields && unnamed[MYTHREAD].flags[2] == 1);
  const int next = (MYTHREAD + 1) % THREADS;
  shared struct nested *one = &nested[next];
  nested[next].f = 2, nested[next].numbers[2] = 9, nested[next].high = 100 + next;
  one->low = 3, one->k = 4;
  shared [] int *inner = &nested[next].i;
  CHECK(*inner == 0x40000000 && one->i == *inner && one->numbers[2] == 9 && one->high == 100 + next && nested[next].low == 3);
  CHECK(nested[next].k == 4 && nested[next + THREADS].k == 0);
}

// In a strict part references and conversions are of the same words.
static void strict_conversions(void) {
#pragma upc strict
  static shared [5] int blocks[5 * THREADS];
  pointers[MYTHREAD] = &blocks[5 * MYTHREAD + 1];
  nodes[MYTHREAD] = &first_node[MYTHREAD];
  CHECK(upc_threadof(pointers[MYTHREAD]) == MYTHREAD && upc_phaseof(pointers[MYTHREAD]) == 1);
  shared [] int *numbers = lists[MYTHREAD].numbers;
  numbers[2] = 4;
  CHECK(lists[MYTHREAD].numbers[2] == 4);
  const int id = nodes[MYTHREAD]->id++;
  CHECK(nodes[MYTHREAD]->id == id + 1);
  CHECK(upc_addrfield(&nodes[MYTHREAD]->id) == upc_addrfield(nodes[MYTHREAD]));
}

int main(void) {
  strict_conversions();
  strict_fields();
  strict_types();
  shared [] struct record *inner = records;
  const int next = (MYTHREAD + 1) % THREADS;
  for (int i = 1; i <= 50; i++) {
    data[next] = 3 * i;  // relaxed, but before a strict write
    flag[next] = i;
    while (flag[MYTHREAD] < i) sched_yield();
    CHECK(data[MYTHREAD] == 3 * i);
    upc_barrier;
    {
#pragma upc strict
      data[next] = 5 * i;
      ready[next] = i;
      while (ready[MYTHREAD] < i) sched_yield();
      CHECK(data[MYTHREAD] == 5 * i);
    }
    upc_barrier;
  }
  // Two strict writes, two strict reads: not both threads may miss the other's write.
  for (int i = 1; i <= 50; i++) {
#pragma upc strict
    if (MYTHREAD == 0) x = 0, y = 0;
    upc_barrier;
    if (MYTHREAD == 0) { x = 1; seen[0] = y; }
    if (MYTHREAD == THREADS - 1) { y = 1; seen[1] = x; }
    upc_barrier;
    CHECK(seen[0] == 1 || seen[1 % 2] == 1);
    mixed.bit = 1, mixed.rest = 9;
    CHECK(mixed.bit == 1 && mixed.rest == 9);
    upc_barrier;
    if (MYTHREAD == 0) inner->v = i;
    upc_barrier;
    CHECK(inner->v == i && (&records[0])->v == i);
    upc_barrier;
  }
  return failed();
}

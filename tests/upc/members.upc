// Members of shared structs and unions: arrays in them, bit-fields, values of many types, pointers to shared in shared memory.
#include <complex.h>
#include <string.h>
#include <upc_relaxed.h>
#include "check.h"
typedef union {
  int words[4];
  double number;
  char bytes[16];
} Union;
typedef struct {
  unsigned low : 3, high : 7;
  int number;
  Union either;
  struct {
    short grid[3][2];
  } inner;
  long double large;
  double complex pair;
} Record;
shared Union unions[2 * THREADS];
shared [2] Record records[4 * THREADS];
typedef struct node {
  int key;
  shared [] struct node *next;
} Node;
shared [] Node *shared heads[THREADS];

// Attributes before the braces of structs without a name, private and shared.
static struct __attribute__((packed)) { char c; int i; } packed;
shared struct { union __attribute__((aligned(16))) { int a; float f; } u; _Bool set[4]; void (*calls[2])(int *); } attributed[THREADS];
static void add_one(int *number) { ++*number; }
static void attributes(void) {
  int number = 4;
  attributed[MYTHREAD].u.a = 3, attributed[MYTHREAD].set[2] = 7, attributed[MYTHREAD].calls[1] = add_one;
  attributed[MYTHREAD].calls[1](&number);
  CHECK(sizeof packed == 5 && sizeof attributed[0] == 48 && attributed[MYTHREAD].set[2] == 1 && attributed[MYTHREAD].set[1] == 0);
  CHECK(number == 5 && attributed[MYTHREAD].u.a == 3 && packed.i == 0);
}

// Structs that are passed in memory, and vectors, in relaxed and in strict parts.
typedef struct { long numbers[9]; } Long;
typedef int Four __attribute__((vector_size(16)));
shared Long longs[THREADS];
shared struct { int key; Long inner; } outer[THREADS];
shared Four fours[THREADS];
static long first_of(Long value, int n) { return value.numbers[0] + n; }
static long sum_of(int n, ...) {
  long sum = 0;
  __builtin_va_list list;
  __builtin_va_start(list, n);
  while (n-- > 0) sum += __builtin_va_arg(list, Long).numbers[0];
  __builtin_va_end(list);
  return sum;
}
static void by_value(int next) {
  longs[MYTHREAD].numbers[0] = outer[MYTHREAD].inner.numbers[0] = 1000 + MYTHREAD;
  fours[MYTHREAD][2] = 7 * MYTHREAD;
  upc_barrier;
  shared Long *p = &longs[next];
  CHECK(first_of(*p, 1) == 1001 + next && first_of(longs[next], 2) == 1002 + next && first_of(outer[next].inner, 3) == 1003 + next);
  CHECK(sum_of(3, *p, outer[next].inner, p[0]) == 3 * (1000 + next) && fours[next][2] == 7 * next);
  {
#pragma upc strict
    CHECK(first_of(*p, 1) == 1001 + next && sum_of(2, outer[next].inner, *p) == 2 * (1000 + next));
    fours[MYTHREAD][1] = 5;
    fours[MYTHREAD][1] += MYTHREAD;
    CHECK(fours[MYTHREAD][1] == 5 + MYTHREAD && fours[MYTHREAD][2] == 7 * MYTHREAD);
  }
}

// Names in a function that hide those of types, which the casts to other layouts are about.
typedef short Short;
typedef struct { Short numbers[2]; int key; } Pair;
struct tagged { Pair pairs[2]; enum colour { kRed, kBlue } colours[2]; };
shared struct tagged tagged[THREADS], *found;
static void hidden(shared void *any, int Pair) {
  const int Short = 1;
  struct tagged { char c; } *local = &(struct tagged){7};
  enum colour { kGreen = 4 } colour = kGreen;
  found = any;
  shared [] int *key = &found->pairs[Short].key;
  *key = Pair, found->pairs[1].numbers[Short] = 6, found->colours[Short] = kBlue;
  CHECK(found->pairs[1].key == Pair && found->pairs[Short].numbers[1] == 6 && found->colours[1] == kBlue);
  CHECK(sizeof *found == 24 && sizeof(struct tagged) == 1 && local->c == 7 && colour == 4);
  {
#pragma upc strict
    const int found = tagged[MYTHREAD].pairs[Short].key;
    CHECK(found == Pair && tagged[MYTHREAD].pairs[1].numbers[1] == 6);
  }
}

static Record made(int k) {
  Record r;
  memset(&r, 0, sizeof r);
  r.low = k & 7, r.high = k & 127, r.number = k, r.either.words[2] = 5 * k;
  r.inner.grid[2][1] = (short)k, r.large = k / 2.0L, r.pair = k + 2 * I;
  return r;
}

int main(void) {
  const int next = (MYTHREAD + 1) % THREADS;
  for (int i = 0; i < 4; i++) unions[next].words[i] = 10 * next + i;
  shared Union *u = &unions[next];
  CHECK(u->words[3] == 10 * next + 3 && u->bytes[4] == (char)(10 * next + 1));
  shared [] int *word = &unions[next].words[1];
  CHECK(word[1] == 10 * next + 2 && upc_threadof(word) == next);

  static shared [2] double complex numbers[2 * THREADS];
  __real__ numbers[2 * next + 1] = 3, __imag__ numbers[2 * next + 1] = next, __imag__(numbers[2 * next]) += 1;
  {
#pragma upc strict
    __real__ numbers[2 * next] = 6 + __real__ numbers[2 * next + 1];
  }
  upc_barrier;
  CHECK(numbers[2 * MYTHREAD + 1] == 3 + MYTHREAD * I && __imag__ numbers[2 * MYTHREAD] == 1 && creal(numbers[2 * MYTHREAD]) == 9);

  records[2 * next] = made(next + 1);
  records[2 * next + 1] = records[2 * next];
  upc_barrier;
  Record r = records[2 * MYTHREAD + 1];
  const int k = MYTHREAD + 1;
  CHECK(r.low == (k & 7) && r.high == k && r.number == k && r.either.words[2] == 5 * k && r.inner.grid[2][1] == k);
  CHECK(r.large == k / 2.0L && creal(r.pair) == k && cimag(r.pair) == 2);
  upc_barrier;
  records[2 * next].low++;
  records[2 * next].inner.grid[1][0] = 3;
  CHECK(records[2 * next].low == ((next + 2) & 7) && records[2 * next].high == next + 1);
  CHECK(records[2 * next].inner.grid[1][0] == 3 && records[2 * next].inner.grid[2][1] == next + 1);
  shared [] int *number = &records[2 * next].number;
  CHECK(*number == next + 1);

  shared [] Node *list = NULL;
  for (int i = 0; i < 5; i++) {
    shared [] Node *node = upc_alloc(sizeof(Node));
    node->key = 100 * MYTHREAD + i, node->next = list, list = node;
  }
  struct flexible {
    int n, numbers[];
  };
  shared struct flexible *flexible = upc_alloc(sizeof(struct flexible) + 10 * sizeof(int));
  for (int i = 0; i < 10; i++) flexible->numbers[i] = 7 * i;
  shared [] int *third = &flexible->numbers[3];
  CHECK(*third == 21 && third - flexible->numbers == 3);
  for (int i = 0; i < 10; i++)
    CHECK(upc_threadof(&flexible->numbers[i]) == MYTHREAD && ((struct flexible *)flexible)->numbers[i] == 7 * i);

  heads[MYTHREAD] = list;
  upc_barrier;
  int count = 0, sum = 0;
  for (shared [] Node *node = heads[next]; node; node = node->next) count++, sum += node->key;
  CHECK(count == 5 && sum == 500 * next + 10);
  attributes();
  by_value(next);
  hidden(&tagged[MYTHREAD], 30 + MYTHREAD);
  return failed();
}

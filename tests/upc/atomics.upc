// Atomic operations of every kind: sums and extremes that no thread's operation may miss.
#include <upc_atomic.h>
#include <upc_relaxed.h>
#include "check.h"
shared long sum, most, bits;
shared int count;
shared double real;
shared int *shared where;
shared int there[THREADS];
int main(void) {
  upc_atomicdomain_t *longs = upc_all_atomicdomain_alloc(UPC_LONG, UPC_ADD | UPC_MAX | UPC_OR | UPC_SUB | UPC_GET, 0);
  upc_atomicdomain_t *ints = upc_all_atomicdomain_alloc(UPC_INT, UPC_INC | UPC_DEC | UPC_CSWAP | UPC_SET | UPC_GET, 0);
  upc_atomicdomain_t *doubles = upc_all_atomicdomain_alloc(UPC_DOUBLE, UPC_ADD | UPC_MULT, 0);
  upc_atomicdomain_t *pointers = upc_all_atomicdomain_alloc(UPC_PTS, UPC_GET | UPC_SET | UPC_CSWAP, 0);
  for (long i = 1; i <= 100; i++) {
    const long value = i * (MYTHREAD + 1), bit = 1l << MYTHREAD, one = 1;
    const double half = 0.5;
    upc_atomic_relaxed(longs, NULL, UPC_ADD, &sum, &value, NULL);
    upc_atomic_relaxed(longs, NULL, UPC_SUB, &sum, &one, NULL);
    upc_atomic_strict(longs, NULL, UPC_MAX, &most, &value, NULL);
    upc_atomic_relaxed(longs, NULL, UPC_OR, &bits, &bit, NULL);
    upc_atomic_relaxed(ints, NULL, UPC_INC, &count, NULL, NULL);
    upc_atomic_relaxed(doubles, NULL, UPC_ADD, &real, &half, NULL);
  }
  upc_barrier;
  CHECK(sum == 5050l * THREADS * (THREADS + 1) / 2 - 100 * THREADS && most == 100 * THREADS);
  CHECK(bits == (1l << THREADS) - 1 && count == 100 * THREADS && real == 50.0 * THREADS);
  upc_barrier;
  const int expected = 100 * THREADS, mine = -1 - MYTHREAD;
  int before = 0;
  upc_atomic_strict(ints, &before, UPC_CSWAP, &count, &expected, &mine);
  upc_barrier;
  CHECK((before == expected) == (count == mine));
  shared int *own = &there[MYTHREAD], *seen;
  upc_atomic_strict(pointers, NULL, UPC_SET, &where, &own, NULL);
  upc_atomic_strict(pointers, &seen, UPC_GET, &where, NULL, NULL);
  CHECK(seen == &there[upc_threadof(seen)]);
  CHECK(upc_atomic_isfast(UPC_INT, UPC_INC, &count) == UPC_ATOMIC_PERFORMANCE_IS_FAST);
  upc_all_atomicdomain_free(pointers);
  upc_all_atomicdomain_free(doubles);
  upc_all_atomicdomain_free(ints);
  upc_all_atomicdomain_free(longs);
  return failed();
}

// OpenMP beside UPC: clauses whose words are UPC's, structs without a name in a region, shared objects in one.
#include <upc_strict.h>
#include "check.h"
shared int numbers[4 * THREADS];
int main(void) {
  int sum = 0, twice = 0;
  struct { int value; } step = {3};
  upc_forall (int i = 0; i < 4 * THREADS; i++; &numbers[i]) numbers[i] = i;
  upc_barrier;
#pragma omp parallel for default(shared) shared(sum) if(MYTHREAD >= 0) num_threads(THREADS)
  for (int i = 0; i < 10; i++) {
#pragma omp atomic relaxed
    sum += i;
  }
#pragma omp parallel for reduction(+ : twice)
  for (int i = 0; i < 4 * THREADS; i++) twice += 2 * numbers[i] + step.value;
#pragma omp taskloop num_tasks(strict : 2) shared(sum)
  for (int i = 0; i < 2; i++)
#pragma omp atomic
    sum += 0;
#pragma omp simd
  for (int i = 0; i < 4; i++) sum++;
  CHECK(sum == 49 && twice == 4 * THREADS * (4 * THREADS - 1) + 12 * THREADS);
  return failed();
}

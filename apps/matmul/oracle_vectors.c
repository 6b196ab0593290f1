#include <math.h>
#include <stdlib.h>

#include "../frame/job.h"
#include "../frame/worst.h"
#include "problem.h"

const char oracle_name[] = "products with a vector";

// C * x against A * (B * x) for random x of -1 and 1, as Freivalds has it: a wrong element changes C * x by as much.
double oracle_error(const double* c, long n) {
  double* y = calloc((size_t)n, sizeof *y);
  double worst = 0;
  if (!y) job_fail("matmul", "out of memory for the check; use --no-check");
  for (long row = 0; row < n; ++row) {
    for (long k = 0; k < n; ++k) y[row] += start_value(1, row, k) * (start_value(0, n, k) < 0 ? -1 : 1);
  }
  for (long row = 0; row < n; ++row) {
    double difference = 0;
    for (long k = 0; k < n; ++k) {
      difference += c[row * n + k] * (start_value(0, n, k) < 0 ? -1 : 1) - start_value(0, row, k) * y[k];
    }
    difference = fabs(difference);
    worst = worse(worst, difference);
  }
  free(y);
  return worst / (double)n;
}

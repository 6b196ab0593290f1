#include <cblas.h>
#include <math.h>
#include <stdlib.h>

#include "../frame/job.h"
#include "../frame/worst.h"
#include "problem.h"

const char oracle_name[] = "BLAS";

static double* whole(int which, long n) {
  double* matrix = calloc((size_t)(n * n), sizeof *matrix);
  if (!matrix) job_fail("matmul", "out of memory for the check; use --no-check");
  for (long i = 0; i < n * n; ++i) matrix[i] = start_value(which, i / n, i % n);
  return matrix;
}

double oracle_error(const double* c, long n) {
  double *a = whole(0, n), *b = whole(1, n), *right = whole(0, n), worst = 0;
  cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, (int)n, (int)n, (int)n, 1, a, (int)n, b, (int)n, 0, right,
              (int)n);
  for (long i = 0; i < n * n; ++i) {
    const double difference = fabs(c[i] - right[i]);
    worst = worse(worst, difference);
  }
  free(right), free(b), free(a);
  return worst / (double)n;
}

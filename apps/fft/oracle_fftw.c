#include <fftw3.h>
#include <math.h>

#include "../frame/job.h"
#include "../frame/worst.h"
#include "problem.h"

const char oracle_name[] = "FFTW";

double oracle_error(const Complex* matrix, const Complex* transposed, long n, int stripes) {
  (void)stripes;  // every value is compared
  fftw_complex* right = fftw_alloc_complex((size_t)(n * n));
  if (!right) job_fail("fft", "out of memory for the check; use --no-check");
  fftw_plan plan = fftw_plan_dft_2d((int)n, (int)n, right, right, FFTW_FORWARD, FFTW_ESTIMATE);
  for (long i = 0; i < n * n; ++i) right[i][0] = matrix[i].re, right[i][1] = matrix[i].im;
  fftw_execute(plan);
  double worst = 0, largest = 0;
  for (long row = 0; row < n; ++row) {
    for (long column = 0; column < n; ++column) {
      const double* expected = right[row * n + column];
      const Complex* got = &transposed[column * n + row];
      const double difference = hypot(got->re - expected[0], got->im - expected[1]);
      worst = worse(worst, difference);
      largest = fmax(largest, hypot(expected[0], expected[1]));
    }
  }
  fftw_destroy_plan(plan);
  fftw_free(right);
  return worst / largest;
}

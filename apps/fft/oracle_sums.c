#include <math.h>
#include <stdlib.h>

#include "../frame/job.h"
#include "../frame/worst.h"
#include "problem.h"

const char oracle_name[] = "the defining sums at some frequencies";

enum { kFrequencies = 24 };

/// The sum that defines one value of the transform; `roots` has the n roots of unity.
static Complex defined(const Complex* matrix, const Complex* roots, long n, long row, long column) {
  Complex sum = {0, 0};
  for (long y = 0; y < n; ++y) {
    for (long x = 0; x < n; ++x) {
      const Complex w = roots[(row * y + column * x) % n], m = matrix[y * n + x];
      sum.re += m.re * w.re - m.im * w.im;
      sum.im += m.re * w.im + m.im * w.re;
    }
  }
  return sum;
}

double oracle_error(const Complex* matrix, const Complex* transposed, long n, int stripes) {
  Complex* roots = malloc((size_t)n * sizeof *roots);
  if (!roots) job_fail("fft", "out of memory for the check; use --no-check");
  for (long k = 0; k < n; ++k) {
    const double angle = -6.283185307179586477 * (double)k / (double)n;
    roots[k] = (Complex){cos(angle), sin(angle)};
  }
  double worst = 0, largest = 0;
  for (long k = 0; k < kFrequencies + 2 * stripes; ++k) {
    // Samples all over the matrix, then two at the beginning of each stripe, so that a misplaced block is noticed.
    const long corner = k - kFrequencies;
    const long row = corner < 0 ? k * 2654435761 % n : corner % 2;
    const long column = corner < 0 ? k * 40503 % n : corner / 2 * (n / stripes);
    const Complex right = defined(matrix, roots, n, row, column), *got = &transposed[column * n + row];
    const double difference = hypot(got->re - right.re, got->im - right.im);
    worst = worse(worst, difference);
    largest = fmax(largest, hypot(right.re, right.im));
  }
  free(roots);
  return worst / largest;
}

// What one thread of a device computes.
#pragma once

/// Adds the products of column j in up to four rows from `row` on. Threads side by side have columns side by side, so they
/// read b side by side, and each value serves four rows.
static inline void product_thread(const double* a, const double* b, double* c, long column, long row, long j, long rows,
                                  long n) {
  const long second = row + 1 < rows ? 1 : 0, third = row + 2 < rows ? 2 : 0, fourth = row + 3 < rows ? 3 : 0;
  const double* first = a + row * n + column;
  double sum0 = 0, sum1 = 0, sum2 = 0, sum3 = 0;
  for (long k = 0; k < rows; ++k) {
    const double value = b[k * n + j];
    sum0 += first[k] * value;
    sum1 += first[second * n + k] * value;
    sum2 += first[third * n + k] * value;
    sum3 += first[fourth * n + k] * value;
  }
  c[row * n + j] += sum0;
  if (second) c[(row + 1) * n + j] += sum1;
  if (third) c[(row + 2) * n + j] += sum2;
  if (fourth) c[(row + 3) * n + j] += sum3;
}

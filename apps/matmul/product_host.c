#include "problem.h"

enum { kWidth = 256, kDepth = 64 };

static long least(long a, long b) { return a < b ? a : b; }

// Pieces of b that stay in the cache; four rows of c at a time, so that each value of b is used four times.
static void piece(const double* a, const double* b, double* c, long rows, long width, long depth, long n) {
  long row = 0;
  for (; row + 4 <= rows; row += 4) {
    double* restrict c0 = c + row * n, * restrict c1 = c0 + n, * restrict c2 = c1 + n, * restrict c3 = c2 + n;
    for (long k = 0; k < depth; ++k) {
      const double a0 = a[row * n + k], a1 = a[(row + 1) * n + k], a2 = a[(row + 2) * n + k], a3 = a[(row + 3) * n + k];
      const double* restrict bk = b + k * n;
      for (long j = 0; j < width; ++j) {
        c0[j] += a0 * bk[j];
        c1[j] += a1 * bk[j];
        c2[j] += a2 * bk[j];
        c3[j] += a3 * bk[j];
      }
    }
  }
  for (; row < rows; ++row) {
    for (long k = 0; k < depth; ++k) {
      for (long j = 0; j < width; ++j) c[row * n + j] += a[row * n + k] * b[k * n + j];
    }
  }
}

void product_add(const double* a, const double* b, double* c, long column, long rows, long n) {
  for (long j = 0; j < n; j += kWidth) {
    for (long k = 0; k < rows; k += kDepth) {
      piece(a + column + k, b + k * n + j, c + j, rows, least(kWidth, n - j), least(kDepth, rows - k), n);
    }
  }
}

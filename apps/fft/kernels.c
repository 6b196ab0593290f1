#include "kernels.h"

#include <string.h>

#include "../frame/device.h"

/// One of log2(n) steps (Stockham): halves of length `half` are joined, 2^log_stride transforms at a time.
static void join(const Complex* from, Complex* to, const Complex* roots, long rows, long n, long half, int log_stride) {
  const long stride = 1L << log_stride;
#pragma omp target teams distribute parallel for collapse(2) is_device_ptr(from, to, roots)
  for (long row = 0; row < rows; ++row) {
    for (long i = 0; i < n / 2; ++i) {
      const long p = i >> log_stride, q = i & (stride - 1);
      const Complex* x = from + row * n + q + stride * p;
      Complex* y = to + row * n + q + stride * 2 * p;
      const Complex a = x[0], b = x[stride * half], w = roots[p * stride];
      const Complex d = {a.re - b.re, a.im - b.im};
      y[0] = (Complex){a.re + b.re, a.im + b.im};
      y[stride] = (Complex){d.re * w.re - d.im * w.im, d.re * w.im + d.im * w.re};
    }
  }
}

static Complex* transform(Complex* data, Complex* scratch, const Complex* roots, long rows, long n, long last_half) {
  int log_stride = 0;
  for (long half = n / 2; half >= last_half; half /= 2, ++log_stride) {
    join(data, scratch, roots, rows, n, half, log_stride);
    Complex* swapped = data;
    data = scratch;
    scratch = swapped;
  }
  return data;
}

// On a device all rows at once, so that there is enough to do; on the host row by row, so that a row stays in the
// cache.
Complex* fft_rows(Complex* data, Complex* scratch, const Complex* roots, long rows, long n) {
  if (strcmp(device_memory(), "host") != 0) return transform(data, scratch, roots, rows, n, 1);
  Complex* result = data;
  for (long row = 0; row < rows; ++row) result = transform(data + row * n, scratch + row * n, roots, 1, n, 1) - row * n;
  return result;
}

Complex* fft_rows_but_last(Complex* data, Complex* scratch, const Complex* roots, long rows, long n) {
  return transform(data, scratch, roots, rows, n, 2);
}

// Calls from the device: the last step of the rows' transforms stores its results where the transposition wants them, in
// the memory of all PEs. Nothing is packed, unpacked or sent by the host.
#include <shmemx_device.h>

#include "../frame/job.h"
#include "../frame/symmetric.h"
#include "kernels.h"
#include "problem.h"

const char exchange_name[] = "device";
static Complex* transposed;  // symmetric: this PE's stripe after the transposition

void transpose_open(size_t bytes) { transposed = symmetric_alloc(bytes); }

void transpose_close(size_t bytes) {
  (void)bytes;
  symmetric_free(transposed);
}

// By values, not by shmem_put128, which takes an address: the number would have to be in memory.
static inline void store(Complex* to, Complex value, int pe) {
  shmem_double_p(&to->re, value.re, pe);
  shmem_double_p(&to->im, value.im, pe);
}

// Threads side by side have rows side by side, whose results are side by side at the target; a thread has two columns,
// since 32 bytes are what a device loads at least.
static void last_step(const Complex* from, Complex* to, long rows, long n, long me) {
  const long half = n / 2;
  int log_rows = 0;  // rows is a power of two
  while (1L << log_rows < rows) ++log_rows;
#pragma omp target teams distribute parallel for collapse(2) is_device_ptr(from, to)
  for (long pair = 0; pair < (half + 1) / 2; ++pair) {
    for (long row = 0; row < rows; ++row) {
      for (long column = 2 * pair; column < 2 * pair + 2 && column < half; ++column) {
        const Complex a = from[row * n + column], b = from[row * n + column + half];
        const Complex sum = {a.re + b.re, a.im + b.im}, difference = {a.re - b.re, a.im - b.im};
        const long other = column + half, place = me * rows + row;
        store(to + (column & (rows - 1)) * n + place, sum, (int)(column >> log_rows));
        store(to + (other & (rows - 1)) * n + place, difference, (int)(other >> log_rows));
      }
    }
  }
}

Complex* transform_and_transpose(Complex* data, Complex* scratch, const Complex* roots, long rows, long n,
                                 double* exchange) {
  last_step(fft_rows_but_last(data, scratch, roots, rows, n), transposed, rows, n, job_me());
  const double begin = job_clock();
  job_barrier();  // completes what all PEs' kernels have stored
  *exchange = job_clock() - begin;
  return transposed;
}

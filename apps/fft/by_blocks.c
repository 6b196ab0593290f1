// The transposition of all versions but `device`: each PE cuts its stripe into blocks, which an exchange moves.
#include "../frame/job.h"
#include "exchange.h"
#include "kernels.h"
#include "problem.h"

static void *send, *receive;

void transpose_open(size_t bytes) { exchange_open(bytes, &send, &receive); }
void transpose_close(size_t bytes) { exchange_close(bytes); }

/// Cuts the stripe into blocks for each PE and transposes each.
static void pack(const Complex* stripe, Complex* blocks, long rows, long n) {
#pragma omp target teams distribute parallel for collapse(2) is_device_ptr(stripe, blocks)
  for (long column = 0; column < n; ++column) {
    for (long row = 0; row < rows; ++row) blocks[column * rows + row] = stripe[row * n + column];
  }
}

/// Makes rows of the blocks that came.
static void unpack(const Complex* blocks, Complex* stripe, long rows, long n) {
#pragma omp target teams distribute parallel for collapse(2) is_device_ptr(stripe, blocks)
  for (long row = 0; row < rows; ++row) {
    for (long column = 0; column < n; ++column) {
      stripe[row * n + column] = blocks[(column / rows) * rows * rows + row * rows + column % rows];
    }
  }
}

Complex* transform_and_transpose(Complex* data, Complex* scratch, const Complex* roots, long rows, long n,
                                 double* exchange) {
  pack(fft_rows(data, scratch, roots, rows, n), send, rows, n);
  const double begin = job_clock();
  exchange_run((size_t)(rows * n) * sizeof(Complex));
  *exchange = job_clock() - begin;
  unpack(receive, data, rows, n);
  return data;
}

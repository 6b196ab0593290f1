// Calls from the device: the kernel that multiplies a stripe of B also sends it. Each thread stores its share of the stripe
// in the left neighbour's memory before it begins to multiply, so the stores are under way meanwhile.
#include <shmemx_device.h>

#include "../frame/job.h"
#include "../frame/symmetric.h"
#include "problem.h"
#include "product_thread.h"

const char exchange_name[] = "device";
static double* there[2];
static double* target;  // where the next product sends its stripe; null: nowhere

void exchange_open(size_t bytes, double* stripe[2]) {
  for (int i = 0; i < 2; ++i) stripe[i] = there[i] = symmetric_alloc(bytes);
}

void exchange_begin(int from, size_t bytes) {
  (void)bytes;
  target = there[1 - from];
}

// The barrier completes what kernels that have ended sent.
void exchange_end(int from, size_t bytes) {
  (void)from, (void)bytes;
  target = NULL;
  job_barrier();
}

void exchange_close(size_t bytes) {
  (void)bytes;
  for (int i = 0; i < 2; ++i) symmetric_free(there[i]);
}

// A thread sends those rows and columns of b that it computes of c.
void product_add(const double* a, const double* b, double* c, long column, long rows, long n) {
  double* const to = target;
  const int left = (job_me() + job_pes() - 1) % job_pes();
#pragma omp target teams distribute parallel for collapse(2) is_device_ptr(a, b, c, to)
  for (long row = 0; row < rows; row += 4) {
    for (long j = 0; j < n; ++j) {
      for (long i = row; to && i < row + 4 && i < rows; ++i) shmem_double_p(to + i * n + j, b[i * n + j], left);
      product_thread(a, b, c, column, row, j, rows, n);
    }
  }
}

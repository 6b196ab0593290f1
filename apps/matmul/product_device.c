#include "problem.h"
#include "product_thread.h"

void product_add(const double* a, const double* b, double* c, long column, long rows, long n) {
#pragma omp target teams distribute parallel for collapse(2) is_device_ptr(a, b, c)
  for (long row = 0; row < rows; row += 4) {
    for (long j = 0; j < n; ++j) product_thread(a, b, c, column, row, j, rows, n);
  }
}

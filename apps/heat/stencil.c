#include "stencil.h"

void stencil_range(const Block* block, Range range, double alpha, const double* restrict from, double* restrict to) {
  const size_t sy = block->stride_y, sz = block->stride_z;
  const int x0 = range.low[0], x1 = range.high[0], y0 = range.low[1], y1 = range.high[1];
#pragma omp target teams distribute parallel for collapse(3) is_device_ptr(from, to)
  for (int z = range.low[2]; z <= range.high[2]; ++z) {
    for (int y = y0; y <= y1; ++y) {
      for (int x = x0; x <= x1; ++x) {
        const size_t at = (size_t)z * sz + (size_t)y * sy + (size_t)x;
        to[at] = stencil_cell(from + at, sy, sz, alpha);
      }
    }
  }
}

void stencil_inside(const Block* block, double alpha, const double* restrict from, double* restrict to) {
  const Range inside = {{2, 2, 2}, {block->cells[0] - 1, block->cells[1] - 1, block->cells[2] - 1}};
  stencil_range(block, inside, alpha, from, to);
}

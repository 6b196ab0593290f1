#include "stencil.h"

typedef struct {
  int low[kAxes], high[kAxes];  // inclusive
} Range;

static void advance(const Block* block, Range range, double alpha, const double* restrict from, double* restrict to) {
  const size_t sy = block->stride_y, sz = block->stride_z;
  const int x0 = range.low[0], x1 = range.high[0], y0 = range.low[1], y1 = range.high[1];
#pragma omp target teams distribute parallel for collapse(3) is_device_ptr(from, to)
  for (int z = range.low[2]; z <= range.high[2]; ++z) {
    for (int y = y0; y <= y1; ++y) {
      for (int x = x0; x <= x1; ++x) {
        const double* u = from + (size_t)z * sz + (size_t)y * sy + (size_t)x;
        const double around = ((u[-1] + u[1]) + (*(u - sy) + u[sy])) + (*(u - sz) + u[sz]);
        to[(size_t)z * sz + (size_t)y * sy + (size_t)x] = *u + alpha * (around - 6.0 * *u);
      }
    }
  }
}

void stencil_inside(const Block* block, double alpha, const double* restrict from, double* restrict to) {
  const Range inside = {{2, 2, 2}, {block->cells[0] - 1, block->cells[1] - 1, block->cells[2] - 1}};
  advance(block, inside, alpha, from, to);
}

void stencil_shell(const Block* block, double alpha, const double* restrict from, double* restrict to) {
  // Planes across z first, then what they leave across y, then across x: no cell twice.
  Range rest = {{1, 1, 1}, {block->cells[0], block->cells[1], block->cells[2]}};
  for (int axis = kAxes - 1; axis >= 0; --axis) {
    const int first = rest.low[axis], last = rest.high[axis];
    Range plane = rest;
    plane.high[axis] = first;
    advance(block, plane, alpha, from, to);
    if (last > first) {
      plane.low[axis] = plane.high[axis] = last;
      advance(block, plane, alpha, from, to);
    }
    rest.low[axis] = first + 1;
    rest.high[axis] = last - 1;
  }
}

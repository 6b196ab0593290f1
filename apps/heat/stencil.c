#include "stencil.h"

typedef struct {
  int low[kAxes], high[kAxes];  // inclusive
} Range;

static void advance(const Block* block, Range range, double alpha, const double* restrict from, double* restrict to) {
  const size_t sy = block->stride_y, sz = block->stride_z;
  for (int z = range.low[2]; z <= range.high[2]; ++z) {
    for (int y = range.low[1]; y <= range.high[1]; ++y) {
      const double* restrict u = from + block_at(block, 0, y, z);
      const double* restrict south = u - sy, * restrict north = u + sy;
      const double* restrict below = u - sz, * restrict above = u + sz;
      double* restrict out = to + block_at(block, 0, y, z);
      for (int x = range.low[0]; x <= range.high[0]; ++x) {
        const double around = ((u[x - 1] + u[x + 1]) + (south[x] + north[x])) + (below[x] + above[x]);
        out[x] = u[x] + alpha * (around - 6.0 * u[x]);
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

#include "stencil.h"

void stencil_shell(const Block* block, double alpha, const double* restrict from, double* restrict to) {
  // Planes across z first, then what they leave across y, then across x: no cell twice.
  Range rest = {{1, 1, 1}, {block->cells[0], block->cells[1], block->cells[2]}};
  for (int axis = kAxes - 1; axis >= 0; --axis) {
    const int first = rest.low[axis], last = rest.high[axis];
    Range plane = rest;
    plane.high[axis] = first;
    stencil_range(block, plane, alpha, from, to);
    if (last > first) {
      plane.low[axis] = plane.high[axis] = last;
      stencil_range(block, plane, alpha, from, to);
    }
    rest.low[axis] = first + 1;
    rest.high[axis] = last - 1;
  }
}

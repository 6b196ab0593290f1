// The 7-point explicit Euler step of the heat equation on one block, on the device.
#pragma once
#include "block.h"

typedef struct {
  int low[kAxes], high[kAxes];  // inclusive
} Range;

/// The next value of one cell. All versions add in this order, so that they have the same bits.
static inline double stencil_cell(const double* u, size_t stride_y, size_t stride_z, double alpha) {
  const double around = ((u[-1] + u[1]) + (*(u - stride_y) + u[stride_y])) + (*(u - stride_z) + u[stride_z]);
  return *u + alpha * (around - 6.0 * *u);
}

/// Advances the cells of a range.
void stencil_range(const Block* block, Range range, double alpha, const double* restrict from, double* restrict to);

/// Advances the cells that need no ghost values; may run while the halo is on its way.
void stencil_inside(const Block* block, double alpha, const double* restrict from, double* restrict to);

/// Advances the outermost layer of cells; the ghost layer of `from` must be filled. shell.c; device.c also sends it.
void stencil_shell(const Block* block, double alpha, const double* restrict from, double* restrict to);

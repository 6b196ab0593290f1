// The 7-point explicit Euler step of the heat equation on one block, on the device.
#pragma once
#include "block.h"

/// Advances the cells that need no ghost values; may run while the halo is on its way.
void stencil_inside(const Block* block, double alpha, const double* restrict from, double* restrict to);

/// Advances the outermost layer of cells; the ghost layer of `from` must be filled.
void stencil_shell(const Block* block, double alpha, const double* restrict from, double* restrict to);

// The temperature at the start: hot spots, smooth, and periodic as the box is.
#pragma once
#include "block.h"

/// The value of one global cell, in 0..1 or so. Depends on nothing but the arguments.
double start_value(const int cells[kAxes], int x, int y, int z);

/// Fills the block's own cells.
void start_fill(const Grid* grid, const Block* block, double* field);
